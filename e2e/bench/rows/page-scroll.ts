import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { inventedSession } from '../invented-session.ts';
import { type LongestTask, longestTaskFigure, longestTaskOf } from '../longest-task.ts';
import { knock, launchBrowser, untilLive } from '../page.ts';
import { median, type Row } from '../row.ts';
import { openScriptedRoom } from '../scripted-room.ts';
import { streamText } from '../stream-text.ts';

const events = 20_000;
const streams = ['A', 'B', 'C'];
const perSecond = 30;
const forMs = 8_000;
/** At 60 frames a second: 2 400 px a second, a fast flick. */
const stepPx = 40;

const watcher = readFileSync(new URL('../watch-frames.js', import.meta.url), 'utf8');

type Scrolled = { perSecond: number; longest: LongestTask; blankShare: number; heapMegabytes: number };

export const pageScroll: Row = {
  name: 'page-scroll',
  title: `a guest scrolls up through ${events} events while ${streams.length} agents write ${perSecond} deltas a second each`,
  async run(settings) {
    const browser = await launchBrowser(settings);
    const room = await openScriptedRoom();
    room.append(inventedSession(events));
    const runs: Scrolled[] = [];
    for (let round = 0; round < settings.rounds; round++) {
      const guest = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await knock(guest, room.guestLink, `Ada ${round}`);
      await untilLive(guest);
      await guest.bringToFront();
      const writing = streamText(room, { names: streams, perSecond, forMs: forMs + 2_000, round });
      runs.push(await scrolled(browser, guest));
      await writing;
      await guest.context().close();
    }
    await room.close();
    await browser.close();
    const of = (key: Exclude<keyof Scrolled, 'longest'>) => median(runs.map((run) => run[key]));
    return [
      { what: 'frames', value: of('perSecond'), unit: 'frames/s', better: 'higher', gate: 50, goal: 60 },
      longestTaskFigure(
        '',
        runs.map(({ longest }) => longest),
      ),
      { what: 'frames with nothing in the middle', value: 100 * of('blankShare'), unit: '%', better: 'lower', gate: 1 },
      {
        what: 'heap of the page afterwards',
        value: of('heapMegabytes'),
        unit: 'MB',
        better: 'lower',
        gate: 120,
        goal: 60,
      },
    ];
  },
};

async function scrolled(browser: Browser, page: Page): Promise<Scrolled> {
  await page.evaluate(watcher);
  await page.waitForTimeout(1_000);
  const { longest } = await longestTaskOf(browser, page, async () => {
    await page.evaluate((px) => Object.assign(globalThis, { benchStepPx: px, benchFrom: performance.now() }), stepPx);
    await page.waitForTimeout(forMs);
  });
  const seen = await page.evaluate(() => {
    const from = Number(Reflect.get(globalThis, 'benchFrom'));
    const frames = (Reflect.get(globalThis, 'benchFrames') as number[]).filter((atMs) => atMs >= from);
    return {
      frames: frames.length,
      ms: (frames.at(-1) ?? 0) - (frames[0] ?? 0),
      blank: (Reflect.get(globalThis, 'benchBlank') as () => number)(),
    };
  });
  return {
    perSecond: ((seen.frames - 1) * 1000) / seen.ms,
    longest,
    blankShare: seen.blank / seen.frames,
    heapMegabytes: await heapMegabytes(page),
  };
}

/** What the page's own thread holds after a collection. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}
