import { expect, test } from 'vitest';
import { isSameValue } from './is-same-value.ts';

test('values that say the same are the same, however deep', () => {
  const value = () => ({ a: [1, { b: 'x' }], c: undefined, d: null, e: Number.NaN });
  expect(isSameValue(value(), value())).toBe(true);
  expect(isSameValue([], [])).toBe(true);
});

test('values that differ anywhere are not', () => {
  const differing: Array<[unknown, unknown]> = [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [null, {}],
    [undefined, null],
    ['1', 1],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ];
  for (const [a, b] of differing) expect(isSameValue(a, b), JSON.stringify([a, b])).toBe(false);
});
