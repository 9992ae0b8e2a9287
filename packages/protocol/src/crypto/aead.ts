import { view, wipe, writeU64 } from '../bytes.ts';
import { headerBytes, tagBytes } from '../limits.ts';
import { lib } from './sodium.ts';

export const laneKeyBytes = 48;

/**
 * One key of one lane: XChaCha20-Poly1305 with a nonce that is derived and counted, never drawn (CLG-40).
 * Nonce = iv ‖ u64 ctr; additional data = header ‖ roomId ‖ u32 gen. Both live in buffers that are reused.
 */
export class FrameCipher {
  readonly #key: Uint8Array;
  readonly #nonce = new Uint8Array(24);
  readonly #nonceView = view(this.#nonce);
  readonly #additional = new Uint8Array(headerBytes + 16 + 4);

  /** Takes over `laneKey` (key 32 ‖ iv 16) and wipes it. */
  constructor(laneKey: Uint8Array, roomId: Uint8Array, gen: number) {
    if (laneKey.length !== laneKeyBytes || roomId.length !== 16)
      throw new RangeError('Wrong length of key or room id.');
    this.#key = laneKey.slice(0, 32);
    this.#nonce.set(laneKey.subarray(32));
    this.#additional.set(roomId, headerBytes);
    view(this.#additional).setUint32(headerBytes + 16, gen, true);
    wipe(laneKey);
  }

  /** The whole frame. Whoever calls this has raised `ctr` and calls it once for it. */
  seal(header: Uint8Array, ctr: number, plaintext: Uint8Array): Uint8Array {
    this.#prepare(header, ctr);
    const sealed = lib().crypto_aead_xchacha20poly1305_ietf_encrypt(
      plaintext,
      this.#additional,
      null,
      this.#nonce,
      this.#key,
    );
    const frame = new Uint8Array(headerBytes + sealed.length);
    frame.set(header);
    frame.set(sealed, headerBytes);
    return frame;
  }

  /** The plaintext; `undefined` where the frame is not exactly what was sealed under this key, place and counter. */
  open(frame: Uint8Array, ctr: number): Uint8Array | undefined {
    if (frame.length < headerBytes + tagBytes) return undefined;
    this.#prepare(frame.subarray(0, headerBytes), ctr);
    try {
      return lib().crypto_aead_xchacha20poly1305_ietf_decrypt(
        null,
        frame.subarray(headerBytes),
        this.#additional,
        this.#nonce,
        this.#key,
      );
    } catch {
      // The only failure that is left here is a wrong tag.
      return undefined;
    }
  }

  wipe(): void {
    wipe(this.#key, this.#nonce);
  }

  #prepare(header: Uint8Array, ctr: number): void {
    this.#additional.set(header);
    writeU64(this.#nonceView, 16, ctr);
  }
}
