import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equal, fromBase64url, fromHex, fromUtf8, readU64, toBase64url, toHex, u64, view } from './bytes.ts';

const bytes = fc.uint8Array({ maxLength: 80 });

test('[CLG-08] base64url is read strictly: what is read is exactly what would be written', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(fromBase64url(toBase64url(value))).toEqual(value);
      expect(toBase64url(value)).toBe(Buffer.from(value).toString('base64url'));
    }),
  );
  // Bits left over at the end, padding, the other alphabet, white space.
  for (const text of ['AB', 'AAB', 'A', 'AA==', 'A+', 'A/', 'AA ', 'AA\n', 'AÄ'])
    expect(fromBase64url(text)).toBeUndefined();
});

test('[CLG-23] hex is lower case, whole bytes and of the length asked for', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(fromHex(toHex(value))).toEqual(value);
    }),
  );
  for (const text of ['0', 'AB', '0g', ' 00', '00\n']) expect(fromHex(text)).toBeUndefined();
  expect(fromHex('00', 2)).toBeUndefined();
});

test('[CLG-01] counters are little-endian and end below 2^53', () => {
  expect(toHex(u64(0x0102030405))).toBe('0504030201000000');
  expect(readU64(view(u64(Number.MAX_SAFE_INTEGER)), 0)).toBe(Number.MAX_SAFE_INTEGER);
  expect(readU64(view(Uint8Array.of(0, 0, 0, 0, 0, 0, 0x20, 0)), 0)).toBeUndefined();
  expect(() => u64(2 ** 53)).toThrow(RangeError);
  expect(() => u64(-1)).toThrow(RangeError);
  expect(() => u64(0.5)).toThrow(RangeError);
});

test('[CLG-43] bytes that are no UTF-8 are no text', () => {
  expect(fromUtf8(Uint8Array.of(0xc3, 0x28))).toBeUndefined();
  expect(fromUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBeUndefined();
  expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\uFEFFA');
});

test('bytes of another length or content are not equal', () => {
  expect(equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equal(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false);
});
