import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type LongestTask, longestTaskFigure, longestTaskOf } from '../longest-task.ts';
import { launchBrowser, openBenchRoom, prompt } from '../page.ts';
import { median, type Row } from '../row.ts';

const lines = 5_000;
const stepPx = 220;
/** Of each of three stretches: at 60 frames a second they pass in some seven seconds. */
const stepsEach = 140;

type Kind = 'unified' | 'split';

export const pageDiff: Row = {
  name: 'page-diff',
  title: `a diff of ${lines} lines, coloured, scrolled at its two ends and in its middle, in one column and side by side`,
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
    const perSecond: Record<Kind, number[]> = { unified: [], split: [] };
    const longest: Record<Kind, LongestTask[]> = { unified: [], split: [] };
    for (let round = 0; round <= settings.rounds; round++) {
      for (const kind of ['unified', 'split'] as const) {
        // The one button names the other form.
        if (kind === 'split') await page.getByRole('button', { name: 'Side by side' }).click();
        else if (round > 0) await page.getByRole('button', { name: 'One column' }).click();
        await settled(page);
        // Writing a trace costs frames: it has a round of its own.
        if (round < settings.rounds) perSecond[kind].push(await scrolled(page));
        else longest[kind].push((await longestTaskOf(browser, page, () => scrolled(page))).longest);
      }
    }
    await room.close();
    await browser.close();
    return (['unified', 'split'] as const).flatMap((kind) => {
      return [
        {
          what: `${kind}: frames`,
          value: median(perSecond[kind]),
          unit: 'frames/s',
          better: 'higher',
          gate: 50,
          goal: 60,
        },
        longestTaskFigure(`${kind}: `, longest[kind]),
      ] as const;
    });
  },
};

const scroller = readFileSync(new URL('../scroll-diff.js', import.meta.url), 'utf8');

/** Colours come before, as they do for somebody who reads. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(2_000);
  await page.evaluate(scroller);
}

/** Frames a second. */
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(
    ([px, steps]) =>
      (Reflect.get(globalThis, 'benchScrollDiff') as (px: number, steps: number) => Promise<number>)(px, steps),
    [stepPx, stepsEach] as const,
  );
