import { expect, story } from '../world/world.ts';

const force = 'git push --force origin main';

story(
  '[CLG-76] the two-person rule: what is destructive runs after two people signed, votes are seen, one no ends it',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const driver = await world.guest('Dora', host, 'Driver');
    const viewer = await world.guest('Vera', host, 'Viewer');
    await host.choose(host.button('More').first(), 'Rules');
    const rules = host.page.getByRole('dialog', { name: 'Rules' });
    await rules.getByRole('checkbox', { name: /Two people for what is destructive/ }).click();
    await rules.getByRole('button', { name: 'Close' }).click();
    await viewer.sees('Hana turned the two-person rule on');

    await host.prompt(`tool ${force}`);
    for (const person of [host, driver, viewer]) await expect(person.tray()).toContainText('Two people: 0 of 2');
    await expect(host.tray().getByRole('button', { name: 'Allow for session…' })).toHaveCount(0);
    await viewer.tray().getByRole('button', { name: 'Against 0' }).click();
    await expect(host.tray()).toContainText('Vera would not');

    await host.tray().getByRole('button', { name: 'Sign as first of two' }).click();
    for (const person of [host, driver, viewer]) {
      await expect(person.tray()).toContainText('Two people: 1 of 2');
      await expect(person.tray()).toContainText('Hana signed');
    }
    await expect(host.tray().getByRole('button', { name: 'Sign as second' })).toBeDisabled();
    await expect(host.transcript()).not.toContainText('The command ran.');

    await driver.tray().getByRole('button', { name: 'Sign as second' }).click();
    for (const person of [host, driver, viewer]) {
      await person.sees('The command ran.');
      await person.sees('Hana + Dora');
    }

    await host.prompt(`tool ${force}`);
    await driver.tray().getByRole('button', { name: 'Sign as first of two' }).click();
    await expect(host.tray()).toContainText('Dora signed');
    await host.tray().getByRole('button', { name: 'Deny', exact: true }).click();
    await driver.sees('The command did not run.');
  },
);

story('suggestions of two people become one prompt of theirs, and what waits can be changed', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const ada = await world.guest('Ada', host);
  const bo = await world.guest('Bo', host);
  await host.prompt('slow');
  await ada.sees('1 2');
  await ada.suggest('echo the first half');
  await bo.suggest('and the second');
  const merge = host.suggestion('echo the first half').getByRole('button', { name: 'Actions for this suggestion' });
  await host.choose(merge, 'Merge several…');
  for (const box of await host.page.getByRole('checkbox', { name: /Select for merging/ }).all()) await box.check();
  await host.button('Merge 2 into one prompt').click();
  const dialog = host.page.getByRole('dialog', { name: 'Merge suggestions' });
  await expect(dialog).toContainText('with Ada and Bo as authors');
  await dialog.getByRole('button', { name: 'Run merged prompt' }).click();
  await expect(ada.queue()).toContainText(['echo the first half']);

  await host.choose(host.queue().getByRole('button', { name: /Actions/ }), 'Edit…');
  const edit = host.page.getByRole('dialog', { name: 'Change a prompt in the queue' });
  await edit.getByRole('textbox').fill('echo both halves at once');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(bo.queue()).toContainText(['echo both halves at once']);
  await host.button('Interrupt the agent').click();
  await host.button('Resume the queue').click();
  for (const person of [host, ada, bo]) {
    await person.sees('merged from suggestions of Ada, Bo');
    await person.sees(/both halves at once.*Done/s);
  }
});

story('the driver’s seat is handed over in one act and taken back in one; devices are listed', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const ada = await world.guest('Ada', host);
  await expect(ada.composer().getByRole('radio', { name: 'Prompt' })).toHaveCount(0);
  const act = async (item: string) => {
    await host.inList('Ada').click();
    const people = host.page.getByRole('dialog', { name: 'People' });
    await people.getByRole('button', { name: 'Actions for Ada' }).click();
    await host.page.locator('[role=menu]:popover-open').getByText(item).click();
  };
  await act('Hand over the driver’s seat…');
  await host.button('Hand over').click();
  await ada.seesBanner('You have the driver’s seat.');
  await ada.prompt('tool');
  await ada.tray().getByRole('button', { name: 'Allow once' }).click();
  await host.sees('The command ran.');
  await host.button('Take the driver’s seat back').click();
  await expect(ada.composer().getByRole('radio', { name: 'Prompt' })).toHaveCount(0);
  await ada.sees('Hana took the driver’s seat back from Ada');

  await act('Devices…');
  const devices = host.page.getByRole('dialog', { name: 'Devices of Ada' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await devices.getByRole('button', { name: 'Remove…' }).click();
  await devices.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ada.page.getByRole('heading', { name: /removed/i })).toBeVisible();
});

story('[CLG-48] paused: guests see that it is, and nothing new, until the host goes on', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await host.prompt('echo before');
  await guest.sees('before');
  await host.button('Pause sharing').first().click();
  await guest.seesBanner('Sharing paused by Hana.');
  await expect(guest.livePill()).toHaveText('Paused');
  await host.prompt('echo behind closed doors');
  await host.sees(/behind closed doors.*Done/s);
  await guest.page.reload();
  await expect(guest.page.getByRole('heading', { name: 'Sharing is paused' })).toBeVisible();
  await expect(guest.page.getByText('behind closed doors')).toHaveCount(0);
  await host.button('Continue sharing').first().click();
  await guest.isLive();
  await guest.sees('behind closed doors');
});

story(
  'a blocked person is named, the block is lifted by the host’s word, and panic stops it all',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const guest = await world.guest('Greta', host);
    await host.inList('Greta').click();
    const people = host.page.getByRole('dialog', { name: 'People' });
    await people.getByRole('button', { name: 'Actions for Greta' }).click();
    await host.page.locator('[role=menu]:popover-open').getByText('Remove…').click();
    const remove = host.page.getByRole('dialog', { name: 'Remove Greta?' });
    await remove.getByRole('checkbox', { name: /Also block this browser/ }).check();
    await remove.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(guest.page.getByRole('heading', { name: /removed/i })).toBeVisible();
    await host.choose(host.button('More').first(), 'People');
    await people.getByRole('button', { name: 'Lift the block' }).click();
    await expect(people.getByRole('button', { name: 'Invite again' })).toBeVisible();
    await people.getByRole('button', { name: 'Close' }).click();

    await host.prompt('slow');
    await host.sees('1 2 3');
    await host.choose(host.button('More').first(), 'Panic stop');
    await host.page
      .getByRole('dialog', { name: 'Stop everything?' })
      .getByRole('button', { name: 'Panic stop' })
      .click();
    await host.seesBanner('Hana stopped everything.');
    await host.sees('Interrupted');
  },
);

story('one follows another person to the file they look at, and stops by scrolling', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await host.prompt('edit');
  await host.tray().getByRole('button', { name: 'Allow once' }).click();
  await guest.sees('I changed');
  await host.inList('Greta').click();
  const people = host.page.getByRole('dialog', { name: 'People' });
  await people.getByRole('button', { name: 'Actions for Greta' }).click();
  await host.page.locator('[role=menu]:popover-open').getByText('Follow Greta').click();
  await host.seesBanner('Following Greta');
  await guest.transcript().getByRole('button', { name: 'Review' }).first().click();
  await expect(host.inList('Greta')).toContainText('in greeting.ts');
  await host.transcript().hover();
  await host.page.mouse.wheel(0, -200);
  await expect(host.page.getByText('Following Greta')).toHaveCount(0);
});
