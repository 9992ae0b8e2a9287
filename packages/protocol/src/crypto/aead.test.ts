import { beforeAll, expect, test } from 'vitest';
import { encodeHeader } from '../frames/header.ts';
import { filled } from '../testing/crypto-room.ts';
import { FrameCipher } from './aead.ts';
import { ready } from './sodium.ts';

beforeAll(() => ready);

const cipher = (roomId = filled(1, 16), gen = 7, key = filled(2, 48)) => new FrameCipher(key, roomId, gen);

test('[CLG-40] [G1] header, room, generation, key, iv and counter are all part of what is sealed', () => {
  const header = encodeHeader({ type: 5, step: 1, epoch: 2, ctr: 3 });
  const frame = cipher().seal(header, 3, filled(9, 256));
  expect(cipher().open(frame, 3)).toEqual(filled(9, 256));
  for (let at = 0; at < 16; at++) {
    const changed = frame.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    // The counter is given apart, so that only the header itself differs.
    expect(cipher().open(changed, 3)).toBeUndefined();
  }
  expect(cipher().open(frame, 4)).toBeUndefined();
  expect(cipher(filled(3, 16)).open(frame, 3)).toBeUndefined();
  expect(cipher(filled(1, 16), 8).open(frame, 3)).toBeUndefined();
  for (const at of [0, 31, 32, 47]) {
    const key = filled(2, 48);
    key[at] = 0;
    expect(cipher(filled(1, 16), 7, key).open(frame, 3)).toBeUndefined();
  }
});

test('[CLG-40] a frame shorter than header and tag is refused, not thrown about', () => {
  for (const length of [0, 1, 16, 31, 32]) expect(cipher().open(filled(1, length), 1)).toBeUndefined();
});

test('[CLG-84] the key that was handed over is wiped, and the cipher’s own on demand', () => {
  const key = filled(2, 48);
  const one = cipher(filled(1, 16), 7, key);
  expect(key).toEqual(filled(0, 48));
  const header = encodeHeader({ type: 5, step: 0, epoch: 1, ctr: 1 });
  const frame = one.seal(header, 1, filled(9, 256));
  one.wipe();
  expect(one.open(frame, 1)).toBeUndefined();
});
