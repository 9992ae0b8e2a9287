import { randomBytes } from 'node:crypto';
import type { Clock, Defer, Timer } from '@collagility/protocol/host/contract';

/** The real clock, timers and chance: given to everything that runs by them. */
export const systemClock: Clock = { monotonicMs: () => Math.floor(performance.now()), wallMs: () => Date.now() };

export const systemTimer: Timer = (ms, work) => {
  let handle: NodeJS.Timeout;
  // Node runs what is to come later than this at once: a limit that ends next month would end now.
  const wait = (restMs: number): void => {
    handle = restMs > longestMs ? setTimeout(() => wait(restMs - longestMs), longestMs) : setTimeout(work, restMs);
  };
  wait(ms);
  return () => clearTimeout(handle);
};

/** 24.8 days. */
const longestMs = 2 ** 31 - 1;

/** Behind all that this turn's input and its promises brought: one pass over the sockets and pipes is one commit. */
export const systemEndOfTurn: Defer = (work) => void setImmediate(work);

export const systemRandom = (bytes: number): Uint8Array => new Uint8Array(randomBytes(bytes));
