import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Person } from '../world/person.ts';
import { expect, story, type World } from '../world/world.ts';

const tui = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/tui.mjs');
const chunks = fileURLToPath(new URL('../../apps/web/out/_next/static/chunks', import.meta.url));
/** Files of the page that it fetches where there is a terminal. */
const drawsScreens = new Set(
  readdirSync(chunks).filter((name) => readFileSync(join(chunks, name), 'utf8').includes('xterm-rows')),
);
/** On a machine that also builds: most of it is waiting for the first screen. */
const withinMs = 30_000;
const floodMs = 5_000;

const region = (person: Person) => person.page.getByRole('region', { name: 'Terminal', exact: true });
const rows = (person: Person) => region(person).locator('.xterm-rows');

async function shows(person: Person, text: string | RegExp): Promise<void> {
  await expect(rows(person)).toContainText(text, { timeout: withinMs });
}

/** What a person who cannot see the cells reads. */
async function readsAsText(person: Person): Promise<string> {
  const more = region(person).getByRole('button', { name: 'More of this terminal' });
  if (await more.isVisible()) await more.click();
  await person.page.getByText('Read as text', { exact: true }).click();
  const dialog = person.page.getByRole('dialog', { name: 'The screen as text' });
  const text = (await dialog.getByRole('region', { name: 'The screen as text' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return text;
}

async function typesHere(person: Person): Promise<void> {
  await region(person).getByRole('button', { name: 'Type here' }).click();
  await expect(region(person).getByText('You type')).toBeVisible();
}

async function giveTyping(host: Person, name: string, word: 'Watch' | 'Type'): Promise<void> {
  await host.inList(name).click();
  const people = host.page.getByRole('dialog', { name: 'People' });
  await host.choose(people.getByRole('button', { name: `Actions for ${name}` }).first(), 'Change rights…');
  const rights = host.page.getByRole('dialog', { name: `What ${name} may do` });
  await rights.getByRole('radiogroup', { name: 'Shared terminals' }).getByRole('radio', { name: word }).click();
  await rights.getByRole('button', { name: 'Save' }).click();
  if (await people.isVisible()) await people.getByRole('button', { name: 'Close' }).click();
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const start = (world: World, command: string) => world.start(['--agent', `terminal:${command}`, '--no-lobby']);

story(
  'two browsers share one program: both see it, only who may type can, a late joiner sees the same screen',
  async ({ world }) => {
    await start(world, `"${process.execPath}" "${tui}"`);
    const host = await world.host();
    await shows(host, 'small screen 100x30');
    const greta = await world.join('Greta');
    await shows(greta, 'small screen 100x30');

    // The host types; both see it.
    await typesHere(host);
    await host.page.keyboard.type('hello from Hana');
    await host.page.keyboard.press('Enter');
    await shows(host, 'last: hello from Hana');
    await shows(greta, 'last: hello from Hana');

    // A guest watches: there is nothing to press, and keys go nowhere.
    await expect(region(greta).getByText('You watch')).toBeVisible();
    await expect(region(greta).getByRole('button', { name: 'Type here' })).toHaveCount(0);
    await greta.page.getByTestId('terminal-sheet').click();
    await greta.page.keyboard.type('rm -rf x');
    await host.page.keyboard.type('still only Hana');
    await host.page.keyboard.press('Enter');
    await shows(greta, 'last: still only Hana');

    // A client of her own does not help.
    const eve = await world.programByLink('Eve');
    const { state } = await eve.inRoom();
    const [agent] = Object.values(state?.agents ?? {});
    if (agent === undefined) throw new Error('no agent in the room');
    eve.client.send({ type: 'terminal.input', agentId: agent.agentId, keys: 'evil\r' });
    eve.client.send({ type: 'terminal.resize', agentId: agent.agentId, columns: 1, rows: 1 });
    const answered = await eve.until('both were answered', ({ commands }) =>
      commands.filter(({ state: said }) => said === 'rejected').length === 2 ? commands : undefined,
    );
    expect(answered.map(({ outcome }) => outcome)).toEqual([
      { state: 'rejected', code: 'right' },
      { state: 'rejected', code: 'right' },
    ]);

    // Who comes late sees the same screen, cells and text.
    const late = await world.join('Lena');
    await shows(late, 'last: still only Hana');
    expect(await readsAsText(late)).toBe(await readsAsText(greta));
    expect(await readsAsText(late)).toContain('small screen 100x30');

    // The host leaves the terminal by its key, and lets Greta type.
    await host.page.keyboard.press('Control+]');
    await expect(region(host).getByRole('button', { name: 'Type here' })).toBeVisible();
    await giveTyping(host, 'Greta', 'Type');
    await typesHere(greta);
    await greta.page.keyboard.type('now Greta');
    await greta.page.keyboard.press('Enter');
    await shows(host, 'last: now Greta');
    await shows(late, 'last: now Greta');

    // The size is the host's, for all.
    await host.choose(region(host).getByRole('button', { name: /^Size: 100 × 30/ }), '80 × 24');
    for (const person of [host, greta, late]) await shows(person, 'small screen 80x24');

    // Taken back while she types: her keys go nowhere from then on.
    await giveTyping(host, 'Greta', 'Watch');
    await expect(region(greta).getByText('You watch')).toBeVisible();

    // Its end is told, and its last screen stays.
    await typesHere(host);
    await host.page.keyboard.type('die');
    await host.page.keyboard.press('Enter');
    await expect(region(late)).toContainText('The program has ended (exit code 3).', { timeout: withinMs });
    await region(host).getByRole('button', { name: 'Start it again' }).click();
    await expect(region(late)).not.toContainText('has ended', { timeout: withinMs });
    await shows(late, 'small screen 80x24');
  },
);

story('[B38] Control-C stops a flood, for all who watch', async ({ world }) => {
  await start(world, 'bash --norc --noprofile');
  const host = await world.host();
  const greta = await world.join('Greta');
  await shows(host, 'bash-');
  await typesHere(host);
  await host.page.keyboard.type('yes flood');
  await host.page.keyboard.press('Enter');
  await shows(greta, 'flood');
  await host.page.waitForTimeout(floodMs);
  await host.page.keyboard.press('Control+c');
  await shows(host, /\^C/);
  await host.page.keyboard.type('echo calm $((6 * 7))');
  await host.page.keyboard.press('Enter');
  await shows(host, 'calm 42');
  await shows(greta, 'calm 42');
  // How little piles up behind the keys is measured in bytes (shared-terminal.test.ts), how soon it stops in the bench.
});

story('a page older than its host says so where a terminal would be, and goes on below it', async ({ world }) => {
  await start(world, `"${process.execPath}" "${tui}"`);
  const greta = await world.person('Greta');
  // What draws screens is no longer where this page came from; all else is.
  await greta.page.route(
    (url) => drawsScreens.has(basename(url.pathname)),
    (route) => route.fulfill({ status: 404 }),
  );
  await greta.knock(world.guestLink());
  await greta.isLive();
  await expect(greta.page.getByText('The host runs a newer version than this page.')).toBeVisible();
  const composer = await greta.page.locator('#composer-field').boundingBox();
  const height = greta.page.viewportSize()?.height ?? 0;
  expect(composer?.y ?? 0).toBeGreaterThan(height * 0.8);
  // The browser tells of the files that are gone, and of nothing else.
  expect(greta.troubles.splice(0).filter((trouble) => !trouble.includes('status of 404'))).toEqual([]);
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

story(
  'on a phone its keyboard is enough: it lends the keys that it lacks, and leaves the screen its place',
  async ({ world }) => {
    await start(world, `"${process.execPath}" "${tui}"`);
    const host = await world.person('Hana', phone);
    await host.knock(world.ready.hostLink);
    await shows(host, 'small screen 100x30');
    await region(host).getByRole('button', { name: 'Type here' }).tap();
    // The keyboard comes up.
    await host.page.setViewportSize({ width: 390, height: 450 });
    const keys = host.page.getByRole('toolbar', { name: 'Keys that a phone lacks' });
    await expect(keys).toBeInViewport({ ratio: 1 });
    for (const key of await keys.getByRole('button').all())
      expect((await key.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    await expect(host.composer()).toBeHidden();
    // One row, whatever the program seems to do: else the screen would jump.
    const bar = region(host).locator('[data-terminal-bar]');
    expect((await bar.boundingBox())?.height ?? 999).toBeLessThan(64);
    const sheet = await region(host).locator('[data-terminal-screen]').boundingBox();
    expect(sheet?.height ?? 0, 'height of the screen above the keyboard').toBeGreaterThan(240);
    // Large enough to read, and scrolled to what is typed.
    const letter = 'Number.parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize)';
    expect(Number(await host.page.evaluate(letter))).toBeGreaterThanOrEqual(10);
    await host.page.keyboard.type('work');
    await expect(region(host).locator('.xterm-cursor')).toBeInViewport();
    await host.page.keyboard.press('Enter');
    await shows(host, 'esc to interrupt');
    await keys.getByRole('button', { name: 'Esc' }).tap();
    await shows(host, 'ready');
    // No press has closed the keyboard: the next letters arrive, the first of them with Control.
    await host.page.keyboard.type('still here');
    await shows(host, 'still here');
    // Sideways the bar gives way too.
    await host.page.setViewportSize({ width: 844, height: 200 });
    await expect
      .poll(async () => (await region(host).locator('[data-terminal-screen]').boundingBox())?.height ?? 0)
      .toBeGreaterThan(84);
    await keys.getByRole('button', { name: 'Ctrl' }).tap();
    await expect(keys.getByRole('button', { name: 'Ctrl' })).toHaveAttribute('aria-pressed', 'true');
    await host.page.keyboard.type('c');
    await expect(region(host).getByText('The program has ended (exit code 0).')).toBeVisible({ timeout: withinMs });
  },
);
