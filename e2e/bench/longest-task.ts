import type { Browser, Page } from '@playwright/test';
import { type Figure, median } from './row.ts';

/** The task that held the page's own thread longest: time by the clock, and time that it had a core. */
export type LongestTask = { wallMs: number; cpuMs: number };

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number; ts: number };

const mark = 'bench-here';

/** Watches every task of the page's main thread while `work` runs. */
export async function longestTaskOf<Result>(
  browser: Browser,
  page: Page,
  work: () => Promise<Result>,
): Promise<{ result: Result; longest: LongestTask }> {
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'blink.user_timing'] });
  await page.evaluate((name) => void performance.mark(name), mark);
  const result = await work();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'));
  const here = traceEvents.find(({ name }) => name === mark);
  if (here === undefined) throw new Error('The trace does not show the page.');
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === 'X' && pid === here.pid && tid === here.tid && ts > here.ts && name === 'ThreadControllerImpl::RunTask',
  );
  if (tasks.length === 0) throw new Error('The trace names tasks otherwise: adapt longest-task.ts.');
  const longest = (of: (task: TraceEvent) => number | undefined) =>
    Math.max(...tasks.map((task) => of(task) ?? 0)) / 1000;
  return { result, longest: { wallMs: longest(({ dur }) => dur), cpuMs: longest(({ tdur }) => tdur) } };
}

/** The gate is on the core's time: by the clock a task is as long as the machine lets it wait. */
export const longestTaskFigure = (what: string, rounds: readonly LongestTask[]): Figure => ({
  what: `${what}longest task, CPU`,
  value: median(rounds.map(({ cpuMs }) => cpuMs)),
  unit: 'ms',
  better: 'lower',
  gate: 50,
  detail: `${median(rounds.map(({ wallMs }) => wallMs)).toFixed(0)} ms by the clock`,
});
