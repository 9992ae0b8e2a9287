import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { longestTaskFigure, longestTaskOf } from '../longest-task.ts';
import { knock, launchBrowser, openBenchRoom, prompt, untilLive } from '../page.ts';
import { median, percentile, type Row } from '../row.ts';

const deltas = 320;
const perSecond = 40;
/** In the first second the transcript's code is loaded, and the host's page goes. */
const firstDeltas = perSecond;
const program = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/paced-claude.mjs');

/** Looks at each frame which stamps the transcript shows. */
const watcher = readFileSync(new URL('../watch-stamps.js', import.meta.url), 'utf8');

type Painted = { latenciesMs: number[]; missing: number };

export const pageDeltas: Row = {
  name: 'page-deltas',
  title: `delta on the agent's stdout → painted on a guest's page, ${perSecond} a second, coalescing included`,
  async run(settings) {
    const folder = mkdtempSync(join(tmpdir(), 'collagility-agent-'));
    symlinkSync(program, join(folder, 'claude'));
    const browser = await launchBrowser(settings);
    const runs: Painted[] = [];
    for (let round = 0; round < settings.rounds; round++) runs.push(await watched(browser, folder, painted));
    // Writing the trace costs time in each task: it has a round of its own.
    const { longest } = await watched(browser, folder, (guest, go) =>
      longestTaskOf(browser, guest, () => painted(guest, go)),
    );
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
    const at = (share: number) => median(runs.map(({ latenciesMs }) => percentile(latenciesMs, share)));
    const missing = Math.max(...runs.map((run) => run.missing));
    const common = { unit: 'ms', better: 'lower' } as const;
    return [
      { what: 'painted p50', value: at(0.5), ...common, gate: 25, goal: 17 },
      { what: 'painted p99', value: at(0.99), ...common, gate: 64, goal: 40 },
      longestTaskFigure('', [longest]),
      { what: 'deltas never shown', value: missing, unit: 'events', better: 'lower', gate: 0 },
    ];
  },
};

/** A room whose host prompts and goes: one page is what draws, as it was one in what the gate was taken from. */
async function watched<Result>(
  browser: Browser,
  folder: string,
  watch: (guest: Page, go: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const room = await openBenchRoom(browser, 'claude', {
    PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
    PACED_DELTAS: String(deltas),
    PACED_PER_SECOND: String(perSecond),
    ANTHROPIC_API_KEY: 'not-a-key',
  });
  const guest = await (await browser.newContext()).newPage();
  await knock(guest, room.guestLink, 'Ada');
  await untilLive(guest);
  await guest.bringToFront();
  await guest.evaluate(watcher);
  const result = await watch(guest, async () => {
    await prompt(room.hostPage, 'go');
    await guest.getByRole('log').getByText('word').first().waitFor();
    await room.hostPage.goto('about:blank');
  });
  await room.close();
  await guest.context().close();
  await room.hostPage.context().close();
  return result;
}

async function painted(page: Page, go: () => Promise<void>): Promise<Painted> {
  await go();
  const count = async () => page.evaluate(() => (Reflect.get(globalThis, 'benchSeen') as Map<string, number>).size);
  const latestMs = performance.now() + 30_000;
  while ((await count()) < deltas && performance.now() < latestMs) await page.waitForTimeout(500);
  const entries = await page.evaluate(() => [...(Reflect.get(globalThis, 'benchSeen') as Map<string, number>)]);
  const latenciesMs = entries.slice(firstDeltas).map(([stamp, atMs]) => atMs - Number(stamp));
  return { latenciesMs, missing: deltas - entries.length };
}
