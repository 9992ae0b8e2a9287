import { describe, expect, test } from 'vitest';
import { type Follow, follow, type ScrollPosition } from './follow.ts';

const at = (top: number, height = 2000, clientHeight = 500): ScrollPosition => ({ top, height, clientHeight });
const end = at(1500);
const following: Follow = { name: 'following' };
const scrolled = (state: Follow, from: ScrollPosition, to: ScrollPosition, rows = 10) =>
  follow(state, { type: 'scrolled', from, to, rows });

describe('[B59] scroll of the transcript', () => {
  test('scrolling up lets go, by one pixel as well as by two hundred', () => {
    expect(scrolled(following, end, at(1499))).toEqual({ name: 'reading', rowsThen: 10 });
    expect(scrolled(following, end, at(1300))).toEqual({ name: 'reading', rowsThen: 10 });
    expect(scrolled(following, end, at(0))).toEqual({ name: 'reading', rowsThen: 10 });
  });

  test('growth at the end moves nothing while somebody reads', () => {
    const reading = scrolled(following, end, at(1300), 10);
    expect(scrolled(reading, at(1300), at(1300, 2600), 14)).toBe(reading);
  });

  test('something that loads above pushes the position down without sticking', () => {
    const reading = scrolled(following, end, at(600), 10);
    expect(scrolled(reading, at(600), at(900, 2300), 10)).toBe(reading);
  });

  test('it sticks again within 64 px of the end, on the way down only', () => {
    const reading = scrolled(following, end, at(1300));
    expect(scrolled(reading, at(1300), at(1430))).toBe(reading);
    expect(scrolled(reading, at(1300), at(1440))).toEqual(following);
    expect(scrolled(reading, at(1500), at(1490))).toBe(reading);
  });

  test('a card that folds at the end does not let go', () => {
    expect(scrolled(following, end, at(1200, 1700))).toEqual(following);
  });

  test('a desk that opens and closes does not let go', () => {
    expect(scrolled(following, end, at(1500, 2000, 400))).toEqual(following);
    expect(scrolled(following, at(1600, 2000, 400), at(1500))).toEqual(following);
  });

  test('a phone that is turned does not let go: its page is lower, its lines are longer, its text is less high', () => {
    expect(scrolled(following, end, at(900, 1600, 200))).toEqual(following);
    expect(scrolled(following, at(900, 1600, 200), at(700, 1900, 500))).toEqual(following);
  });

  test('an own message and the button go to the end', () => {
    expect(follow({ name: 'reading', rowsThen: 3 }, { type: 'went_to_end' })).toEqual(following);
  });
});
