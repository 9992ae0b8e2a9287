import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { redPixel } from '../world/red-pixel.ts';
import { expect, story } from '../world/world.ts';

for (const colorScheme of colorSchemes) {
  story(
    `on a phone what waits is put into another order, changed and taken out (${colorScheme})`,
    async ({ world }) => {
      await world.start(['--no-lobby']);
      const host = await world.host({ ...phone, colorScheme });
      const guest = await world.join('Greta');
      const { page } = host;
      await host.prompt('slow');
      await host.sees('1 2');
      for (const text of ['echo first', 'echo second', 'echo third']) {
        await host.prompt(text);
        await expect(host.queue().filter({ hasText: text })).toBeVisible();
      }
      await looksRight(page, 'three wait');
      const act = async (text: string, what: string) => {
        await host.queue().filter({ hasText: text }).getByRole('button', { name: 'Actions for this prompt' }).tap();
        await page.getByRole('menuitem', { name: what }).tap();
      };
      await host.queue().first().getByRole('button', { name: 'Actions for this prompt' }).tap();
      await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
      await looksRight(page, 'acts for one that waits');
      await page.getByRole('menuitem', { name: 'Move down' }).tap();
      await expect(guest.queue()).toContainText(['echo second', 'echo first', 'echo third']);
      await act('echo third', 'Move up');
      await expect(guest.queue()).toContainText(['echo second', 'echo third', 'echo first']);
      await act('echo second', 'Remove');
      await expect(guest.queue()).toContainText(['echo third', 'echo first']);
      await act('echo third', 'Edit…');
      const dialog = page.getByRole('dialog', { name: 'Change a prompt in the queue' });
      await dialog.getByRole('textbox').fill('echo the third, better');
      await looksRight(page, 'changing one that waits');
      await dialog.getByRole('button', { name: 'Save' }).tap();
      await expect(guest.queue()).toContainText(['echo the third, better', 'echo first']);
      await host.button('Interrupt the agent').tap();
      await host.button('Resume the queue').tap();
      await guest.sees(/the third, better.*Done.*first.*Done/s);
      await expect(host.queue()).toHaveCount(0);
    },
  );

  story(
    `on a phone a picture and a file go along, and a thumb votes for a suggestion (${colorScheme})`,
    async ({ world }) => {
      writeFileSync(join(world.folder, 'plan-for-tea.md'), '# Tea\n');
      await world.start(['--no-lobby']);
      const host = await world.host();
      const guest = await world.join('Dora', world.guestLink(), { ...phone, colorScheme });
      const { page } = guest;
      const composer = guest.composer();
      const field = composer.getByRole('textbox');

      const chooser = page.waitForEvent('filechooser');
      await composer.getByRole('button', { name: 'Attach a picture' }).tap();
      await (await chooser).setFiles([
        { name: 'red.png', mimeType: 'image/png', buffer: redPixel },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture.') },
      ]);
      await expect(composer.getByRole('listitem').filter({ hasText: 'red.png' })).toBeVisible();
      await expect(composer.getByRole('alert')).toHaveText('Only PNG, JPEG, GIF and WebP pictures go along.');
      await expect(composer).not.toContainText('sending…');
      await looksRight(page, 'a picture that goes along, and a file that does not');

      await field.tap();
      await field.pressSequentially('text about @plan');
      await composer.getByRole('option', { name: /plan-for-tea\.md/ }).tap();
      await expect(field).toHaveValue('text about @plan-for-tea.md ');
      await looksRight(page, 'a file that is named');
      await composer.getByRole('button', { name: 'Suggest', exact: true }).last().tap();
      await expect(field).toHaveValue('');
      await expect(composer.getByRole('listitem').filter({ hasText: 'red.png' })).toHaveCount(0);

      await host.suggest('echo something else');
      const suggestions = page.getByRole('region', { name: 'Suggestions' });
      await suggestions.getByRole('button', { name: /^2 suggestions/ }).tap();
      const other = guest.suggestion('echo something else');
      await other.getByRole('button', { name: '0 votes' }).tap();
      await expect(other.getByRole('button', { name: '1 vote, you voted' })).toBeVisible();
      await looksRight(page, 'suggestions');
      await expect(host.suggestion('echo something else').getByRole('button', { name: '1 vote' })).toBeVisible();

      const mine = host.suggestion('text about @plan-for-tea.md');
      await mine.hover();
      await mine.getByRole('button', { name: 'Run', exact: true }).click();
      await guest.sees('text about @plan-for-tea.md');
      await guest.sees('I was given: red.png.');
      const picture = guest.transcript().getByRole('button', { name: 'Show red.png whole' });
      await picture.tap();
      const whole = page.getByRole('dialog', { name: 'red.png' });
      await expect(whole.getByRole('img', { name: 'red.png' })).toBeVisible();
      await looksRight(page, 'the picture, whole');
      await whole.getByRole('button', { name: 'Close' }).tap();
      await expect(whole).toHaveCount(0);
    },
  );
}
