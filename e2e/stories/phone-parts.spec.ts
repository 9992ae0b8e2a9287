import AxeBuilder from '@axe-core/playwright';
import { expect, story } from '../world/world.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';

for (const colorScheme of ['light', 'dark'] as const)
  story(
    `on a phone somebody comments on a line, suggests, and sees who is there (${colorScheme})`,
    async ({ world }) => {
      await world.start();
      const host = await world.host();
      const guest = await world.person('Dora', { ...phone, colorScheme });
      await guest.knock(world.guestLink());
      await world.admit(host, 'Dora');
      await guest.isLive();
      await host.prompt('edit');
      await host.tray().getByRole('button', { name: 'Allow once' }).click();
      await guest.sees('I changed');
      const looksRight = async (what: string) => {
        expect(await guest.page.evaluate(fits), what).toBe(true);
        const { violations } = await new AxeBuilder({ page: guest.page }).analyze();
        expect(
          violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
          what,
        ).toEqual([]);
      };

      const tabs = guest.page.getByRole('navigation', { name: 'Views' });
      await tabs.getByRole('button', { name: 'Changes' }).tap();
      const changes = guest.page.getByRole('region', { name: /^Changes of collagility-demo/ });
      await changes.locator('[data-line="1"] > .diff-number').last().tap();
      await guest.page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Say who is greeted.');
      await guest.page.getByRole('button', { name: 'Comment', exact: true }).tap();
      await expect(guest.page.getByRole('article', { name: 'Comments on line 1' })).toContainText(
        'Say who is greeted.',
      );
      await looksRight('changes');
      await host
        .panel()
        .getByRole('tab', { name: /^Changes/ })
        .click();
      await expect(host.panel().getByRole('article', { name: 'Comments on line 1' })).toContainText('Dora');

      await tabs.getByRole('button', { name: 'Session' }).tap();
      await guest.suggest('echo an idea from the phone');
      await expect(host.suggestion('echo an idea from the phone')).toBeVisible();
      await looksRight('session');

      await tabs.getByRole('button', { name: 'People' }).tap();
      await expect(guest.page.getByRole('region', { name: 'People' })).toContainText('Hana');
      await looksRight('people');
    },
  );
