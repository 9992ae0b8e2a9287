import { beforeAll, expect, test } from 'vitest';
import { ephemeralDigest } from './check.ts';
import { ready } from './crypto/sodium.ts';
import { LateDigests } from './late-digests.ts';

beforeAll(() => ready);

test('[CLG-55] a digest asked for late is the digest of the frame, however many frames wait', () => {
  const late = new LateDigests();
  const frames = Array.from({ length: 40 }, (_, at) => new Uint8Array(64 * 1024).fill(at));
  const digests = frames.map((frame) => late.of(frame));
  expect(digests.map((digest) => digest())).toEqual(frames.map(ephemeralDigest));
});

test('beyond a megabyte of waiting frames a frame is hashed at once and not kept', () => {
  const late = new LateDigests();
  const kept = new Uint8Array(1024 * 1024);
  const first = late.of(kept);
  const frame = new Uint8Array(300).fill(1);
  const expected = ephemeralDigest(frame);
  const second = late.of(frame);
  // Had it been kept, this would show in its digest.
  frame.fill(2);
  expect(second()).toEqual(expected);
  first();
  const third = late.of(frame);
  frame.fill(3);
  expect(third()).toEqual(ephemeralDigest(frame));
});
