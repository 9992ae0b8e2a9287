import { networkInterfaces } from 'node:os';
import { countingPrompt, expectCounting } from '../world/counting.ts';
import { Person } from '../world/person.ts';
import { expect, story } from '../world/world.ts';

const inMemoryNotice = 'This browser keeps no key.';

story(
  '[R9] two tabs of one browser: one holds the room, and it moves to where somebody asks for it',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const first = await world.join('Greta');
    await host.prompt(countingPrompt);
    await expectCounting(first, 5);
    const second = new Person(await first.page.context().newPage(), 'Greta');
    world.people.push(second);
    await second.page.goto(first.page.url());
    await expect(second.page.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();
    await first.isLive();

    await second.button('Use it here').click();
    await second.isLive();
    await expect(first.page.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();
    await expectCounting(second, 15);
    await first.button('Use it here').click();
    await first.isLive();
    await expectCounting(first, 25);
    await expect(second.page.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();

    await first.page.close();
    await second.button('Use it here').click();
    await second.isLive();
    await expect(host.page.getByRole('heading', { name: 'People 2' })).toBeVisible();
    await host.sees('Greta joined');
    await expect(host.transcript()).not.toContainText('frozen');
  },
);

story(
  'a browser that forbids storage is a device in memory, says so, and knocks again after a reload',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const guest = await world.personInBrowser('Greta', { forbidsStorage: true });
    await guest.knock(world.guestLink());
    await guest.isLive();
    await expect(guest.page.getByText(inMemoryNotice)).toBeVisible();
    await host.inList('Greta').click();
    await expect(host.page.getByRole('dialog', { name: 'People' })).toContainText('keeps no key');
    await guest.page.reload();
    await expect(guest.livePill()).toHaveCount(0);
    await expect(guest.page.getByRole('heading', { name: /another browser|needs a link|Join/ })).toBeVisible();
  },
);

story(
  '[B52] plain http beyond this machine: the room works without the browser’s own crypto, and says what is missing',
  async ({ world }) => {
    const inLan = Object.values(networkInterfaces())
      .flat()
      .some((address) => address?.family === 'IPv4' && !address.internal);
    story.skip(world.hasOwnRelay && !inLan, 'this machine is in no network');
    await world.start(world.hasOwnRelay ? ['--no-lobby', '--lan', '--insecure-lan'] : ['--no-lobby']);
    const host = await world.host();
    const link = new URL(world.guestLink());
    const name = 'team-relay.test';
    if (!world.hasOwnRelay) link.hostname = name;
    const guest = await world.personInBrowser('Greta', { args: [`--host-resolver-rules=MAP ${name} 127.0.0.1`] });
    await guest.page.goto(link.href);
    expect(await guest.page.evaluate('[isSecureContext, crypto.subtle === undefined]')).toEqual([false, true]);
    await expect(guest.page.getByText('after a reload you knock again')).toBeVisible();
    await guest.knock(link.href);
    await guest.isLive();
    await expect(guest.page.getByText(inMemoryNotice)).toBeVisible();
    await guest.suggest('echo over plain http');
    const suggestion = host.suggestion('echo over plain http');
    await suggestion.hover();
    await suggestion.getByRole('button', { name: 'Run', exact: true }).click();
    await guest.sees('over plain http');
  },
);

story('a page that was frozen for long wakes up not live, then has everything', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.join('Greta');
  await host.prompt(countingPrompt);
  await expectCounting(guest, 5);
  const browser = await guest.page.context().newCDPSession(guest.page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expectCounting(host, 60, 20_000);
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expectCounting(guest, 60);
  await guest.isLive();
});
