import { expect, test } from 'vitest';
import { clock, clockWithSeconds } from './time.ts';

const at = (year: number, month: number, day: number, hour = 14) =>
  new Date(year, month - 1, day, hour, 1, 22).getTime();
const now = at(2026, 11, 30, 20);

// anthropics/claude-code #10165 and openai/codex #5115: a weekly limit that ended at "13:30", and nobody knew on which day.
test('a time on another day says on which: weekday, date or year, however far it is', () => {
  expect(clock(at(2026, 11, 30), now)).toBe('14:01');
  expect(clockWithSeconds(at(2026, 11, 30), now)).toBe('14:01:22');
  expect(clock(at(2026, 12, 1, 0), now)).toBe('Tue 00:01');
  expect(clock(at(2026, 11, 29), now)).toBe('Sun 14:01');
  expect(clock(at(2026, 12, 6), now)).toBe('Sun 14:01');
  expect(clock(at(2026, 12, 7), now)).toBe('7 Dec 14:01');
  expect(clockWithSeconds(at(2026, 11, 23), now)).toBe('23 Nov 14:01:22');
  expect(clock(at(2025, 12, 3), now)).toBe('3 Dec 2025 14:01');
});
