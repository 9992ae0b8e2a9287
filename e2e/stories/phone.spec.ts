import { expect, story } from '../world/world.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';

story('on a phone somebody joins, reads along, and answers a request with a thumb', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const driver = await world.person('Dora', phone);
  await driver.knock(world.guestLink());
  await driver.words();
  expect(await driver.page.evaluate(fits)).toBe(true);
  await world.admit(host, 'Dora', 'Driver');
  await driver.isLive();

  await host.prompt('slow');
  await driver.sees('1 2 3 4 5');
  await driver.button('Interrupt the agent').tap();
  await driver.sees('Interrupted');

  await host.prompt('tool');
  const allow = driver.tray().getByRole('button', { name: 'Allow once' });
  await expect(driver.tray()).toContainText('touch collagility-demo/made-by-agent.txt');
  await expect(allow).toBeInViewport();
  for (const name of [/^Allow once/, /^Deny/, /^More answers/]) {
    const box = await driver.tray().getByRole('button', { name }).boundingBox();
    expect(box?.height ?? 0, `height of ${name}`).toBeGreaterThanOrEqual(44);
  }
  expect(await driver.page.evaluate(fits)).toBe(true);
  await allow.tap();
  await driver.sees('The command ran.');
  await host.sees(/Dora.*Allowed once/s);

  // The rest behind the tabs at the lower edge.
  const tabs = driver.page.getByRole('navigation', { name: 'Views' });
  await tabs.getByRole('button', { name: 'People' }).tap();
  await expect(driver.page.getByRole('region', { name: 'People' })).toContainText('Hana');
  await tabs.getByRole('button', { name: 'Changes' }).tap();
  await expect(driver.page.getByRole('region', { name: 'Changes', exact: true })).toContainText('made-by-agent.txt');
  await tabs.getByRole('button', { name: 'Session' }).tap();
  await driver.prompt('echo from the phone');
  await expect(host.page.getByRole('article', { name: 'Mock agent' }).last()).toContainText('from the phone');
  expect(await driver.page.evaluate(fits)).toBe(true);
});

story(
  'with the keyboard of a phone open, field and request fit above it, and the tabs make room',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const guest = await world.person('Dora', phone);
    await guest.knock(world.guestLink());
    await guest.isLive();
    const field = guest.page.locator('#composer-field');
    const tabs = guest.page.getByRole('navigation', { name: 'Views' });
    await expect(tabs).toBeVisible();
    await field.tap();
    await guest.page.setViewportSize({ width: 390, height: 430 });
    await host.prompt('tool');
    await expect(guest.tray()).toContainText('touch collagility-demo/made-by-agent.txt');
    await expect(tabs).toBeHidden();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(guest.tray()).toBeInViewport({ ratio: 1 });
    expect(await guest.page.evaluate(fits)).toBe(true);
    // What makes room for the tabs must not move the button away from under the finger.
    await field.tap();
    await field.fill('echo by thumb');
    await guest.composer().getByRole('button', { name: 'Suggest', exact: true }).last().tap();
    // Beside a request that waits, a low screen folds them.
    await expect(host.page.getByRole('region', { name: 'Suggestions' })).toContainText(/1 suggestion|echo by thumb/);
    await expect(field).toHaveValue('');
    await field.focus();
    await expect(tabs).toBeHidden();
    await field.blur();
    await expect(tabs).toBeVisible();
  },
);

story('on a screen as low as a phone held sideways all of the desk can be scrolled to', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Dora', host, 'Driver');
  await host.page.setViewportSize({ width: 700, height: 300 });
  await host.prompt('tool');
  await expect(host.tray()).toContainText('touch collagility-demo/made-by-agent.txt');
  await guest.prompt('echo behind it');
  await guest.suggest('echo something else');
  await expect(host.queue()).toHaveCount(1);
  const box = await host.desk().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300);
  await host.composer().hover();
  await host.page.mouse.wheel(0, 2_000);
  await expect(host.composer()).toBeInViewport({ ratio: 1 });
});
