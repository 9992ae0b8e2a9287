/**
 * A check (CLG-55): the host's signed word about its clock, its head and the ephemeral frames since the last one.
 *
 *     sig 64 ‖ m    m = u32 gen, u32 epoch, u64 own ctr, u64 hostMs, u64 seq, h 32, u64 firstEph, u16 n, n × digest 16
 */
import { readU64, view, writeU64 } from './bytes.ts';
import { hash } from './crypto/hash.ts';
import { signatureBytes } from './crypto/sign.ts';
import { maxContentBytes } from './plaintext.ts';

export type Check = {
  gen: number;
  epoch: number;
  /** The check's own counter: a member who holds the group secret could otherwise send an old check again. */
  ctr: number;
  /** Host's monotonic milliseconds since its start. */
  hostMs: number;
  seq: number;
  hash: Uint8Array;
  /** Counter of the first digest; the next counter where there is none. */
  firstEphemeral: number;
  digests: Uint8Array[];
};

const digestBytes = 16;
const fixedBytes = 4 + 4 + 8 + 8 + 8 + 32 + 8 + 2;
export const maxDigestsPerCheck = Math.floor((maxContentBytes - signatureBytes - fixedBytes) / digestBytes);

/** Over the whole sealed frame. */
export const ephemeralDigest = (frame: Uint8Array): Uint8Array => hash(digestBytes, undefined, 'eph', frame);

/** m, which the host signs. */
export function encodeCheck(check: Check): Uint8Array {
  if (check.digests.length > maxDigestsPerCheck) throw new RangeError('Too many digests for one check.');
  const bytes = new Uint8Array(fixedBytes + check.digests.length * digestBytes);
  const into = view(bytes);
  into.setUint32(0, check.gen, true);
  into.setUint32(4, check.epoch, true);
  writeU64(into, 8, check.ctr);
  writeU64(into, 16, check.hostMs);
  writeU64(into, 24, check.seq);
  bytes.set(check.hash, 32);
  writeU64(into, 64, check.firstEphemeral);
  into.setUint16(72, check.digests.length, true);
  check.digests.forEach((digest, at) => {
    bytes.set(digest, fixedBytes + at * digestBytes);
  });
  return bytes;
}

export function decodeCheck(bytes: Uint8Array): Check | undefined {
  if (bytes.length < fixedBytes) return undefined;
  const from = view(bytes);
  const n = from.getUint16(72, true);
  if (n > maxDigestsPerCheck || bytes.length !== fixedBytes + n * digestBytes) return undefined;
  const ctr = readU64(from, 8);
  const hostMs = readU64(from, 16);
  const seq = readU64(from, 24);
  const firstEphemeral = readU64(from, 64);
  if (ctr === undefined || hostMs === undefined || seq === undefined || firstEphemeral === undefined) return undefined;
  if (firstEphemeral === 0 || !Number.isSafeInteger(firstEphemeral + n)) return undefined;
  const digests: Uint8Array[] = [];
  for (let at = fixedBytes; at < bytes.length; at += digestBytes) digests.push(bytes.slice(at, at + digestBytes));
  return {
    gen: from.getUint32(0, true),
    epoch: from.getUint32(4, true),
    ctr,
    hostMs,
    seq,
    hash: bytes.slice(32, 64),
    firstEphemeral,
    digests,
  };
}
