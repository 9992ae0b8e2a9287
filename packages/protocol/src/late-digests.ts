import { ephemeralDigest } from './check.ts';

/** Frames that wait for their digest hold no more memory than this. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Digests of ephemeral frames (CLG-55), made only when a check needs them: text is on its way, or on the screen,
 * before it is hashed. The frames are kept until then and must not be written to.
 */
export class LateDigests {
  #waitingBytes = 0;

  /** Call the result once; it gives the 16-byte digest of `frame` and lets go of it. */
  of(frame: Uint8Array): () => Uint8Array {
    if (this.#waitingBytes + frame.length > maxWaitingBytes) {
      const digest = ephemeralDigest(frame);
      return () => digest;
    }
    this.#waitingBytes += frame.length;
    return () => {
      this.#waitingBytes -= frame.length;
      return ephemeralDigest(frame);
    };
  }

  /** Whatever was asked for is not wanted any more. */
  clear(): void {
    this.#waitingBytes = 0;
  }
}
