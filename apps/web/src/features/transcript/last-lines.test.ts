import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { expect, test } from 'vitest';
import { countLines, lastLines } from './last-lines.ts';

test('the end of a text is whole lines of it', () => {
  expect(lastLines('a\nb\nc', 2, 100)).toBe('b\nc');
  expect(lastLines('a\nb\nc\n', 2, 100)).toBe('b\nc\n');
  expect(lastLines('a\nb', 5, 100)).toBe('a\nb');
  expect(lastLines('', 5, 100)).toBe('');
  expect(lastLines('abcdef\nghi', 5, 6)).toBe('ghi');
  expect(lastLines('abcdefghi', 5, 4)).toBe('fghi');
});

test('10 MB are no work when eight lines are shown', () => {
  const big = `${'x'.repeat(99)}\n`.repeat(100_000);
  const startedMs = cpuMs();
  expect(lastLines(big, 8, 400_000).length).toBe(800);
  expect(countLines(big)).toBe(100_000);
  expect(cpuMs() - startedMs).toBeLessThan(2_000);
});

test('lines are counted as they are seen', () => {
  expect(countLines('')).toBe(1);
  expect(countLines('a\nb')).toBe(2);
  expect(countLines('a\nb\n')).toBe(2);
});
