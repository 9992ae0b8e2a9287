import { expect, story } from '../world/world.ts';

story('rights changed while somebody types: the text stays, what it can do changes at once', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host, 'Co-driver, prompts');
  const field = guest.composer().getByRole('textbox');
  await field.pressSequentially('echo half a thou');
  await expect(host.composer()).toContainText('Greta is typing');
  await expect(guest.composer().getByRole('button', { name: 'Run' })).toBeVisible();

  await host.setRole('Greta', 'Viewer');
  // Words to the agent become no words to people by themselves.
  await expect(guest.composer()).toContainText('“Prompt” is not possible for you any more.');
  await expect(guest.composer().getByRole('button', { name: 'Change to Chat' })).toBeVisible();
  await expect(guest.composer().getByRole('radio', { name: 'Prompt' })).toHaveCount(0);
  await field.press('Enter');
  await expect(field).toHaveValue('echo half a thou');
  await expect(guest.button('Interrupt the agent')).toHaveCount(0);
  await guest.sees('Hana changed Greta’s rights: Viewer');

  await host.setRole('Greta', 'Driver');
  await field.pressSequentially('ght');
  await guest.composer().getByRole('radio', { name: 'Prompt' }).click();
  await field.press('Enter');
  await expect(host.page.getByRole('article', { name: 'Mock agent' })).toContainText('half a thought');
  await host.prompt('tool');
  await guest.tray().getByRole('button', { name: 'Allow once' }).click();
  await host.sees('The command ran.');
});

story('a right taken away between the look and the press does not count', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const driver = await world.guest('Dora', host, 'Driver');
  await host.prompt('tool');
  await expect(driver.tray().getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await host.setRole('Dora', 'Co-driver, suggests');
  await expect(driver.tray()).toContainText('You can see this and cannot answer it.');
  await expect(driver.tray().getByRole('button', { name: 'Allow once' })).toHaveCount(0);
  await expect(host.tray()).toContainText('You sign');
});
