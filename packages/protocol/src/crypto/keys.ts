import { concat, isAllZero, toHex } from '../bytes.ts';
import { hashLabels, labelBytes } from './labels.ts';
import { lib } from './sodium.ts';

export type KeyPair = { publicKey: Uint8Array; secretKey: Uint8Array };

/** Ed25519: room keys, device keys, admission keys. The seed is 32 random or derived bytes. */
export function signKeyPair(seed: Uint8Array): KeyPair {
  const pair = lib().crypto_sign_seed_keypair(seed);
  return { publicKey: pair.publicKey, secretKey: pair.privateKey };
}

/** X25519: the fresh keys of one handshake. The secret is 32 random bytes. */
export function dhKeyPair(secret: Uint8Array): KeyPair {
  return { publicKey: lib().crypto_scalarmult_base(secret), secretKey: secret };
}

/** The shared secret; `undefined` for a low-order public key, whose result would be all zero (CLG-02). */
export function dh(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  if (publicKey.length !== 32) return undefined;
  try {
    const shared = lib().crypto_scalarmult(secretKey, publicKey);
    return isAllZero(shared) ? undefined : shared;
  } catch {
    // libsodium refuses the key itself: the same answer.
    return undefined;
  }
}

/** The room's id: the first 16 bytes of SHA-512 over its public key (CLG-05). */
export function roomIdBytes(hostPk: Uint8Array): Uint8Array {
  return lib()
    .crypto_hash(concat(labelBytes(hashLabels.room), hostPk))
    .slice(0, 16);
}

export const roomIdText = (hostPk: Uint8Array): string => toHex(roomIdBytes(hostPk));

/** The id under which the relay knows an admission key (CLG-20). */
export function admissionIdBytes(publicKey: Uint8Array): Uint8Array {
  return lib()
    .crypto_hash(concat(labelBytes(hashLabels.aid), publicKey))
    .slice(0, 8);
}
