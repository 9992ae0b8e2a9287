import { expect, story } from '../world/world.ts';

story('a guest suggests, another votes, the host runs it, and both names stand beside it', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const greta = await world.guest('Greta', host);
  const bo = await world.guest('Bo', host, 'Viewer');
  await greta.suggest('echo from a guest');
  await expect(host.suggestion('echo from a guest')).toContainText('Greta');
  await bo.suggestion('echo from a guest').getByRole('button', { name: '0 votes' }).click();
  await expect(bo.suggestion('echo from a guest').getByRole('button', { name: '1 vote, you voted' })).toBeVisible();
  const line = host.suggestion('echo from a guest');
  await expect(line.getByRole('button', { name: '1 vote' })).toBeVisible();
  // Who may not run prompts has no buttons for it.
  for (const guest of [greta, bo]) {
    await guest.suggestion('echo from a guest').hover();
    await expect(guest.suggestion('echo from a guest').getByRole('button', { name: 'Run' })).toHaveCount(0);
  }
  await line.hover();
  await line.getByRole('button', { name: 'Run', exact: true }).click();
  for (const person of [host, greta, bo]) {
    await person.sees('from Greta’s suggestion');
    await expect(person.page.getByRole('article', { name: 'Mock agent' })).toContainText('from a guest');
    await expect(person.page.getByRole('region', { name: 'Suggestions' })).toHaveCount(0);
  }
});

story('a changed suggestion runs as it was changed, and is marked so', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await guest.suggest('echo first wording');
  const line = host.suggestion('echo first wording');
  await line.hover();
  await line.getByRole('button', { name: 'Edit & run' }).click();
  const field = host.composer().getByRole('textbox');
  await expect(field).toHaveValue('echo first wording');
  await field.fill('echo better wording');
  await host.composer().getByRole('button', { name: 'Run edited' }).click();
  await guest.sees('from Greta’s suggestion, changed');
  await expect(guest.page.getByRole('article', { name: 'Mock agent' })).toContainText('better wording');
  await expect(guest.page.getByRole('article', { name: 'Mock agent' })).not.toContainText('first wording');
});

story('a declined suggestion comes back with the note, and one may withdraw an own one', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await guest.suggest('echo no thanks');
  const line = host.suggestion('echo no thanks');
  await line.hover();
  await line.getByRole('button', { name: 'Decline' }).click();
  await host.page.getByLabel('Note to the author (may be empty)').fill('Not before the release');
  await host.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await guest.sees('Hana declined a suggestion: “echo no thanks” (Not before the release)');

  await guest.suggest('echo changed my mind');
  await guest.choose(guest.suggestion('echo changed my mind').getByRole('button', { name: /Actions/ }), 'Withdraw');
  await host.sees('Greta withdrew a suggestion: “echo changed my mind”');
  await expect(host.page.getByRole('article', { name: 'Mock agent' })).toHaveCount(0);
});
