import { expect, test } from 'vitest';
import { stepInHistory } from './history.ts';

const field = (value: string, caret = value.length) => ({ value, selectionStart: caret, selectionEnd: caret });

test('an empty field goes back to one’s own texts by ↑; in words of one’s own the keys move the caret', () => {
  expect(stepInHistory('ArrowUp', -1, field(''))).toBe(0);
  expect(stepInHistory('ArrowDown', -1, field(''))).toBeUndefined();
  expect(stepInHistory('ArrowUp', -1, field('my words'))).toBeUndefined();
});

test('↓ comes back the same way, to the empty field at last', () => {
  expect(stepInHistory('ArrowUp', 0, field('older'))).toBe(1);
  expect(stepInHistory('ArrowDown', 1, field('older'))).toBe(0);
  expect(stepInHistory('ArrowDown', 0, field('newer'))).toBe(-1);
});

test('in a text of several lines the caret goes through it first', () => {
  const text = 'one\ntwo\nthree';
  expect(stepInHistory('ArrowUp', 0, field(text))).toBeUndefined();
  expect(stepInHistory('ArrowUp', 0, field(text, 2))).toBe(1);
  expect(stepInHistory('ArrowDown', 0, field(text, 2))).toBeUndefined();
  expect(stepInHistory('ArrowDown', 0, field(text))).toBe(-1);
});
