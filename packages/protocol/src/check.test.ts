import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { concat } from './bytes.ts';
import { type Check, decodeCheck, encodeCheck, ephemeralDigest, maxDigestsPerCheck } from './check.ts';
import { ready } from './crypto/sodium.ts';
import { filled } from './testing/crypto-room.ts';

beforeAll(() => ready);

const check = (digests: Uint8Array[] = []): Check => ({
  gen: 7,
  epoch: 3,
  ctr: 12,
  hostMs: 99_000,
  seq: 1234,
  hash: filled(5),
  firstEphemeral: 77,
  digests,
});

test('[CLG-55] a check is read back as it was written, with 0 to 3 830 digests', () => {
  for (const n of [0, 1, 17, maxDigestsPerCheck]) {
    const value = check(Array.from({ length: n }, (_, at) => filled(at % 251, 16)));
    expect(decodeCheck(encodeCheck(value))).toEqual(value);
  }
  expect(() => encodeCheck(check(Array.from({ length: maxDigestsPerCheck + 1 }, () => filled(1, 16))))).toThrow(
    RangeError,
  );
});

test('[CLG-55] [L3] a check that is cut, longer, or with counters that cannot be is refused', () => {
  const good = encodeCheck(check([filled(1, 16), filled(2, 16)]));
  for (let length = 0; length < good.length; length++) expect(decodeCheck(good.subarray(0, length))).toBeUndefined();
  expect(decodeCheck(concat(good, filled(1, 16)))).toBeUndefined();
  for (const at of [8, 16, 24, 64]) {
    const huge = good.slice();
    huge.fill(0xff, at, at + 8);
    expect(decodeCheck(huge)).toBeUndefined();
  }
  const zero = good.slice();
  zero.fill(0, 64, 72);
  expect(decodeCheck(zero)).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const read = decodeCheck(bytes);
      if (read !== undefined) expect(encodeCheck(read)).toEqual(bytes);
    }),
  );
});

test('[CLG-54] the digest is that of the whole sealed frame', () => {
  const frame = filled(1, 288);
  for (const at of [0, 2, 100, 287]) {
    const changed = frame.slice();
    changed[at] = 9;
    expect(ephemeralDigest(changed)).not.toEqual(ephemeralDigest(frame));
  }
});
