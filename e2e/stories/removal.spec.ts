import { expect, story } from '../world/world.ts';

const refusedLink = /This link was replaced|The relay does not know this link/;

story('a removed member sees so, cannot come back by the old link, and the others go on', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const greta = await world.join('Greta');
  const ole = await world.join('Ole');
  await host.inList('Greta').click();
  const list = host.page.getByRole('dialog', { name: 'People' });
  await host.choose(list.getByRole('button', { name: 'Actions for Greta' }), 'Remove…');
  await host.page.getByRole('dialog', { name: 'Remove Greta?' }).getByRole('button', { name: 'Remove' }).click();

  await expect(greta.page.getByRole('heading', { name: 'The host removed you' })).toBeVisible();
  await expect(greta.page.getByRole('log')).toHaveCount(0);
  await host.prompt('echo among ourselves');
  await ole.sees('among ourselves');
  await ole.sees('Hana removed Greta');
  await ole.isLive();

  await greta.page.reload();
  await expect(greta.page.getByRole('heading', { name: /another browser|removed you|does not know/ })).toBeVisible();
  await greta.page.goto('about:blank');
  await greta.knock(world.guestLink());
  await expect(greta.page.getByRole('heading', { name: refusedLink })).toBeVisible();
  await expect(host.inList('Greta')).toHaveCount(0);
});

story('a replaced link lets nobody in any more, and a member who comes back meanwhile stays in', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const greta = await world.join('Greta');
  const old = world.guestLink();

  await host.button('Share').click();
  const invite = host.page.getByRole('dialog', { name: /^Invite/ });
  await invite.getByRole('button', { name: 'Replace all links…' }).click();
  await Promise.all([greta.page.reload(), invite.getByRole('button', { name: 'Revoke all links' }).click()]);
  await expect(invite).toContainText('No link is open.');
  await greta.isLive();
  await greta.page.reload();
  await greta.isLive();
  await invite.getByRole('button', { name: 'Close' }).click();

  const late = await world.person('Lale');
  await late.knock(old);
  await expect(late.page.getByRole('heading', { name: refusedLink })).toBeVisible();
  await host.prompt('echo still here');
  await greta.sees('still here');
});
