import { countedOn, countingPrompt, expectCounting } from '../world/counting.ts';
import { expect, story } from '../world/world.ts';

story(
  'a bridge killed in the middle of a turn comes back under the same link, and nothing is lost, doubled or sent again',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const people = [host, await world.join('Greta'), await world.join('Ole')];
    const [, greta, ole] = people as [typeof host, typeof host, typeof host];
    await host.prompt('echo before');
    await ole.sees('before');
    await host.prompt(countingPrompt);
    for (const person of people) await expectCounting(person, 5);
    const before = world.ready;

    await world.bridge.kill();
    for (const person of people) {
      await expect(person.livePill()).toHaveText(world.hasOwnRelay ? /^(Not live|Connecting)/ : 'Host away');
    }
    await greta.say('is anybody there');
    await host.prompt('echo written meanwhile');

    await world.resume();
    expect(world.guestLink()).toBe(before.links[0]?.url);
    expect(world.ready.roomId).toBe(before.roomId);
    expect(new URL(world.ready.hostLink).port).toBe(new URL(before.hostLink).port);
    // The host's page was the dead bridge's own (CLG-81); the new one opens it anew.
    await host.page.goto('about:blank');
    await host.knock(world.ready.hostLink);
    await host.isLive();
    await host.composer().getByRole('button', { name: 'Put back to change' }).click();
    await expect(host.composer().getByRole('textbox')).toHaveValue('echo written meanwhile');
    await host.composer().getByRole('textbox').fill('');
    for (const person of people) {
      await person.isLive(20_000);
      await person.sees('Nothing is sent again by itself.');
      await expect(person.page.getByRole('article', { name: 'Prompt by Hana' })).toHaveCount(2);
      await expect(person.transcript()).toContainText('Failed');
    }
    const stood = await countedOn(host);
    expect(stood).toEqual(stood.map((_, index) => index + 1));
    await host.prompt('echo after');
    for (const person of people) {
      await person.sees('after');
      await expect(person.page.getByRole('article', { name: 'Prompt by Hana' })).toHaveCount(3);
      await person.openChat();
      await expect(person.messages().filter({ hasText: 'is anybody there' })).toHaveCount(1);
    }
  },
);

story(
  'Ctrl+C tells the guests that the session has ended, and the same address works again when it goes on',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const guest = await world.join('Greta');
    await host.prompt('echo before');
    await guest.sees('before');

    expect(await world.bridge.stop()).toBe(0);
    await expect(guest.page.getByText(/The session has ended/).first()).toBeVisible();
    await expect(host.page.getByRole('heading', { name: 'Your bridge has ended' })).toBeVisible();

    await world.resume();
    await guest.page.reload();
    await guest.isLive();
    await guest.sees('before');
  },
);
