import { beforeAll, expect, test } from 'vitest';
import { signKeyPair } from './crypto/keys.ts';
import { ready } from './crypto/sodium.ts';
import { decodeLink, encodeLink, fragmentLength, inviteKeys } from './link.ts';
import { filled } from './testing/crypto-room.ts';

let fragment = '';
beforeAll(async () => {
  await ready;
  fragment = encodeLink({ hostPk: signKeyPair(filled(1)).publicKey, secret: filled(2) });
});

const isRead = (text: string) => decodeLink(text).ok;

test('[P8] [CLG-08] [B49] a link with any one character changed is damaged', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let tried = 0;
  for (let at = 0; at < fragment.length; at++) {
    for (const letter of letters) {
      if (letter === fragment[at]) continue;
      tried++;
      expect(decodeLink(fragment.slice(0, at) + letter + fragment.slice(at + 1))).toEqual({
        ok: false,
        code: 'damaged',
      });
    }
  }
  expect(tried).toBe(91 * 63);
});

test('[P8] [CLG-08] [B49] a link that is cut anywhere, lower-cased, doubled or empty is damaged', () => {
  for (let length = 0; length < fragmentLength; length++) expect(isRead(fragment.slice(0, length))).toBe(false);
  for (let start = 1; start < fragmentLength; start++) expect(isRead(fragment.slice(start))).toBe(false);
  expect(isRead(fragment.toLowerCase())).toBe(false);
  expect(isRead(fragment + fragment)).toBe(false);
  expect(isRead(`${fragment}A`)).toBe(false);
  expect(isRead('')).toBe(false);
  expect(isRead(`r=${'0'.repeat(32)}`)).toBe(false);
});

test('[B49] what mail programs and chats put around a link is taken off', () => {
  for (const end of [')', '.', ').', ',', ';', '>', '"', '!', '?', ' ', '\n', '%20', '%29', '…'.slice(1)]) {
    expect(isRead(`#${fragment}${end}`)).toBe(true);
  }
  expect(isRead(`%23${fragment}`)).toBe(true);
  expect(isRead(`#%23${fragment}`)).toBe(true);
});

test('[B49] a repaired link counts only if its checksum matches', () => {
  expect(isRead(`${fragment.slice(0, -1)}).`)).toBe(false);
  expect(isRead(`#${fragment.slice(0, -1)}`)).toBe(false);
});

test('[CLG-07] what follows from an invite secret differs for each purpose and each secret', () => {
  const one = inviteKeys(filled(2));
  const other = inviteKeys(filled(3));
  const values = [one.inviteId, one.psk, one.admission.publicKey, other.inviteId, other.psk, other.admission.publicKey];
  expect(new Set(values.map((value) => Buffer.from(value).toString('hex'))).size).toBe(values.length);
});
