import { expect, test } from 'vitest';
import { age, clock, clockWithSeconds, duration, elapsed, shortTime } from './time.ts';

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

test('[B63] how long something took is never less than nothing, also where the clock was set back meanwhile', () => {
  expect(duration(-3_600_000)).toBe('0.0 s');
  expect([duration(0), duration(9_949), duration(9_990), duration(59_600), duration(3_599_900)]).toEqual([
    '0.0 s',
    '9.9 s',
    '10 s',
    '1 min 0 s',
    '1 h 0 min',
  ]);
  expect([elapsed(-1), age(-1)]).toEqual(['0:00', 'now']);
});

test('what lasts is told in one form wherever it is told', () => {
  expect([-1, 0, 18_400, 59_999, 60_000, 723_000].map(shortTime)).toEqual([
    '0 s',
    '0 s',
    '18 s',
    '59 s',
    '1:00',
    '12:03',
  ]);
});
