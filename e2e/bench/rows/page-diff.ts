import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type LongestTask, longestTaskFigure, longestTaskOf } from '../longest-task.ts';
import { launchBrowser, openBenchRoom, prompt } from '../page.ts';
import { median, type Row } from '../row.ts';

const lines = 5_000;
/** At 60 frames a second the whole diff passes in some seven seconds. */
const stepPx = 220;

type Scrolled = { perSecond: number; longest: LongestTask };

export const pageDiff: Row = {
  name: 'page-diff',
  title: `a diff of ${lines} lines, coloured, scrolled from end to end, in one column and side by side`,
  async run(settings) {
    const browser = await launchBrowser(settings);
    const room = await openBenchRoom(browser, 'mock');
    const { hostPage: page, folder } = room;
    const turn = async (text: string) => {
      await prompt(page, `echo ${text}`);
      await page.getByText(text, { exact: true }).last().waitFor();
    };
    await turn('first');
    const code = Array.from(
      { length: lines },
      (_, at) =>
        `export const retryAfter${at} = (attempt: number) => Math.min(30_000, 2 ** attempt * ${at}) * jitter();`,
    );
    writeFileSync(join(folder, 'generated.ts'), code.join('\n'));
    await turn('second');
    await page.getByRole('button', { name: /Added\s*generated\.ts/ }).click();
    await page.locator('.diff-lines [data-line="1"]').waitFor();
    const runs: Record<'unified' | 'split', Scrolled[]> = { unified: [], split: [] };
    for (let round = 0; round < settings.rounds; round++) {
      runs.unified.push(await scrolled(browser, page));
      await page.getByRole('button', { name: 'Side by side' }).click();
      runs.split.push(await scrolled(browser, page));
      await page.getByRole('button', { name: 'One column' }).click();
    }
    await room.close();
    await browser.close();
    return (['unified', 'split'] as const).flatMap((kind) => {
      return [
        {
          what: `${kind}: frames`,
          value: median(runs[kind].map(({ perSecond }) => perSecond)),
          unit: 'frames/s',
          better: 'higher',
          gate: 50,
          goal: 60,
        },
        longestTaskFigure(
          `${kind}: `,
          runs[kind].map(({ longest }) => longest),
        ),
      ] as const;
    });
  },
};

const scroller = readFileSync(new URL('../scroll-diff.js', import.meta.url), 'utf8');

/** From the first line to the last; colours come before, as they do for somebody who reads. */
async function scrolled(browser: Browser, page: Page): Promise<Scrolled> {
  await page.waitForTimeout(2_000);
  await page.evaluate(scroller);
  const { result, longest } = await longestTaskOf(browser, page, () =>
    page.evaluate((px) => (Reflect.get(globalThis, 'benchScrollDiff') as (px: number) => Promise<number>)(px), stepPx),
  );
  return { perSecond: result, longest };
}
