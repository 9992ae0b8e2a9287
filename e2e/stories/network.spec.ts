import { countedOn, countingPrompt, expectCounting } from '../world/counting.ts';
import { expect, story, type World } from '../world/world.ts';

const cutMs = 20_000;
/** Three beats of a running turn (CLG-57), and what a busy machine adds. */
const silentMs = 18_000;

/** A driver behind the breakable network, whose button "Allow once" is armed. */
async function askedBehindNetwork(world: World) {
  await world.start();
  const host = await world.host();
  const guest = await world.personBehindNetwork('Greta');
  await guest.knock(world.guestLink());
  await world.admit(host, 'Greta', 'Driver');
  await guest.isLive();
  await host.prompt('ask 1');
  const allow = guest.tray().getByRole('button', { name: /^Allow once/ });
  await expect(allow).toBeEnabled();
  return { host, guest, allow };
}

story(
  '[B44] a network that is cut for 20 s: not live at once, nothing decided, chat sent once, all caught up',
  async ({ world }) => {
    const { host, guest, allow } = await askedBehindNetwork(world);
    await guest.composer().getByRole('textbox').fill('half a thought');

    const cutAtMs = Date.now();
    world.network.cut();
    await expect(guest.livePill()).toHaveText(/^(Not live|Connecting)/, { timeout: cutMs / 2 });
    await expect(allow).toBeDisabled();
    await guest.say('written while away');
    await expect(guest.panel().getByText('kept here until the connection is back')).toBeVisible();

    await host.tray().getByRole('button', { name: 'Deny', exact: true }).click();
    await host.prompt('echo what happened meanwhile');
    await host.sees('what happened meanwhile');
    // The length of the cut is what this story is about.
    await guest.page.waitForTimeout(cutMs - (Date.now() - cutAtMs));
    await expect(guest.transcript()).not.toContainText('what happened meanwhile');
    world.network.restore();
    await guest.button('Reconnect now').click();

    await guest.isLive();
    await guest.sees('what happened meanwhile');
    await expect(guest.tray()).toHaveCount(0);
    await expect(guest.composer().getByRole('textbox')).toHaveValue('half a thought');
    await host.openChat();
    for (const person of [host, guest]) {
      await expect(person.messages().filter({ hasText: 'written while away' })).toHaveCount(1);
    }
    await expect(guest.panel().getByText(/sending|kept here/)).toHaveCount(0);
  },
);

story(
  '[B43] [B44] a connection that died silently is noticed, left and replaced; an answer into it does not count late',
  async ({ world }) => {
    const { host, guest, allow } = await askedBehindNetwork(world);

    world.network.forget();
    // Nobody can know yet: the button is still armed, and the press goes nowhere.
    await allow.click();
    await guest.say('into the void');
    await expect(guest.livePill()).toHaveText(/^Not live/, { timeout: silentMs });
    await expect(guest.tray()).toContainText('not counted yet');

    await guest.isLive(20_000);
    await expect(guest.tray()).toContainText('Not sent');
    await expect(guest.tray()).toContainText('too late');
    await expect(host.tray()).toBeVisible();
    await host.openChat();
    await expect(host.messages().filter({ hasText: 'into the void' })).toHaveCount(1);
    await allow.click();
    await host.sees('Answers: allowed.');
    await guest.sees('Answers: allowed.');
    await expect(guest.messages().filter({ hasText: 'into the void' })).toHaveCount(1);
  },
);

story(
  '[B43] a half-open connection: what was sent did arrive and counts once, what was missed is fetched',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const guest = await world.personBehindNetwork('Greta');
    await guest.knock(world.guestLink());
    await guest.isLive();
    await host.prompt(countingPrompt);
    await expectCounting(guest, 5);

    world.network.halfOpen();
    await guest.say('one way');
    await host.openChat();
    await expect(host.messages().filter({ hasText: 'one way' })).toHaveCount(1);
    const stoodAt = (await countedOn(guest)).length;
    await expect(guest.livePill()).toHaveText(/^Not live/, { timeout: silentMs });

    await guest.isLive(20_000);
    await expectCounting(guest, stoodAt + 100);
    for (const person of [host, guest]) {
      await expect(person.messages().filter({ hasText: 'one way' })).toHaveCount(1);
    }
  },
);
