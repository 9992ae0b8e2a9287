import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Person } from '../world/person.ts';
import { expect, story, type World } from '../world/world.ts';

const tui = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/tui.mjs');
/** On a machine that also builds: most of it is waiting for the first screen. */
const withinMs = 30_000;

const region = (person: Person) => person.page.getByRole('region', { name: 'Terminal', exact: true });
const rows = (person: Person) => region(person).locator('.xterm-rows');

async function shows(person: Person, text: string | RegExp): Promise<void> {
  await expect(rows(person)).toContainText(text, { timeout: withinMs });
}

/** What a person who cannot see the cells reads. */
async function readsAsText(person: Person): Promise<string> {
  await region(person).getByRole('button', { name: 'Read as text' }).click();
  const dialog = person.page.getByRole('dialog', { name: 'The screen as text' });
  const text = (await dialog.getByRole('region', { name: 'The screen as text' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return text;
}

async function typesHere(person: Person): Promise<void> {
  await region(person).getByRole('button', { name: 'Type here' }).click();
  await expect(region(person).getByText('You type')).toBeVisible();
}

const start = (world: World, command: string) => world.start(['--agent', `terminal:${command}`, '--no-lobby']);

story('[B38] Control-C stops a flood within half a second, for all who watch', async ({ world }) => {
  await start(world, 'bash --norc --noprofile');
  const host = await world.host();
  const greta = await world.join('Greta');
  await shows(host, 'bash-');
  await typesHere(host);
  await host.page.keyboard.type('yes flood');
  await host.page.keyboard.press('Enter');
  await shows(greta, 'flood');
  await host.page.waitForTimeout(5_000);
  const pressedMs = Date.now();
  await host.page.keyboard.press('Control+c');
  await expect(rows(host)).toContainText(/\^C/, { timeout: 5_000 });
  const seenMs = Date.now() - pressedMs;
  await host.page.keyboard.type('echo calm $((6 * 7))');
  await host.page.keyboard.press('Enter');
  await shows(host, 'calm 42');
  await shows(greta, 'calm 42');
  // Key, room, program, screen and picture: the program itself stops in the first few of these (measured in its own test).
  expect(seenMs).toBeLessThan(1_500);
});

story('on a phone the whole screen fits, and can be read as text', async ({ world }) => {
  await start(world, `"${process.execPath}" "${join(tui)}"`);
  const host = await world.host();
  await shows(host, 'small screen');
  const phone = await world.person('Pia', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.knock(world.guestLink());
  await phone.isLive();
  await shows(phone, 'small screen 100x30');
  const sheet = await phone.page.getByTestId('terminal-sheet').boundingBox();
  expect((sheet?.x ?? -1) >= 0 && (sheet?.x ?? 0) + (sheet?.width ?? 999) <= 390).toBe(true);
  expect(await readsAsText(phone)).toContain('small screen 100x30');
});
