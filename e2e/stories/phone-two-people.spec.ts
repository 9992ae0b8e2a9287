import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

const force = 'git push --force origin main';

for (const colorScheme of colorSchemes)
  story(
    `[CLG-76] with two people for what is destructive, the second signs on a phone and sees the first (${colorScheme})`,
    async ({ world }) => {
      await world.start();
      const host = await world.host({ ...phone, colorScheme });
      // At the door of a phone, too.
      const driver = await world.guest('Dora', host, 'Driver', { ...phone, colorScheme });
      const viewer = await world.guest('Vera', host, 'Viewer', { ...phone, colorScheme });
      const all = [host, driver, viewer];
      await host.tapView('More');
      await host.button('Rules').tap();
      const rules = host.page.getByRole('dialog', { name: 'Rules' });
      await rules.getByRole('checkbox', { name: /Two people for what is destructive/ }).tap();
      await expect(rules.getByRole('checkbox')).toBeChecked();
      await looksRight(host.page, 'rules');
      await rules.getByRole('button', { name: 'Close' }).tap();
      await host.tapView('Session');
      await driver.sees('Hana turned the two-person rule on');

      await host.prompt(`tool ${force}`);
      for (const person of all) {
        await expect(person.tray()).toContainText(force);
        await expect(person.tray()).toContainText('Two people: 0 of 2');
      }
      const first = host.tray().getByRole('button', { name: 'Sign as first of two' });
      await expect(first).toBeEnabled();
      await expect(first).toBeInViewport({ ratio: 1 });
      await looksRight(host.page, 'nobody signed');
      // What stands for one stands for none of two, and the sheet of answers says so.
      await host.tray().getByRole('button', { name: 'More answers' }).tap();
      await expect(host.page.getByRole('menuitem', { name: /^Allow for session/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await looksRight(host.page, 'answers');
      await host.page.getByRole('menuitem', { name: /^Sign as first of two/ }).tap();

      for (const person of all) {
        await expect(person.tray()).toContainText('Two people: 1 of 2');
        await expect(person.tray()).toContainText('Hana signed');
      }
      await expect(host.tray()).toContainText('You signed. It runs when a second person signs too.');
      await expect(host.tray().getByRole('button', { name: 'Sign as second' })).toBeDisabled();
      await looksRight(host.page, 'I signed first');
      await viewer.tray().getByRole('button', { name: 'Against 0' }).tap();
      await expect(driver.tray()).toContainText('Vera would not');
      await looksRight(viewer.page, 'I may not sign');
      await expect(driver.transcript()).not.toContainText('The command ran.');

      const second = driver.tray().getByRole('button', { name: 'Sign as second' });
      await expect(second).toBeEnabled();
      await expect(second).toBeInViewport({ ratio: 1 });
      await looksRight(driver.page, 'my turn to sign');
      await second.tap();
      for (const person of all) {
        await person.sees('The command ran.');
        await person.sees('Hana + Dora');
        await expect(person.tray()).toHaveCount(0);
      }
      await looksRight(driver.page, 'signed by two');
    },
  );
