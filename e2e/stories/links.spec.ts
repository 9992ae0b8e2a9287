import { ready } from '@collagility/protocol/crypto/sodium';
import { encodeLink } from '@collagility/protocol/link';
import type { Person } from '../world/person.ts';
import { expect, story, type World } from '../world/world.ts';

const heading = (person: Person, name: string | RegExp) => person.page.getByRole('heading', { name });

/** A link that the host makes in the invite dialog. */
async function makeLink(host: Person, choices: { uses?: string; lobby: boolean }): Promise<string> {
  await host.button('Share').click();
  const invite = host.page.getByRole('dialog', { name: /^Invite/ });
  const shown = invite.getByRole('textbox', { name: 'The link' });
  const before = await shown.inputValue();
  if (choices.uses !== undefined) await invite.getByLabel('Uses').selectOption(choices.uses);
  if (!choices.lobby) await invite.getByRole('checkbox', { name: /^Lobby/ }).click();
  await invite.getByRole('button', { name: 'Make link' }).click();
  await expect(shown).not.toHaveValue(before);
  const link = await shown.inputValue();
  await invite.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** All that a page keeps or shows where others could read it. */
const keptByPage = `(async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const cached = await Promise.all(stores.map((store) => store.keys()));
  return {
    address: location.href,
    referrer: document.referrer,
    asked: performance.getEntries().map(({ name }) => name),
    visited: navigation.entries().map(({ url }) => url),
    state: history.state,
    local: { ...localStorage },
    session: { ...sessionStorage },
    cached: cached.flat().map(({ url }) => url),
    markup: document.documentElement.outerHTML,
  };
})()`;

/** Text that the page and nobody else sees: nothing is dialled before Join. */
async function opened(world: World, link: string): Promise<Person> {
  const person = await world.person('Greta');
  await person.page.goto(link);
  return person;
}

story(
  '[B49] a link that is cut, changed or in the wrong case is told apart before anything is dialled',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const link = world.guestLink();
    const start = link.indexOf('#') + 1;
    const changed = (at: number) => link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1);
    const damaged = [
      link.slice(0, start + 60),
      link.slice(0, -1),
      changed(start + 40),
      changed(link.length - 1),
      link.slice(0, start) + link.slice(start).toLowerCase(),
    ];
    const person = await world.person('Greta');
    for (const wrong of damaged) {
      await person.page.goto('about:blank');
      await person.page.goto(wrong);
      await expect(heading(person, 'The link is not complete')).toBeVisible();
    }
    await person.page.goto('about:blank');
    await person.page.goto(link.slice(0, start - 1));
    await expect(heading(person, 'This page needs a link')).toBeVisible();

    for (const glued of ['.', ')', '),', '%20', '”']) {
      await person.page.goto('about:blank');
      await person.page.goto(link + glued);
      await expect(heading(person, 'Join a coding session')).toBeVisible();
    }
    await person.page.getByLabel('Your name in the room').fill('Greta');
    await person.button('Ask to join').click();
    await person.isLive();
  },
);

story(
  '[B49] a whole link to a room that is not there is the relay’s word, with no room made and no claim of being live',
  async ({ world }) => {
    await ready;
    await world.start(['--no-lobby']);
    const url = new URL(world.guestLink());
    url.hash = encodeLink({ hostPk: new Uint8Array(32).fill(7), secret: new Uint8Array(32).fill(9) });
    const person = await world.person('Greta');
    await person.knock(url.href);
    await expect(heading(person, 'There is no such room')).toBeVisible();
    await expect(person.livePill()).toHaveCount(0);
  },
);

story('[B49] an expired and a used-up link say so, and whoever is in stays in', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const once = await makeLink(host, { uses: 'one', lobby: false });
  const first = await world.join('Greta', once);
  const second = await world.person('Ole');
  await second.knock(once);
  await expect(heading(second, /This link is used up|The relay does not know this link/)).toBeVisible();

  // The host's own clock is what an expiry is counted by: this link has three seconds left when it is made.
  await host.page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() - 24 * 3_600_000 + 3_000;
  });
  const short = await makeLink(host, { lobby: true });
  const late = await opened(world, short);
  await expect(heading(late, 'Join a coding session')).toBeVisible();
  await late.page.waitForTimeout(3_000);
  await late.page.getByLabel('Your name in the room').fill('Lale');
  await late.button('Ask to join').click();
  await expect(heading(late, /This link has expired|The relay does not know this link/)).toBeVisible();
  await first.isLive();
});

story('[P6] a program that only loads a link joins nothing and leaves nothing behind', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const scanner = await opened(world, world.guestLink());
  await expect(heading(scanner, 'Join a coding session')).toBeVisible();
  await scanner.page.waitForLoadState('networkidle');
  expect(new URL(scanner.page.url()).hash).toBe('');
  const secret = new URL(world.guestLink()).hash.slice(1);
  for (const url of scanner.requests) expect(url).not.toContain(secret.slice(50, 80));
  expect(await scanner.page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
  await expect(host.page.getByRole('heading', { name: 'People 1' })).toBeVisible();
  expect(world.bridge.lines.filter((line) => line.type === 'joined')).toHaveLength(1);
});

story(
  '[P7] what a link holds is in nothing that the page asks, says or keeps once somebody is in',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const secret = new URL(world.guestLink()).hash.slice(1);
    const parts = [secret.slice(0, 30), secret.slice(30, 60), secret.slice(60)];
    const person = await world.person('Greta');
    const said: string[] = [];
    person.page.on('request', (request) => said.push(request.url(), JSON.stringify(request.headers())));
    person.page.on('console', (message) => said.push(message.text()));
    await person.knock(world.guestLink());
    await person.isLive();
    await person.chat('hello');
    await person.page.reload();
    await person.isLive();
    const kept = JSON.stringify(await person.page.evaluate(keptByPage));
    const bridge = JSON.stringify(world.bridge.lines.filter(({ type }) => type !== 'ready')) + world.bridge.stderr;
    for (const part of parts)
      for (const text of [...said, kept, bridge]) expect(text.includes(part), text.slice(0, 200)).toBe(false);
  },
);
