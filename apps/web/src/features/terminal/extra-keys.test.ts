import { expect, it } from 'vitest';
import { extraKey, withControl } from './extra-keys.ts';

it('sends the codes that terminals agree on, and arrows as the program asked for them', () => {
  expect(extraKey('escape', false)).toBe('\x1b');
  expect(extraKey('tab', true)).toBe('\t');
  expect((['up', 'down', 'right', 'left'] as const).map((key) => extraKey(key, false))).toEqual([
    '\x1b[A',
    '\x1b[B',
    '\x1b[C',
    '\x1b[D',
  ]);
  expect(extraKey('up', true)).toBe('\x1bOA');
});

it('makes a control code of one letter, and of nothing that has none', () => {
  expect(withControl('c')).toBe('\x03');
  expect(withControl('C')).toBe('\x03');
  expect(withControl('[')).toBe('\x1b');
  expect(withControl(' ')).toBe('\0');
  expect(['5', 'ü', 'cd', '', '\r'].map(withControl)).toEqual(Array(5).fill(undefined));
});
