import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, u32, utf8 } from './bytes.ts';
import { maxPlaintextBytes } from './limits.ts';
import {
  decodePlaintext,
  encodeJson,
  encodePlaintext,
  groupFloorBytes,
  maxContentBytes,
  padmeLength,
  pairwiseFloorBytes,
  parseJson,
} from './plaintext.ts';

const none = new Uint8Array(0);

test('[CLG-43] json and bin are read back as they were written', () => {
  const part = fc.uint8Array({ maxLength: 3000 });
  const floor = fc.constantFrom(groupFloorBytes, pairwiseFloorBytes);
  fc.assert(
    fc.property(part, part, floor, (json, bin, floorBytes) => {
      const bytes = encodePlaintext(json, bin, floorBytes);
      expect(decodePlaintext(bytes, floorBytes)).toEqual({ json, bin });
      expect(bytes.length).toBe(padmeLength(8 + json.length + bin.length, floorBytes));
    }),
  );
});

test('[CLG-43] padding grows with the length, adds at most 12 %, and is its own padding', () => {
  let before = 0;
  for (let length = 1; length <= maxPlaintextBytes; length++) {
    const padded = padmeLength(length, groupFloorBytes);
    if (padded < length || padded < before || (length > groupFloorBytes && padded > length * 1.12 + 1)) {
      expect.fail(`${length} was padded to ${padded}`);
    }
    before = padded;
  }
  for (const length of [257, 1000, 5000, 40_000]) {
    const padded = padmeLength(length, groupFloorBytes);
    expect(padmeLength(padded, groupFloorBytes)).toBe(padded);
  }
});

test('[CLG-43] [L3] what fits exactly is taken, one byte more is the maker’s error', () => {
  expect(encodePlaintext(none, new Uint8Array(maxContentBytes), groupFloorBytes).length).toBe(maxPlaintextBytes);
  expect(() => encodePlaintext(none, new Uint8Array(maxContentBytes + 1), groupFloorBytes)).toThrow(RangeError);
});

test('[CLG-43] [L3] bad lengths, another padding and padding that is not zero are refused', () => {
  const good = encodePlaintext(utf8('{}'), filled(3, 10), groupFloorBytes);
  expect(decodePlaintext(good, groupFloorBytes)).toBeDefined();
  expect(decodePlaintext(good, pairwiseFloorBytes)).toBeUndefined();
  expect(decodePlaintext(good.subarray(0, 255), groupFloorBytes)).toBeUndefined();
  expect(decodePlaintext(concat(good, new Uint8Array(16)), groupFloorBytes)).toBeUndefined();
  for (const at of [20, 100, 255]) {
    const dirty = good.slice();
    dirty[at] = 1;
    expect(decodePlaintext(dirty, groupFloorBytes)).toBeUndefined();
  }
  for (const [json, bin] of [
    [249, 0],
    [0, 249],
    [0xffff_ffff, 1],
    [1, 0xffff_ffff],
    [0x8000_0000, 0x8000_0000],
  ] as const) {
    expect(decodePlaintext(concat(u32(json), u32(bin), new Uint8Array(248)), groupFloorBytes)).toBeUndefined();
  }
});

test('[CLG-43] [L3] json that is 33 or 10^4 deep is refused, 32 is not, brackets in strings do not count', () => {
  const nested = (depth: number) => utf8('['.repeat(depth) + ']'.repeat(depth));
  expect(parseJson(nested(32)).ok).toBe(true);
  expect(parseJson(nested(33)).ok).toBe(false);
  expect(parseJson(nested(10_000)).ok).toBe(false);
  expect(parseJson(utf8(`{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`)).ok).toBe(false);
  expect(parseJson(utf8(`["${'['.repeat(100)}","\\"${'{'.repeat(100)}"]`)).ok).toBe(true);
});

test('[CLG-43] [A6] `__proto__` is dropped at any depth, however it is written', () => {
  for (const key of ['__proto__', '\\u005f\\u005fproto__', '\\u005F_proto_\\u005f']) {
    const parsed = parseJson(utf8(`{"a":{"${key}":{"isAdmin":true},"b":1}}`));
    expect(parsed).toEqual({ ok: true, value: { a: { b: 1 } } });
    const value = parsed.ok ? (parsed.value as { a: object }) : { a: {} };
    expect(Object.keys(value.a)).toEqual(['b']);
    expect('isAdmin' in Object.assign({}, value.a)).toBe(false);
  }
});

test('[CLG-43] what is no JSON or no UTF-8 is a value, not an exception', () => {
  for (const bytes of [none, utf8('{'), utf8('{"a":1}x'), Uint8Array.of(0x22, 0xff, 0x22), utf8('\uFEFF{}')]) {
    expect(parseJson(bytes)).toEqual({ ok: false });
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('__proto__')) return;
      expect(parseJson(encodeJson(value))).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

function filled(byte: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}
