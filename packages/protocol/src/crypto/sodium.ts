// The only importer of libsodium (B53). Always the default import: its functions are attached when it is ready.
import sodium from 'libsodium-wrappers';
import { CollagilityError } from '../errors.ts';

let isReady = false;

/** Await this once, before anything else of the protocol's cryptography is used. */
export const ready: Promise<void> = sodium.ready.then(() => {
  isReady = true;
});

/** The library; a clear error where `ready` was not awaited, instead of "is not a function". */
export function lib(): typeof sodium {
  if (!isReady) {
    throw new CollagilityError(
      'crypto_not_ready',
      'The cryptography is not ready: await `ready` of crypto/sodium first.',
    );
  }
  return sodium;
}

/** The one source of randomness: keys, secrets and ids. Never called per frame (CLG-40). */
export const randomBytes = (length: number): Uint8Array => lib().randombytes_buf(length);
