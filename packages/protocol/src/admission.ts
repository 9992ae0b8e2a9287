/**
 * Who may have the host's seat and who may connect (CLG-20). The relay checks with WebCrypto, because libsodium does
 * not run on every relay; whoever signs makes the same bytes here.
 */
import { concat, fromHex, toHex, u32, utf8 } from './bytes.ts';
import { hashLabels, labelBytes, type SignLabel, signedBytes } from './crypto/labels.ts';
import type { ControlMessageOf } from './frames/control.ts';

export { type Generation, type GenerationVerdict, isAccepted, judgeGeneration } from './generation.ts';

const challengeBytes = 32;

async function sha512(label: string, publicKey: Uint8Array, bytes: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-512', new Uint8Array(concat(labelBytes(label), publicKey)));
  return toHex(new Uint8Array(digest, 0, bytes));
}

/** 32 hex digits: the room that this public key speaks for (CLG-05). */
export const roomIdOf = (hostPk: Uint8Array): Promise<string> => sha512(hashLabels.room, hostPk, 16);

/** 16 hex digits: the name of an admission key at the relay. */
export const admissionIdOf = (publicKey: Uint8Array): Promise<string> => sha512(hashLabels.aid, publicKey, 8);

/** m of the host's seat signature. A challenge of another length is refused: it could be another message (CLG-03). */
export function seatMessage(challenge: Uint8Array, gen: number, boot: Uint8Array, authority: string): Uint8Array {
  if (challenge.length !== challengeBytes || boot.length !== 16) throw new RangeError('A challenge has 32 bytes.');
  return concat(challenge, u32(gen), boot, utf8(authority));
}

/** m of a member's admission signature. */
export function admitMessage(challenge: Uint8Array, id8: Uint8Array, authority: string): Uint8Array {
  if (challenge.length !== challengeBytes || id8.length !== 8) throw new RangeError('A challenge has 32 bytes.');
  return concat(challenge, id8, utf8(authority));
}

/** Whether this `seat` is the room's own host, for this socket's challenge. `auth` itself is the relay's to compare. */
export async function verifySeat(
  roomId: string,
  challenge: Uint8Array,
  seat: Omit<ControlMessageOf<'seat'>, 't'>,
): Promise<boolean> {
  const publicKey = fromHex(seat.pk, 32);
  const boot = fromHex(seat.boot, 16);
  if (publicKey === undefined || boot === undefined || challenge.length !== challengeBytes) return false;
  if ((await roomIdOf(publicKey)) !== roomId) return false;
  return verify(publicKey, 'seat', roomId, seatMessage(challenge, seat.gen, boot, seat.auth), seat.sig);
}

/** Whether this `admit` was signed with the admission key `publicKey`, for this socket's challenge. */
export async function verifyAdmit(
  roomId: string,
  challenge: Uint8Array,
  admit: Omit<ControlMessageOf<'admit'>, 't'>,
  publicKey: Uint8Array,
): Promise<boolean> {
  const id8 = fromHex(admit.id8, 8);
  if (id8 === undefined || publicKey.length !== 32 || challenge.length !== challengeBytes) return false;
  if ((await admissionIdOf(publicKey)) !== admit.id8) return false;
  return verify(publicKey, 'admit', roomId, admitMessage(challenge, id8, admit.auth), admit.sig);
}

async function verify(
  publicKey: Uint8Array,
  label: SignLabel,
  roomId: string,
  m: Uint8Array,
  signatureHex: string,
): Promise<boolean> {
  const room = fromHex(roomId, 16);
  const signature = fromHex(signatureHex, 64);
  if (room === undefined || signature === undefined) return false;
  // Copies, because WebCrypto's types want buffers that are not shared.
  const key = await importKey(new Uint8Array(publicKey));
  if (key === undefined) return false;
  const preimage = new Uint8Array(signedBytes(label, room, m));
  return crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), preimage);
}

async function importKey(publicKey: Uint8Array<ArrayBuffer>) {
  try {
    return await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    // Not a point of the curve: nobody can have signed with it.
    return undefined;
  }
}
