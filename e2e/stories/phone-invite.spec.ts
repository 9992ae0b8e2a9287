import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

for (const colorScheme of colorSchemes)
  story(
    `on a phone the host makes a link as they want it, lets somebody in by it, and revokes it (${colorScheme})`,
    async ({ world }) => {
      await world.start();
      const host = await world.host({ ...phone, colorScheme });
      await host.prompt('echo from before');
      await host.sees(/from before.*Done/s);
      await host.tapView('People');
      const people = host.page.getByRole('region', { name: 'People' });
      await people.getByRole('button', { name: 'Share' }).tap();
      const dialog = host.page.getByRole('dialog', { name: /^Invite/ });
      await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
      await looksRight(host.page, 'invite');

      await dialog.getByRole('radio', { name: 'Viewer' }).tap();
      await expect(dialog).toContainText('Watches, chats and votes');
      await dialog.getByRole('radio', { name: 'From now on' }).tap();
      await dialog.getByLabel('Expires').selectOption('In 1 hour');
      await dialog.getByLabel('Uses').selectOption('1 person');
      await dialog.getByRole('textbox', { name: 'Label' }).fill('Only a look');
      await dialog.getByRole('checkbox', { name: /^Lobby/ }).tap();
      await expect(dialog).toContainText('Whoever has the link is in at once');
      await dialog.getByRole('button', { name: 'Make link' }).tap();
      const lines = dialog.getByRole('listitem');
      const line = lines.filter({ hasText: 'Only a look' });
      await expect(line).toContainText('Viewer. No lobby. Sees what comes from now on');
      await expect(line).toContainText(/0 of 1 used, (59|60) min left|0 of 1 used, 1 h left/);
      await expect(dialog).toContainText('The link: Only a look');
      await expect(dialog.getByRole('textbox', { name: 'The link' })).toBeInViewport({ ratio: 1 });
      await looksRight(host.page, 'a link of my own');

      const link = dialog.getByRole('textbox', { name: 'The link' });
      const url = await link.inputValue();
      await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog.getByRole('button', { name: 'Copy link' }).tap();
      await expect.poll(() => host.page.evaluate('navigator.clipboard.readText()')).toBe(url);

      const viewer = await world.join('Vera', url);
      await expect(viewer.transcript()).not.toContainText('from before');
      // One was all that it let in.
      await expect(line).toHaveCount(0);
      const others = lines.filter({ has: host.page.getByRole('button', { name: 'Revoke' }) });
      await expect(others).toHaveCount(1);
      await others.getByRole('button', { name: 'Revoke' }).tap();
      await expect(dialog).toContainText('No link is open. Nobody new can come in.');
      await looksRight(host.page, 'no link is open');
      await dialog.getByRole('button', { name: 'Close' }).tap();
      await expect(people).toContainText('Vera');
      await looksRight(host.page, 'people');

      const late = await world.person('Late', { ...phone, colorScheme });
      await late.page.goto(world.guestLink());
      await late.askToJoin();
      await expect(late.page.getByRole('heading', { name: 'The relay does not know this link' })).toBeVisible();
      await looksRight(late.page, 'a link that was revoked');
    },
  );
