import { beforeAll, expect, test } from 'vitest';
import { filled } from '../testing/crypto-room.ts';
import { dh, dhKeyPair, signKeyPair } from './keys.ts';
import { type SignLabel, signLabels } from './labels.ts';
import { sign, verify } from './sign.ts';
import { ready } from './sodium.ts';

beforeAll(() => ready);

const roomId = filled(9, 16);
const m = filled(3, 40);

test('[CLG-03] [H13] a signature made for one purpose is worth nothing for any other', () => {
  const pair = signKeyPair(filled(1));
  const labels = Object.keys(signLabels) as SignLabel[];
  for (const made of labels) {
    const signature = sign(pair.secretKey, made, roomId, m);
    for (const used of labels) expect(verify(pair.publicKey, used, roomId, m, signature)).toBe(used === made);
  }
});

test('[CLG-03] a signature of one room is worth nothing in another', () => {
  const pair = signKeyPair(filled(1));
  const signature = sign(pair.secretKey, 'stmt', roomId, m);
  expect(verify(pair.publicKey, 'stmt', filled(8, 16), m, signature)).toBe(false);
});

test('[CLG-06] [H16] a small-order public key verifies nothing', () => {
  // The neutral element: with it, R = the point and s = 0 satisfy the plain equation for every message.
  const neutral = new Uint8Array(32);
  neutral[0] = 1;
  const forged = new Uint8Array(64);
  forged[0] = 1;
  expect(verify(neutral, 'dev', roomId, m, forged)).toBe(false);
});

test('[CLG-02] a signature or key of a wrong length is refused and never thrown about', () => {
  const pair = signKeyPair(filled(1));
  const signature = sign(pair.secretKey, 'dev', roomId, m);
  expect(verify(pair.publicKey.subarray(1), 'dev', roomId, m, signature)).toBe(false);
  expect(verify(pair.publicKey, 'dev', roomId, m, signature.subarray(1))).toBe(false);
});

test('[H9] [CLG-02] a low-order public key gives no shared secret', () => {
  const lowOrder = [
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ];
  for (const text of lowOrder) expect(dh(filled(4), Buffer.from(text, 'hex'))).toBeUndefined();
  const other = dhKeyPair(filled(5));
  expect(dh(filled(4), other.publicKey)).toEqual(dh(filled(5), dhKeyPair(filled(4)).publicKey));
  expect(dh(filled(4), other.publicKey.subarray(1))).toBeUndefined();
});
