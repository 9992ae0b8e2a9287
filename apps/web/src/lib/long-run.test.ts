import { expect, test } from 'vitest';
import { hasLongRun, longRunUnits, saidClass } from './long-run.ts';

test('a run as long as the limit is found wherever it stands; words and lines are none', () => {
  const run = 'x'.repeat(longRunUnits);
  expect(hasLongRun(run)).toBe(true);
  expect(hasLongRun(`look at this:\n${run} ok`)).toBe(true);
  expect(hasLongRun(run.slice(1))).toBe(false);
  expect(hasLongRun(`${run.slice(1)}\n${run.slice(1)}`)).toBe(false);
  expect(hasLongRun('lorem ipsum '.repeat(10_000))).toBe(false);
});

test('only such text is set without kerning', () => {
  expect(saidClass('a few words')).toBe('said');
  expect(saidClass('x'.repeat(60_000))).toContain('long-run');
});
