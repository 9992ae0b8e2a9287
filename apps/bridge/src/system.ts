import { randomBytes } from 'node:crypto';
import type { Clock, Defer, Timer } from '@collagility/protocol/host/contract';

/** The real clock, timers and chance: given to everything that runs by them. */
export const systemClock: Clock = { monotonicMs: () => Math.floor(performance.now()), wallMs: () => Date.now() };

export const systemTimer: Timer = (ms, work) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/** Behind all that this turn's input and its promises brought: one pass over the sockets and pipes is one commit. */
export const systemEndOfTurn: Defer = (work) => void setImmediate(work);

export const systemRandom = (bytes: number): Uint8Array => new Uint8Array(randomBytes(bytes));
