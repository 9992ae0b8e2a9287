/** Calls `work` once after `ms`; the returned function cancels it. Injected, so that tests own the time. */
export type Timer = (ms: number, work: () => void) => () => void;

export const systemTimer: Timer = (ms, work) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

export type Clock = { wallMs(): number };
export const systemClock: Clock = { wallMs: () => Date.now() };
