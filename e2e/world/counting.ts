import { expect } from '@playwright/test';
import type { Person } from './person.ts';

/** The mock agent's turn that counts aloud until it is stopped: any hole and any double shows. */
export const countingPrompt = 'slow';

/** The numbers that stand on this person's page, in order. */
export async function countedOn(person: Person): Promise<number[]> {
  const texts = await person.transcript().locator('.prose').allInnerTexts();
  const counting = texts.findLast((text) => /^\s*\d/.test(text)) ?? '';
  return counting.split(/\s+/).filter(Boolean).map(Number);
}

/** The page shows at least so many numbers, and at no look a hole or a double. */
export async function expectCounting(person: Person, atLeast: number, withinMs = 15_000): Promise<void> {
  await expect
    .poll(
      async () => {
        const seen = await countedOn(person);
        expect(seen, `what ${person.name} sees`).toEqual(seen.map((_, index) => index + 1));
        return seen.length;
      },
      { timeout: withinMs },
    )
    .toBeGreaterThanOrEqual(atLeast);
}
