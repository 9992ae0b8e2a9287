import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

for (const colorScheme of colorSchemes)
  story(
    `on a phone the host starts a second agent, speaks to each, sees what waits for it, and stops it (${colorScheme})`,
    async ({ world }) => {
      await world.start(['--no-lobby']);
      const host = await world.host({ ...phone, colorScheme });
      const guest = await world.join('Greta');
      const { page } = host;
      const agents = page.getByRole('dialog', { name: 'Agents' });
      const openAgents = async () => {
        await host.tapView('More');
        await page.getByRole('button', { name: 'Agents, models and effort' }).tap();
      };
      const closeAgents = async () => {
        await agents.getByRole('button', { name: 'Close' }).tap();
        await expect(agents).toHaveCount(0);
        await host.tapView('Session');
      };

      await openAgents();
      const offered = agents.getByRole('region', { name: 'Start another agent' }).getByRole('listitem');
      const start = offered.filter({ hasText: 'Mock' }).getByRole('button', { name: 'Start', exact: true });
      await expect(start).toBeEnabled();
      await looksRight(page, 'agents that could be started');
      await start.tap();
      const second = agents.getByRole('listitem', { name: 'Mock agent 2' });
      await expect(second).toContainText('In its own worktree, on collagility/mock-2');
      await expect(second).toContainText('Ready');
      await second.getByLabel('Model').selectOption('mock-large');
      await second.getByLabel('Effort').selectOption('high');
      await expect(second.getByLabel('Effort')).toHaveValue('high');
      await looksRight(page, 'two agents');
      await closeAgents();

      const lane = (name: string) =>
        page.getByRole('radiogroup', { name: 'Agents shown' }).getByRole('radio', { name, exact: true });
      await lane('Mock agent').tap();
      await host.prompt('slow');
      await host.sees('1 2 3');
      await host.prompt('echo for later');
      await expect(host.queue()).toContainText(['echo for later']);
      await looksRight(page, 'the first lane, with a queue');
      await lane('Mock agent 2').tap();
      await expect(host.queue()).toHaveCount(0);
      await host.prompt('echo from the second');
      await host.sees(/from the second.*Done/s);
      await expect(host.transcript()).not.toContainText('1 2 3');
      await looksRight(page, 'the second lane');
      await guest.sees('from the second');
      await lane('All agents').tap();
      await host.sees('1 2 3');
      await host.sees('from the second');

      await openAgents();
      const first = agents.getByRole('listitem', { name: 'Mock agent', exact: true });
      await expect(first).toContainText('1 prompt waits');
      await expect(first).toContainText('Now: slow');
      await expect(second).toContainText('you speak to it');
      await second.getByRole('button', { name: 'Stop…' }).tap();
      await second.getByRole('button', { name: 'Stop it' }).tap();
      await expect(second).toContainText('Stopped');
      await looksRight(page, 'one stopped, one at work');
      // It leads to where people speak, from whatever view the dialog lies over.
      await first.getByRole('button', { name: 'Speak to it' }).tap();
      await expect(agents).toHaveCount(0);
      await expect(host.queue()).toContainText(['echo for later']);
      await host.button('Interrupt the agent').tap();
      await host.sees('Interrupted');
      await guest.seesBanner('The queue has stopped.');
      await looksRight(page, 'a queue that has stopped');
    },
  );
