import { type SignLabel, signedBytes } from './labels.ts';
import { lib } from './sodium.ts';

export const signatureBytes = 64;

/** `Sign(sk, label, m)` of CLG-03; `secretKey` is the 64-byte form. */
export function sign(secretKey: Uint8Array, label: SignLabel, roomId: Uint8Array, m: Uint8Array): Uint8Array {
  return lib().crypto_sign_detached(signedBytes(label, roomId, m), secretKey);
}

/** Whether `signature` is that of `publicKey` over `m` for this purpose in this room. Refuses small-order keys (CLG-06). */
export function verify(
  publicKey: Uint8Array,
  label: SignLabel,
  roomId: Uint8Array,
  m: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32 || signature.length !== signatureBytes) return false;
  return lib().crypto_sign_verify_detached(signature, signedBytes(label, roomId, m), publicKey);
}
