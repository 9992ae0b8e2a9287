import type { Locator } from '@playwright/test';
import type { Person } from '../world/person.ts';
import { expect, story, type World } from '../world/world.ts';

/** The host of a new room, at a screen of this size in CSS pixels. */
async function hostAt(world: World, width: number, height: number): Promise<Person> {
  await world.start();
  const host = await world.host();
  await host.page.setViewportSize({ width, height });
  return host;
}

story(
  'the panel’s edge is dragged, moved by keys, is where it was after a reload, and a double click puts it back',
  async ({ world }) => {
    const host = await hostAt(world, 1400, 800);
    const { page } = host;
    const panel = page.getByRole('complementary', { name: 'Panel' });
    const edge = page.getByRole('separator', { name: 'Width of the panel' });
    const width = async () => Math.round((await panel.boundingBox())?.width ?? 0);
    const before = await width();

    const { x = 0, y = 0, height = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 4 - 100, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 100);
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 100));

    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(before + 84);
    await page.reload();
    await host.isLive();
    await expect.poll(width).toBe(before + 84);

    await edge.dblclick();
    await expect.poll(width).toBe(before);
    await page.reload();
    await host.isLive();
    await expect.poll(width).toBe(before);

    // However wide it was made, a smaller window leaves the middle its part.
    await edge.focus();
    await page.keyboard.press('End');
    await expect.poll(width).toBe(720);
    await page.setViewportSize({ width: 1010, height: 800 });
    await expect.poll(width).toBe(1010 - 56 - 440);

    // On a phone the panel is a view of its own.
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(edge).toBeHidden();
  },
);

story(
  '[B58] the Enter with which an input method takes a word renames nothing, the next one does',
  async ({ world }) => {
    const { page } = await hostAt(world, 1280, 720);
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Rename the session' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the session' });
    const field = dialog.getByRole('textbox');
    await field.fill('');
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await expect(field).toHaveValue('にほん');
    const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 229 } as const;
    // The input method's own, and the one that Safari reports once the word is taken.
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await keys.send('Input.insertText', { text: '日本' });
    await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
    await expect(field).toHaveValue('日本');
    await expect(dialog).toBeVisible();

    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner')).toContainText('日本');
  },
);

story('on a narrow desk every answer to a request stands in one row', async ({ world }) => {
  const host = await hostAt(world, 1024, 768);
  await host.prompt('tool');
  const button = (name: string | RegExp) => host.tray().getByRole('button', { name });
  await expect(button('Allow once')).toBeEnabled();
  const rows = async () => {
    const tops = ['Allow once', 'Allow for session…', /^Edit/, /^Deny with feedback/, /^Deny( D)?$/].map(
      async (name) => (await button(name).boundingBox())?.y,
    );
    return new Set(await Promise.all(tops)).size;
  };
  await expect.poll(rows).toBe(1);
  await host.page.setViewportSize({ width: 1280, height: 768 });
  await expect.poll(rows).toBe(1);
});

story(
  '[WCAG 1.4.10] at 400 % all of a room is reached, and nothing is covered or moves sideways',
  async ({ world }) => {
    const host = await hostAt(world, 1280, 900);
    await host.prompt('long');
    await host.sees('That was the long answer.');
    await host.prompt('tool');
    await expect(host.tray()).toContainText('touch collagility-demo/made-by-agent.txt');
    await host.page.setViewportSize({ width: 320, height: 225 });
    const isWhole =
      '(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) => scrollWidth <= clientWidth && scrollHeight <= clientHeight)(document.documentElement)';
    await expect.poll(() => host.page.evaluate(isWhole)).toBe(true);
    const { page } = host;
    // Once more where the transcript moved meanwhile, as a person would.
    const isReached = (part: Locator) =>
      expect(async () => {
        await part.scrollIntoViewIfNeeded({ timeout: 2_000 });
        await expect(part).toBeInViewport({ timeout: 2_000 });
        // Pressed where it stands: what lay over it would take the press.
        await part.click({ trial: true, timeout: 2_000 });
      }).toPass({ timeout: 20_000 });
    for (const part of [
      host.transcript().getByText('That was the long answer.').last(),
      host.tray().getByText('touch collagility-demo/made-by-agent.txt').last(),
      host.tray().getByRole('button', { name: 'Allow once' }),
      page.locator('#composer-field'),
    ])
      await isReached(part);
    // Who does not write any more has the tabs back.
    await page.locator('#composer-field').blur();
    await isReached(page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'People' }));
  },
);

story('each message begins at the side at which its own language does', async ({ world }) => {
  const host = await hostAt(world, 1280, 800);
  const arabic = 'اكتب اختبارا، ثم شغل vitest مرة واحدة.';
  await host.prompt(`echo ${arabic}`);
  /** Whether the first character of an answer is drawn to the right of its last. */
  const isFromTheRight = (text: string): Promise<boolean | undefined> =>
    host.page.evaluate(`(() => {
      const lines = [...document.querySelectorAll('article .prose p')];
      const line = lines.find(({ textContent }) => textContent === ${JSON.stringify(text)});
      if (line === undefined) return undefined;
      const [first, last] = [0, line.textContent.length - 1].map((at) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        let node = walker.nextNode();
        for (; at >= node.length; node = walker.nextNode()) at -= node.length;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().x;
      });
      return first > last;
    })()`);
  await host.sees(arabic);
  await expect.poll(() => isFromTheRight(arabic)).toBe(true);
  await host.prompt('echo From the left.');
  await host.sees('From the left.');
  await expect.poll(() => isFromTheRight('From the left.')).toBe(false);
});
