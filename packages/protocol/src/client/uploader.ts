import { blobHash } from '../blob.ts';
import { toHex } from '../bytes.ts';
import { CollagilityError } from '../errors.ts';
import { maxPartBytes, maxUploadBytes } from '../limits.ts';
import type { MemberMessage } from '../messages.ts';

export type Uploaded = { blob: string; len: number; hash: string };
type Upload = Uploaded & {
  bytes: Uint8Array;
  arrived: number;
  sent: number;
  resolve: (uploaded: Uploaded) => void;
  reject: (error: CollagilityError) => void;
};

/** Pieces of one upload that may be under way at once. */
const windowBytes = 4 * maxPartBytes;

/** Values for prompts, in order and piece by piece; goes on where it stood after a new welcome (CLG-63). */
export class Uploader {
  readonly #send: (message: Extract<MemberMessage, { t: 'put' }>, bytes: Uint8Array) => void;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #uploads = new Map<string, Upload>();
  #isOpen = false;

  constructor(options: {
    send: (message: Extract<MemberMessage, { t: 'put' }>, bytes: Uint8Array) => void;
    random: (bytes: number) => Uint8Array;
  }) {
    this.#send = options.send;
    this.#random = options.random;
  }

  get isWaiting(): boolean {
    return this.#uploads.size > 0;
  }

  upload(bytes: Uint8Array): Promise<Uploaded> {
    if (bytes.length === 0 || bytes.length > maxUploadBytes) {
      return Promise.reject(new CollagilityError('too_large', 'A value for a prompt has 1 byte to 8 MiB.'));
    }
    return new Promise((resolve, reject) => {
      const blob = toHex(this.#random(16));
      const hash = toHex(blobHash(bytes));
      const upload: Upload = { blob, len: bytes.length, hash, bytes, arrived: 0, sent: 0, resolve, reject };
      this.#uploads.set(blob, upload);
      this.#pump(upload);
    });
  }

  answered({ blob, off, refused }: { blob: string; off: number; refused?: string | undefined }): void {
    const upload = this.#uploads.get(blob);
    if (upload === undefined) return;
    if (refused !== undefined) {
      this.#uploads.delete(blob);
      upload.reject(new CollagilityError(refused, 'The host did not take this value.'));
      return;
    }
    upload.arrived = Math.max(upload.arrived, off);
    upload.sent = Math.max(upload.sent, upload.arrived);
    if (upload.arrived >= upload.len) {
      this.#uploads.delete(blob);
      upload.resolve({ blob, len: upload.len, hash: upload.hash });
    } else this.#pump(upload);
  }

  opened(): void {
    this.#isOpen = true;
    for (const upload of this.#uploads.values()) {
      // From the beginning: the host answers with what has arrived, and that is where it goes on.
      upload.sent = 0;
      upload.arrived = 0;
      this.#pump(upload);
    }
  }

  closed(): void {
    this.#isOpen = false;
  }

  #pump(upload: Upload): void {
    while (this.#isOpen && upload.sent < upload.len && upload.sent - upload.arrived < windowBytes) {
      const { blob, len, hash, sent: off } = upload;
      const piece = upload.bytes.subarray(off, off + maxPartBytes);
      upload.sent += piece.length;
      this.#send({ t: 'put', blob, off, len, hash }, piece);
    }
  }
}
