import { concat, equal, fromBase64url, toBase64url } from './bytes.ts';
import { hash } from './crypto/hash.ts';
import { type KeyPair, signKeyPair } from './crypto/keys.ts';

/** What a link says: whose room, and the invite's secret `S` (CLG-08). */
export type Link = { hostPk: Uint8Array; secret: Uint8Array };
export type DecodedLink = ({ ok: true } & Link) | { ok: false; code: 'damaged' };

const version = 0x01;
const bodyBytes = 1 + 32 + 32;
/** Length of a fragment; also what a page may say is missing of a cut link. */
export const fragmentLength = 91;

const checksum = (body: Uint8Array): Uint8Array => hash(3, undefined, 'link', body);

/** The fragment, without `#`. */
export function encodeLink(link: Link): string {
  if (link.hostPk.length !== 32 || link.secret.length !== 32) throw new RangeError('A link holds two times 32 bytes.');
  const body = concat(Uint8Array.of(version), link.hostPk, link.secret);
  return toBase64url(concat(body, checksum(body)));
}

/**
 * Reads the fragment of a link, with or without its `#`. What mail programs and chats put around it (`%23`, a closing
 * bracket, a full stop) is taken off, and counts only if the checksum then matches (B49).
 */
export function decodeLink(text: string): DecodedLink {
  const start = /^(?:#|%23)*/i.exec(text)?.[0].length ?? 0;
  const fragment = text.slice(start, start + fragmentLength);
  const rest = text.slice(start + fragmentLength);
  if (!/^(?:[)\]}>.,;:!?'"*_’”»\s]|%20|%22|%27|%29|%3E)*$/i.test(rest)) return { ok: false, code: 'damaged' };
  const bytes = fragment.length === fragmentLength ? fromBase64url(fragment) : undefined;
  if (bytes === undefined || bytes.length !== bodyBytes + 3 || bytes[0] !== version) {
    return { ok: false, code: 'damaged' };
  }
  const body = bytes.subarray(0, bodyBytes);
  if (!equal(checksum(body), bytes.subarray(bodyBytes))) return { ok: false, code: 'damaged' };
  return { ok: true, hostPk: body.slice(1, 33), secret: body.slice(33) };
}

/** What follows from an invite's secret (CLG-07): its public id, its admission key, the handshake's pre-shared key. */
export function inviteKeys(secret: Uint8Array): { inviteId: Uint8Array; admission: KeyPair; psk: Uint8Array } {
  return {
    inviteId: hash(8, secret, 'iid'),
    admission: signKeyPair(hash(32, secret, 'admit-seed')),
    psk: hash(32, secret, 'psk'),
  };
}

/** A member's own admission key, from the seed that both sides derived in the handshake that admitted it (CLG-21). */
export const passKeys = (passSeed: Uint8Array): KeyPair => signKeyPair(passSeed);

/** The public name of a resume secret in `hs1`. */
export const resumeId = (resumeSecret: Uint8Array): Uint8Array => hash(8, resumeSecret, 'rid');
