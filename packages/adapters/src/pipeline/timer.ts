/** Calls `work` once after `ms`; the returned function cancels it. Injected, so that tests own the time. */
export type Timer = (ms: number, work: () => void) => () => void;

export const systemTimer: Timer = (ms, work) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/** Whether it was done in this time. */
export function within(startTimer: Timer, done: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = startTimer(limitMs, () => resolve(false));
    void done.then(() => {
      stop();
      resolve(true);
    });
  });
}

export type Clock = { wallMs(): number };
export const systemClock: Clock = { wallMs: () => Date.now() };
