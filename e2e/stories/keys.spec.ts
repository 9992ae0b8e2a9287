import { expect, story } from '../world/world.ts';

story('by keys alone somebody is let in, requests are answered, and focus is never lost', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const { keyboard } = host.page;
  const guest = await world.person('Greta');
  await guest.knock(world.guestLink());
  await host.button('Check words and admit').focus();
  await keyboard.press('Enter');
  const door = host.page.getByRole('dialog', { name: 'At the door' });
  await door.getByRole('button', { name: /^Admit as [^…]/ }).focus();
  await keyboard.press('Enter');
  await guest.isLive();
  await expect(door).toHaveCount(0);

  const field = host.page.locator('#composer-field');
  await field.focus();
  await keyboard.type('ask 3');
  await keyboard.press('Enter');
  const allow = host.tray().getByRole('button', { name: /^Allow once/ });
  await expect(allow).toBeEnabled();
  // A request that comes takes nobody's focus.
  await expect(field).toBeFocused();
  await host.page.locator('#region-main').focus();
  await keyboard.press('n');
  for (const number of [1, 2, 3]) {
    await expect(host.tray()).toContainText(`asked-${number}.txt`);
    await expect(host.tray().getByRole('group', { name: 'Run a command' })).toBeFocused();
    // The next one takes no key that was meant for the one before.
    await expect(allow).toBeEnabled();
    await keyboard.press('a');
  }
  await host.sees('Answers: allowed, allowed, allowed.');
  await expect(host.tray()).toHaveCount(0);
  await expect(field).toBeFocused();

  // Dialogs begin in their field, and give the focus back.
  const more = host.page.getByRole('button', { name: 'More', exact: true }).first();
  for (const [item, role] of [
    ['Rename the session', 'textbox'],
    ['Search this session', 'searchbox'],
  ] as const) {
    await more.focus();
    await keyboard.press('Enter');
    await host.page.getByRole('menuitem', { name: item }).focus();
    await keyboard.press('Enter');
    await expect(host.page.getByRole('dialog').getByRole(role)).toBeFocused();
    await keyboard.press('Escape');
    await expect(host.page.getByRole('dialog')).toHaveCount(0);
    await expect(more).toBeFocused();
  }
});
