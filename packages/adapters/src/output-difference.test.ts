import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { expect, test } from 'vitest';
import { outputDifference } from './output-difference.ts';

test('what is repeated is not told again', () => {
  expect(outputDifference('', 'one\n')).toBe('one\n');
  expect(outputDifference('one\n', 'one\ntwo\n')).toBe('two\n');
  expect(outputDifference('one\n', 'one\n')).toBe('');
});

test('a report that was cut at its front goes on where the last one ended', () => {
  expect(outputDifference('one\ntwo\nthree\n', 'two\nthree\nfour\n')).toBe('four\n');
  expect(outputDifference('aaab', 'aabaaab')).toBe('aaab');
});

test('a gap is told, not hidden', () => {
  expect(outputDifference('one\n', 'nine\n')).toBe('\n… output left out …\nnine\n');
});

test('pieces of any cut add up to the output, in linear time', () => {
  const all = Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`).join('');
  const limit = 50_000;
  let before = '';
  let joined = '';
  const startedAt = cpuMs();
  for (let end = 0; end <= all.length + 7_000; end += 7_000) {
    const now = all.slice(Math.max(0, Math.min(end, all.length) - limit), end);
    joined += outputDifference(before, now);
    before = now;
  }
  expect(joined === all).toBe(true);
  expect(cpuMs() - startedAt).toBeLessThan(5_000);
});
