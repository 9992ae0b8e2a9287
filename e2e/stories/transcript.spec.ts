import type { Page } from '@playwright/test';
import { expect, story } from '../world/world.ts';

const position = (page: Page) =>
  page.getByRole('region', { name: 'Transcript' }).evaluate((element) => Math.round(element.scrollTop));

story('[B59] the transcript follows at its end only, and holds still for a reader', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const { page } = host;
  for (const _ of [1, 2]) {
    await host.prompt('long');
    await expect(page.getByRole('button', { name: 'Interrupt the agent' })).toHaveCount(0);
  }
  await host.prompt('slow');
  await host.sees('1 2 3');
  const transcript = page.getByRole('region', { name: 'Transcript' });
  const toEnd = () => transcript.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  expect(await toEnd()).toBeLessThan(2);
  await transcript.hover();
  await page.mouse.wheel(0, -400);
  const pill = page.getByRole('button', { name: /^(To the end|\d+ new.*)$/ });
  await expect(pill).toBeVisible();
  const before = await position(page);
  await host.sees('12 13 14');
  expect(await position(page)).toBe(before);
  await pill.click();
  await expect.poll(toEnd).toBeLessThan(2);
  await expect(pill).toHaveCount(0);
  await host.button('Interrupt the agent').click();
});

story('somebody finds a message, goes to it, and opens the link to it; the link holds no secret', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const { page } = host;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.prompt('echo the needle in this haystack');
  await host.sees('the needle in this haystack');
  for (const _ of [1, 2, 3]) {
    await host.prompt('long');
    await expect(page.getByRole('button', { name: 'Interrupt the agent' })).toHaveCount(0);
  }
  await page.keyboard.press('Control+f');
  const search = page.getByRole('dialog', { name: 'Search this session' });
  await search.getByRole('searchbox').fill('NEEDLE in');
  await expect(search.getByText('Searched back to the start.')).toBeVisible();
  await search.getByRole('button', { name: /Prompt.*needle/ }).click();
  const prompt = host.transcript().getByRole('article', { name: 'Prompt by Hana' }).first();
  await expect(prompt).toBeInViewport();

  await prompt.hover();
  await prompt.getByRole('button', { name: 'Actions for this message of Hana' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this message' }).click();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(link).toMatch(/\/s#r=[0-9a-f]{32}&m=\d+$/);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(prompt).not.toBeInViewport();
  await page.goto(link);
  await host.isLive();
  await expect(host.transcript().getByText('echo the needle in this haystack')).toBeInViewport();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('plan');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /^Plan/ })).toHaveAttribute('aria-selected', 'true');
});
