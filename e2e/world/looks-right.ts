import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What runs for a while by the clock: colours on their way from one to the other have the contrast of neither. */
const moving = `document.getAnimations()
  .filter(({ timeline, playState, effect }) => timeline === document.timeline && playState === 'running'
    && Number.isFinite(effect?.getComputedTiming().endTime)).length`;
const tooWidePx = 'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)';

/** What axe calls serious or worse once everything has come to rest, named so that a failure says where. */
export async function axeTroubles(page: Page): Promise<string[]> {
  await expect.poll(() => page.evaluate(moving), 'what still moves').toBe(0);
  // Without a page of its own, which would take the focus from this one.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
}

/** Nothing makes the page wider than its screen, and axe has nothing serious to say. */
export async function looksRight(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate(tooWidePx), `${what}: wider than the screen`).toBe(0);
  expect(await axeTroubles(page), what).toEqual([]);
}
