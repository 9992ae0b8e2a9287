import { expect, story, type World } from '../world/world.ts';

/** A host and a guest in a room without a lobby. */
async function openRoom(world: World) {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.person('Greta');
  await guest.knock(world.guestLink());
  await guest.isLive();
  return { host, guest };
}

story(
  'two agents in one room: each with its lane, its queue and its folder; one is stopped while the other works',
  async ({ world }) => {
    const { host, guest } = await openRoom(world);

    const agents = host.page.getByRole('dialog', { name: 'Agents' });
    const openAgents = async () => {
      await host.page.getByRole('button', { name: 'More', exact: true }).first().click();
      await host.page.getByRole('menuitem', { name: 'Agents, models and effort' }).click();
    };
    await openAgents();
    const offered = agents.getByRole('region', { name: 'Start another agent' }).getByRole('listitem');
    await offered.filter({ hasText: 'Mock' }).getByRole('button', { name: 'Start', exact: true }).click();
    const second = agents.getByRole('listitem', { name: 'Mock agent 2' });
    await expect(second).toContainText('In its own worktree, on collagility/mock-2');
    await expect(second).toContainText('Ready');
    await second.getByLabel('Model').selectOption('mock-large');
    await second.getByLabel('Effort').selectOption('high');
    await expect(second.getByLabel('Effort')).toHaveValue('high');
    await agents.getByRole('button', { name: 'Close' }).click();
    await guest.sees('Mock agent 2 was added by Hana, in a worktree on collagility/mock-2.');

    // The first counts; what is said to the second waits for nobody.
    const lanes = (person: typeof host) => person.page.getByRole('radiogroup', { name: 'Agents shown' });
    await lanes(host).getByRole('radio', { name: 'Mock agent', exact: true }).click();
    await host.prompt('slow');
    await guest.sees('1 2 3');
    await lanes(host).getByRole('radio', { name: 'Mock agent 2' }).click();
    await host.prompt('echo from the second');
    await guest.sees(/from the second.*Done/s);
    await expect(host.page.getByRole('log').first()).not.toContainText('1 2 3');
    await guest.sees('10 11 12');

    await openAgents();
    await second.getByRole('button', { name: 'Stop…' }).click();
    await second.getByRole('button', { name: 'Stop it' }).click();
    await expect(second).toContainText('Stopped');
    await expect(agents.getByRole('listitem', { name: 'Mock agent', exact: true })).toContainText('Now: slow');
    await second.getByRole('button', { name: 'Start again' }).click();
    await expect(second).toContainText('Ready');
  },
);

story(
  'the host steers a running turn: the words reach the agent in it, and all see whose they are',
  async ({ world }) => {
    const { host, guest } = await openRoom(world);
    await expect(host.composer().getByRole('radio', { name: 'Steer' })).toHaveCount(0);
    await host.prompt('slow');
    await guest.sees('1 2 3');
    await expect(guest.composer().getByRole('radio', { name: 'Steer' })).toHaveCount(0);
    await host.write('Steer', 'count aloud');
    for (const person of [host, guest]) {
      await expect(person.page.getByRole('article', { name: 'Words by Hana into the running turn' })).toContainText(
        'count aloud',
      );
      await person.sees('You said: count aloud');
    }
    await host.button('Interrupt the agent').click();
    await host.sees('Interrupted');
    await expect(host.composer().getByRole('radio', { name: 'Steer' })).toHaveCount(0);
  },
);

story(
  'model and effort are picked beside the composer, and a fork from an earlier message knows nothing of the later one',
  async ({ world }) => {
    const { host, guest } = await openRoom(world);
    const pick = async (name: RegExp, item: RegExp) => {
      await host.composer().getByRole('button', { name }).click();
      await host.page.getByRole('menuitemradio', { name: item }).click();
    };
    await pick(/^Model/, /Mock large/);
    await pick(/^Effort/, /high/);
    await expect(host.composer().getByRole('button', { name: 'Effort: high' })).toBeVisible();
    await expect(guest.composer().getByRole('button', { name: /^(Model|Effort|Mode)/ })).toHaveCount(0);

    await host.prompt('echo the pear');
    await guest.sees(/the pear.*Done|Done.*the pear/s);
    await host.prompt('echo the plum');
    await guest.sees('the plum');
    const first = host.page.getByRole('article').filter({ hasText: 'echo the pear' }).first();
    await first.hover();
    await first.getByRole('button', { name: /^Actions for this message/ }).click();
    await host.page.getByRole('menuitem', { name: /^Fork from here/ }).click();
    await guest.sees(
      /Mock agent 2 was added by Hana, .*as a copy of Mock agent after an earlier prompt\. “echo the pear”/,
    );
    await host.page
      .getByRole('radiogroup', { name: 'Agents shown' })
      .getByRole('radio', { name: 'Mock agent 2' })
      .click();
    await host.prompt('memory');
    await guest.sees('I remember 1 prompts. The last one: echo the pear');
  },
);
