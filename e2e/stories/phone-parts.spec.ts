import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

for (const colorScheme of colorSchemes)
  story(
    `on a phone somebody comments on a line, suggests, and sees who is there (${colorScheme})`,
    async ({ world }) => {
      await world.start();
      const host = await world.host();
      const guest = await world.guest('Dora', host, undefined, { ...phone, colorScheme });
      await host.prompt('edit');
      await host.tray().getByRole('button', { name: 'Allow once' }).click();
      await guest.sees('I changed');

      await guest.tapView('Changes');
      const changes = guest.page.getByRole('region', { name: /^Changes of collagility-demo/ });
      await changes.locator('[data-line="1"] > .diff-number').last().tap();
      await guest.page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Say who is greeted.');
      await guest.page.getByRole('button', { name: 'Comment', exact: true }).tap();
      await expect(guest.page.getByRole('article', { name: 'Comments on line 1' })).toContainText(
        'Say who is greeted.',
      );
      await looksRight(guest.page, 'changes');
      await host
        .panel()
        .getByRole('tab', { name: /^Changes/ })
        .click();
      await expect(host.panel().getByRole('article', { name: 'Comments on line 1' })).toContainText('Dora');

      await guest.tapView('Session');
      await guest.suggest('echo an idea from the phone');
      await expect(host.suggestion('echo an idea from the phone')).toBeVisible();
      await looksRight(guest.page, 'session');

      await guest.tapView('People');
      await expect(guest.page.getByRole('region', { name: 'People' })).toContainText('Hana');
      await looksRight(guest.page, 'people');
    },
  );
