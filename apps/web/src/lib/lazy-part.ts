import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';
import { OutdatedPart } from '../ui/outdated-part.tsx';
import { isGoneForGood, isOutdated, OutdatedPageError } from './outdated-page.ts';

type Wait = (ms: number) => Promise<void>;

/** A network that is back is noticed within this. */
const askAgainMs = 2_000;
const parts = new Set<() => Promise<unknown>>();

/** A component that comes when it is first drawn, or with `loadParts` before. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  parts.add(load);
  return rarePart(load);
}

/** One of which little or nothing is seen, often in many places: where only the newest page has it, it is left out. */
export function quietPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  parts.add(load);
  return rarePart(load, Nothing);
}

const Nothing = (): null => null;

/** One that most people never draw: it comes when it is drawn. Where only the newest page has it, that is said in its place. */
export function rarePart<P>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType = OutdatedPart,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({
    default: await whenReachable(load).catch((error: unknown): ComponentType<P> => {
      if (!isOutdated(error)) throw error;
      return () => createElement(instead);
    }),
  }));
}

/** Loads what was not drawn yet, one after the other: a host that goes away takes the page's origin along. */
export async function loadParts(): Promise<void> {
  for (const load of parts) await whenReachable(load);
}

/**
 * A part that cannot be fetched while the network or the host is away is asked for again until it comes: the page
 * shows what it shows while parts load, and goes on. Any other error is the part's own and is thrown, and so is it that
 * the part is there no more, since the host runs a newer version by now.
 */
export async function whenReachable<T>(
  load: () => Promise<T>,
  wait: Wait = waitMs,
  isGone: (error: unknown) => Promise<boolean> = isGoneForGood,
): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (await isGone(error)) throw new OutdatedPageError('This page is older than its host.', { cause: error });
      await wait(askAgainMs);
    }
  }
}

/** The bundler's word for a file that did not come; the browser's own where a module is asked for. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || error.message.startsWith('Failed to fetch dynamically'));

const waitMs: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
