import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const parts = new Set<() => Promise<unknown>>();

/** A component that comes when it is first drawn, or with `loadParts` before. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  parts.add(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads what was not drawn yet, one after the other: a host that goes away takes the page's origin along. */
export async function loadParts(): Promise<void> {
  for (const load of parts) await load();
}
