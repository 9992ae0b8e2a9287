import { expect, test } from 'vitest';
import { hashLabels, labelBytes, signedBytes, signLabels } from './labels.ts';

const all = [...Object.values(signLabels), ...Object.values(hashLabels)];

test('[CLG-04] no label is used twice', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((label) => /^clg1 [a-z0-9-]+$/.test(label))).toBe(true);
});

test('[CLG-04] [CLG-01] no label with its zero byte is the beginning of another', () => {
  const texts = all.map((label) => new TextDecoder().decode(labelBytes(label)));
  for (const a of texts) for (const b of texts) expect(a !== b && b.startsWith(a)).toBe(false);
});

test('[CLG-03] a room id of another length is never signed over', () => {
  expect(() => signedBytes('seat', new Uint8Array(15), new Uint8Array(1))).toThrow(RangeError);
});
