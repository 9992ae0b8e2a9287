'use client';
import { useSyncExternalStore } from 'react';
import { steadyMs } from './steady-clock.ts';

/** One ticker for all clocks on the page, so that they turn together; it stops when nobody listens. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Wall clock, and a clock that no setting of the wall clock moves. */
type Now = { wallMs: number; steadyMs: number };
const read = (): Now => ({ wallMs: Date.now(), steadyMs: steadyMs() });
let now: Now | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = read();
    timer = setInterval(() => {
      now = read();
      for (const each of listeners) each();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const current = (): Now => {
  now ??= read();
  return now;
};

/** The wall clock, once a second: against times that the host wrote. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => current().wallMs,
    () => 0,
  );

/** The steady clock, once a second: against times that this page or its Worker measured. */
export const useSteadyNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => current().steadyMs,
    () => 0,
  );
