import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, story } from '../world/world.ts';

story('a driver answers a question form, and the agent gets what they chose', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const driver = await world.guest('Dora', host, 'Driver');
  await host.prompt('question');
  const form = driver.tray();
  await form.getByRole('button', { name: 'Send answers' }).click();
  await expect(form.getByRole('alert')).toHaveText('Answer each question first.');
  await form.getByRole('radio', { name: /Something else/ }).check();
  await form.getByLabel('Your own answer').fill('Jasmine, if you must');
  await form.getByRole('checkbox', { name: /web/ }).check();
  await form.getByRole('checkbox', { name: /worker/ }).check();
  await form.getByRole('button', { name: 'Send answers' }).click();
  for (const person of [host, driver]) {
    await person.sees(/You chose Runner: Jasmine, if you must; Places: web, worker/);
    await person.sees(/Dora.*Answered at/s);
  }
});

story('a plan is sent back with a word, and the next one is accepted', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const driver = await world.guest('Dora', host, 'Driver');
  await host.prompt('plan');
  await expect(host.tray().getByRole('heading', { name: 'Plan', exact: true }).first()).toBeVisible();
  await host.tray().getByRole('button', { name: 'Keep planning…' }).click();
  await host.page.getByLabel('What the agent is told').fill('Tests first, please');
  await host.page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  await driver.sees('The plan was not accepted. Refused: Tests first, please');

  await host.prompt('plan');
  await driver.tray().getByRole('button', { name: 'Accept plan' }).click();
  await host.sees('The plan was accepted, and every step is done.');
  await host.page.getByRole('tab', { name: /Plan.*3\/3/ }).click();
  await expect(host.page.getByRole('tabpanel')).toContainText('Make it polite');
});

story('edit and allow runs what was written, and shows both', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await host.prompt('tool touch collagility-demo/asked.txt');
  await host.tray().getByRole('button', { name: 'Edit' }).click();
  const dialog = host.page.getByRole('dialog', { name: 'Edit and allow' });
  await expect(dialog.getByRole('button', { name: 'Allow edited' })).toBeDisabled();
  await dialog.getByLabel('Command that runs instead').fill('touch collagility-demo/edited.txt');
  await dialog.getByRole('button', { name: 'Allow edited' }).click();
  await guest.sees('The command ran.');
  const record = guest.page.getByRole('article', { name: 'Allowed with an edit' });
  await expect(record.locator('s')).toHaveText('touch collagility-demo/asked.txt');
  await expect(record).toContainText('touch collagility-demo/edited.txt');
  expect(existsSync(join(world.folder, 'collagility-demo/edited.txt'))).toBe(true);
  expect(existsSync(join(world.folder, 'collagility-demo/asked.txt'))).toBe(false);
});

story('deny with feedback tells the agent why, word for word', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await host.prompt('ask 1');
  await host.tray().getByRole('button', { name: 'Deny with feedback' }).click();
  await host.page.getByLabel('What the agent is told').fill('Use the existing file');
  await host.page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  await guest.sees('Answers: refused.');
  await expect(guest.page.getByRole('article', { name: 'Did not run' })).toContainText(
    'Told the agent: Use the existing file',
  );
});

story(
  'a rule for the session answers the same request by itself, and no other; revoked, it asks again',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const driver = await world.guest('Dora', host, 'Driver');
    const command = 'touch collagility-demo/again.txt';
    await host.prompt(`tool ${command}`);
    await expect(driver.tray().getByRole('button', { name: 'Allow once' })).toBeVisible();
    await expect(driver.tray().getByRole('button', { name: 'Allow for session…' })).toHaveCount(0);
    await host.tray().getByRole('button', { name: 'Allow for session…' }).click();
    const dialog = host.page.getByRole('dialog', { name: 'Allow for the session' });
    await expect(dialog).toContainText(command);
    await dialog.getByRole('button', { name: 'Allow and save rule' }).click();
    await driver.sees('Allowed for the session');

    await host.prompt(`tool ${command}`);
    await driver.sees('Allowed by a rule');
    await expect(host.page.getByText('The command ran.')).toHaveCount(2);

    // A command that only begins the same is another command.
    await host.prompt(`tool ${command} && rm -rf x`);
    await expect(host.tray()).toContainText('rm -rf x');
    await host
      .tray()
      .getByRole('button', { name: /^Deny(?! with)/ })
      .click();
    await host.sees('The command did not run.');

    await host.choose(host.button('More').first(), 'Rules');
    const rules = host.page.getByRole('dialog', { name: 'Rules' });
    await expect(rules).toContainText(command);
    await rules.getByRole('button', { name: 'Revoke' }).click();
    await expect(rules).toContainText('None. Every request is asked.');
    await rules.getByRole('button', { name: 'Close' }).click();
    await host.prompt(`tool ${command}`);
    await expect(driver.tray()).toContainText(command);
    await driver.tray().getByRole('button', { name: 'Allow once' }).click();
    await expect(host.page.getByText('The command ran.')).toHaveCount(3);
  },
);
