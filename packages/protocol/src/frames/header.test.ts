import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../bytes.ts';
import { maxFrameBytes } from '../limits.ts';
import { decodeHeader, encodeHeader, type FrameType, isDroppable, isFrameLength } from './header.ts';

const frame = (type: number, length: number, step = 0, epoch = 0, ctr = 1) =>
  concat(encodeHeader({ type: type as FrameType, step, epoch, ctr }), new Uint8Array(length - 16));

test('[CLG-40] a header is read back as it was written', () => {
  const groupHeader = fc.record({
    type: fc.constantFrom<FrameType>(5, 6, 7),
    step: fc.integer({ min: 0, max: 0xffff }),
    epoch: fc.integer({ min: 0, max: 0xffff_ffff }),
    ctr: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  });
  fc.assert(
    fc.property(groupHeader, (header) => {
      expect(decodeHeader(concat(encodeHeader(header), new Uint8Array(272)))).toEqual(header);
    }),
  );
});

test('[CLG-40] [L3] frames of 0, 287 and 61 473 bytes are refused, of 288 and 61 472 taken', () => {
  expect(decodeHeader(new Uint8Array(0))).toBeUndefined();
  for (const type of [5, 6, 7]) {
    expect(decodeHeader(frame(type, 287))).toBeUndefined();
    expect(decodeHeader(frame(type, 288))).toBeDefined();
    expect(decodeHeader(frame(type, maxFrameBytes))).toBeDefined();
    expect(decodeHeader(frame(type, maxFrameBytes + 1))).toBeUndefined();
  }
  expect(maxFrameBytes).toBe(61_472);
});

test('[CLG-40] [L3] pairwise frames begin at 544 bytes and have neither step nor epoch', () => {
  for (const type of [3, 4]) {
    expect(decodeHeader(frame(type, 543))).toBeUndefined();
    expect(decodeHeader(frame(type, 544))).toBeDefined();
    expect(decodeHeader(frame(type, 544, 1))).toBeUndefined();
    expect(decodeHeader(frame(type, 544, 0, 1))).toBeUndefined();
  }
  expect(isFrameLength(3, 543)).toBe(false);
});

test('[CLG-40] another version, an unknown type, counter 0 and counters from 2^53 are refused', () => {
  for (const type of [0, 1, 2, 8, 255]) expect(decodeHeader(frame(type, 600))).toBeUndefined();
  expect(decodeHeader(frame(5, 600, 0, 0, 0))).toBeUndefined();
  const otherVersion = frame(5, 600);
  otherVersion[0] = 2;
  expect(decodeHeader(otherVersion)).toBeUndefined();
  const huge = frame(5, 600);
  huge.fill(0xff, 8, 16);
  expect(decodeHeader(huge)).toBeUndefined();
});

test('[CLG-23] only whole frames of type 6 may be left out', () => {
  for (const type of [3, 4, 5, 7]) expect(isDroppable(frame(type, 600))).toBe(false);
  expect(isDroppable(frame(6, 600))).toBe(true);
  // hs1 is told by its length: its second byte is a version that may be 6 one day.
  expect(isDroppable(Uint8Array.of(1, 6, ...new Uint8Array(45)))).toBe(false);
});
