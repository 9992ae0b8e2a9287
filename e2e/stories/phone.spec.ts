import { phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

/** What hangs over an edge of the screen, by its words: text, buttons, fields. */
const overhanging = `[...document.querySelectorAll('button, input, textarea, select, p, span, h1, h2, h3, dt, dd, code')]
  .filter((element) => element.childElementCount === 0 && element.closest('.sr-only, pre, .output, .table, .fade-x') === null)
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && box.height > 0 && (box.right > innerWidth + 1 || box.left < -1))
  .map(({ element }) => (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60))`;
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
  // Nobody wanted to write: the keyboard stays where it was.
  // The host's page may know of the answer before the own one does.
  await expect(driver.tray()).toHaveCount(0);
  expect(await driver.page.evaluate('document.activeElement?.id')).not.toBe('composer-field');

  // The rest behind the tabs at the lower edge.
  const tabs = driver.page.getByRole('navigation', { name: 'Views' });
  await tabs.getByRole('button', { name: 'People' }).tap();
  await expect(driver.page.getByRole('region', { name: 'People' })).toContainText('Hana');
  await tabs.getByRole('button', { name: 'Changes' }).tap();
  await expect(driver.page.getByRole('region', { name: 'Changes', exact: true })).toContainText('made-by-agent.txt');
  // Turned on its side it goes on showing them, over the room, and lets go of them.
  await driver.page.setViewportSize({ width: 844, height: 390 });
  await expect(driver.panel()).toBeVisible();
  await driver.button('Close the panel').tap();
  await expect(driver.panel()).toBeHidden();
  await expect(driver.composer()).toBeInViewport({ ratio: 1 });
  await driver.page.setViewportSize(phone.viewport);
  await tabs.getByRole('button', { name: 'Changes' }).tap();
  await tabs.getByRole('button', { name: 'Session' }).tap();
  await driver.page.setViewportSize({ width: 844, height: 390 });
  await expect(driver.composer()).toBeVisible();
  await expect(driver.panel()).toBeHidden();
  await driver.page.setViewportSize(phone.viewport);
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
  // All of it is there before it is scrolled.
  await expect(host.page.getByRole('region', { name: 'Suggestions' })).toBeVisible();
  const box = await host.desk().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300);
  await host.composer().hover();
  await host.page.mouse.wheel(0, 2_000);
  await expect(host.composer()).toBeInViewport({ ratio: 1 });
});

story(
  'whoever set text twice as large has all of it on a phone, and nothing hangs over the edge',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const reader = await world.personInBrowser('Dora', { textPx: 32, screen: phone });
    const { page } = reader;
    const isWhole = async (where: string) => {
      await expect.poll(() => page.evaluate(overhanging), where).toEqual([]);
      expect(await page.evaluate(fits), where).toBe(true);
    };
    await page.goto(new URL('/', world.guestLink()).href);
    const bodyPx = 'Number.parseFloat(getComputedStyle(document.body).fontSize)';
    expect(await page.evaluate(bodyPx)).toBe(26);
    await isWhole('landing page');
    await page.goto(world.guestLink());
    await expect(reader.button('Ask to join')).toBeVisible();
    await isWhole('join');
    await reader.askToJoin();
    await reader.words();
    await isWhole('at the door');
    await world.admit(host, 'Dora', 'Driver');
    await reader.isLive();
    await host.prompt('edit');
    await expect(reader.tray().getByRole('button', { name: 'Allow once' })).toBeInViewport({ ratio: 1 });
    await isWhole('request');
    await reader.tray().getByRole('button', { name: 'More answers' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Deny', exact: true })).toBeVisible();
    await isWhole('answers');
    await page.keyboard.press('Escape');
    await reader.tray().getByRole('button', { name: 'Allow once' }).tap();
    await reader.sees('I changed');
    await isWhole('room');
    const tabs = page.getByRole('navigation', { name: 'Views' });
    for (const name of ['Changes', 'People', 'More']) {
      await tabs.getByRole('button', { name }).tap();
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
      await isWhole(name);
    }
    await page.getByRole('button', { name: 'Agents, models and effort' }).tap();
    await expect(page.getByRole('dialog', { name: 'Agents' }).getByText('In the shared folder')).toBeVisible();
    await isWhole('Agents');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notifications' }).tap();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await isWhole('Notifications');
  },
);

story('code that goes on beyond the edge of a phone fades out there, and at its end no more', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.person('Dora', phone);
  await guest.knock(world.guestLink());
  await guest.isLive();
  await host.prompt(`echo \`\`\`\nconst long = "${'and on '.repeat(20)}";\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``);
  const blocks = guest.transcript().locator('article .prose pre.code');
  await expect(blocks).toHaveCount(2);
  const fade = async (at: number) => {
    const style = `getComputedStyle([...document.querySelectorAll('article .prose pre.code')].at(${at}))`;
    return String(
      await guest.page.evaluate(`${style}.maskImage === 'none' ? 'none' : ${style}.getPropertyValue('--fade-right')`),
    );
  };
  expect(await fade(0)).toBe('36px');
  expect(await fade(1)).toBe('none');
  await blocks.nth(0).evaluate((block) => block.scrollTo({ left: block.scrollWidth }));
  await expect.poll(() => fade(0)).toBe('0px');
  // A tap on code brings the button that copies it.
  await guest.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await blocks.nth(1).tap();
  await guest.transcript().locator('article .prose').getByRole('button', { name: 'Copy' }).last().tap();
  await expect.poll(() => guest.page.evaluate('navigator.clipboard.readText()')).toBe('short');
});

story('a field in a dialog stays above the keyboard that comes for it', async ({ world }) => {
  await world.start();
  const host = await world.host(phone);
  await host.tapView('People');
  await host.page.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Share' }).tap();
  const label = host.page.getByRole('dialog').getByRole('textbox', { name: 'Label' });
  await label.tap();
  await host.page.setViewportSize({ width: 390, height: 400 });
  await expect(label).toBeInViewport({ ratio: 1 });
});

story('a phone that is turned while it follows goes on following', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.person('Dora', phone);
  await guest.knock(world.guestLink());
  await guest.isLive();
  await host.prompt('long');
  await guest.sees('That was the long answer.');
  const toEnd = () =>
    guest.page
      .getByRole('region', { name: 'Transcript' })
      .evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  for (const viewport of [{ width: 844, height: 390 }, phone.viewport, { width: 700, height: 300 }, phone.viewport]) {
    await guest.page.setViewportSize(viewport);
    await expect.poll(toEnd, `${viewport.width} wide`).toBeLessThan(2);
  }
  await expect(guest.button('To the end')).toHaveCount(0);
});
