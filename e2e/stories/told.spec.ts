import type { Page } from '@playwright/test';
import { expect, story } from '../world/world.ts';

/** Keeps what the live regions of the page say from now on. */
const listening = `
  window.told = [];
  new MutationObserver((records) => {
    const regions = new Set();
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest('[role=status], [role=alert], [aria-live]:not([aria-live=off])');
      if (region) regions.add(region);
    }
    for (const region of regions) window.told.push(region.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`;
const told = (page: Page): Promise<string[]> => page.evaluate('window.told');

story('a screen reader is told what happens, once, and never the words as they are written', async ({ world }) => {
  await world.start();
  const host = await world.host();
  await host.page.evaluate(listening);
  await host.prompt('long');
  await host.sees('That was the long answer.');
  await expect.poll(() => told(host.page)).toContainEqual(expect.stringMatching(/Mock agent/));
  const all = await told(host.page);
  expect(
    all.filter((text) => text.includes('That was')),
    all.join(' | '),
  ).toEqual([]);
  expect(all.length, all.join(' | ')).toBeLessThan(8);
});

story('where the system sets the colours, what is chosen is still seen', async ({ world }) => {
  await world.start();
  const host = await world.host();
  await host.page.emulateMedia({ forcedColors: 'active' });
  const ground = (name: string) =>
    host
      .panel()
      .getByRole('tab', { name })
      .evaluate((tab) => tab.computedStyleMap().get('background-color')?.toString());
  expect(await ground('Changes')).not.toBe(await ground('Files'));
});
