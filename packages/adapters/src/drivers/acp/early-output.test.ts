import { expect, test } from 'vitest';
import { EarlyOutput } from './early-output.ts';

test('[B35] what a command printed before its call was named is given to that call once, in order', () => {
  const early = new EarlyOutput();
  early.add('terminal-1', 'hel');
  early.add('terminal-2', 'other');
  early.add('terminal-1', 'lo\n');
  expect(early.take('terminal-1')).toBe('hello\n');
  expect(early.take('terminal-1')).toBe('');
  expect(early.take('terminal-2')).toBe('other');
});

test('a flood from commands that never get a call stays within its bounds', () => {
  const early = new EarlyOutput();
  for (let at = 0; at < 1000; at++) for (let times = 0; times < 3; times++) early.add(`t${at}`, 'x'.repeat(30_000));
  expect(early.take('t0')).toHaveLength(64 * 1024);
  expect(early.take('t999')).toBe('');
});
