import { looksRight } from '../world/looks-right.ts';
import { colorSchemes, phone } from '../world/phone.ts';
import { redPixel } from '../world/red-pixel.ts';
import { expect, story } from '../world/world.ts';

/** What an open keyboard leaves of a phone. */
const aboveKeyboard = { width: 390, height: 430 };
/** The same of one that is held sideways. */
const sideways = { width: 844, height: 200 };

for (const colorScheme of colorSchemes)
  story(
    `above the keyboard of a phone one sees what one writes, and the buttons for it (${colorScheme})`,
    async ({ world }) => {
      await world.start(['--no-lobby']);
      const host = await world.host({ ...phone, colorScheme });
      const { page } = host;

      await host.prompt('question');
      await expect(host.tray().getByRole('button', { name: 'Send answers' })).toBeEnabled();
      await host
        .tray()
        .getByRole('radio', { name: /Something else/ })
        .tap();
      // Whoever chose it writes at once.
      const own = host.tray().getByLabel('Your own answer');
      await expect(own).toBeFocused();
      await page.setViewportSize(aboveKeyboard);
      await expect(own).toBeInViewport({ ratio: 1 });
      const send = host.tray().getByRole('button', { name: 'Send answers' });
      await expect(send).toBeInViewport({ ratio: 1 });
      const gap = async () =>
        ((await send.boundingBox())?.y ?? 0) -
        ((await own.boundingBox())?.y ?? 0) -
        ((await own.boundingBox())?.height ?? 0);
      await expect.poll(gap, 'the answers lie over the field').toBeGreaterThanOrEqual(0);
      await expect(host.composer()).toBeHidden();
      await looksRight(page, 'an own answer');
      await page.setViewportSize(sideways);
      await expect(own).toBeInViewport({ ratio: 1 });
      await expect(send).toBeInViewport({ ratio: 1 });
      await expect.poll(gap, 'the answers lie over the field, sideways').toBeGreaterThanOrEqual(0);
      await own.fill('Jasmine');
      await page.setViewportSize(phone.viewport);
      await host.tray().getByRole('checkbox', { name: /web/ }).tap();
      await send.tap();
      await host.sees('You chose Runner: Jasmine; Places: web');

      await host.prompt('edit');
      await host.tray().getByRole('button', { name: 'Allow once' }).tap();
      await host.sees('I changed');
      await host.tapView('Changes');
      const changes = page.getByRole('region', { name: /^Changes of collagility-demo/ });
      await changes.locator('[data-line="1"] > .diff-number').last().tap();
      const comment = page.getByRole('textbox', { name: 'Comment on line 1' });
      await expect(comment).toBeFocused();
      await page.setViewportSize(aboveKeyboard);
      await expect(comment).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('radio', { name: 'Files' })).toBeHidden();
      await looksRight(page, 'a comment');
      await comment.fill('Say who is greeted.');
      await page.getByRole('button', { name: 'Comment', exact: true }).tap();
      await expect(page.getByRole('article', { name: 'Comments on line 1' })).toContainText('Say who is greeted.');
      await page.setViewportSize(phone.viewport);
      await expect(page.getByRole('radio', { name: 'Files' })).toBeVisible();

      await host.tapView('Session');
      const composer = host.composer();
      const chooser = page.waitForEvent('filechooser');
      await composer.getByRole('button', { name: 'Attach a picture' }).tap();
      const names = ['IMG_20261201_031808.png', 'IMG_20261201_031812.png', 'IMG_20261201_031830.png', 'last.png'];
      await (await chooser).setFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: redPixel })));
      const pictures = composer.getByRole('listitem');
      await expect(pictures).toHaveCount(names.length);
      await composer.getByRole('textbox').tap();
      await page.setViewportSize(aboveKeyboard);
      // However many they are: one row.
      await expect.poll(async () => (await composer.boundingBox())?.height ?? 999).toBeLessThan(150);
      await looksRight(page, 'pictures that go along');
      await page.setViewportSize(sideways);
      await expect(composer.getByRole('textbox')).toBeInViewport({ ratio: 1 });
      await expect(composer.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(phone.viewport);
      await pictures.filter({ hasText: 'last.png' }).getByRole('button', { name: 'Remove last.png' }).tap();
      await expect(pictures).toHaveCount(names.length - 1);
    },
  );
