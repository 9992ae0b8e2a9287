import type { Timer } from '@collagility/protocol/host/contract';

/** Timers that fire when the test says so. */
export function manualTimer() {
  let nowMs = 0;
  const waiting = new Map<number, { atMs: number; work: () => void }>();
  let nextId = 0;
  const timer: Timer = (ms, work) => {
    const id = nextId++;
    waiting.set(id, { atMs: nowMs + ms, work });
    return () => void waiting.delete(id);
  };
  return {
    timer,
    nowMs: () => nowMs,
    pending: () => waiting.size,
    /** The computer slept: what came due meanwhile runs late, all at once, and counts its next time from now. */
    sleep(ms: number) {
      nowMs += ms;
      const due = [...waiting].filter(([, entry]) => entry.atMs <= nowMs).sort((a, b) => a[1].atMs - b[1].atMs);
      for (const [id, { work }] of due) if (waiting.delete(id)) work();
    },
    /** Lets time pass; whatever comes due runs in order. */
    pass(ms: number) {
      const endMs = nowMs + ms;
      for (;;) {
        const [due] = [...waiting].filter(([, entry]) => entry.atMs <= endMs).sort((a, b) => a[1].atMs - b[1].atMs);
        if (due === undefined) break;
        waiting.delete(due[0]);
        nowMs = due[1].atMs;
        due[1].work();
      }
      nowMs = endMs;
    },
  };
}
