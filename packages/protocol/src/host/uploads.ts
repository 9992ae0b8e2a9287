import { blobHash } from '../blob.ts';
import { equal, fromHex } from '../bytes.ts';
import type { MemberId } from '../ids.ts';
import { maxAllUploadBytes, maxOpenUploadBytes, maxOpenUploads, maxUploadBytes, uploadMs } from '../limits.ts';
import type { MemberMessage } from '../messages.ts';
import type { Timer } from './contract.ts';

type Upload = {
  memberId: MemberId;
  bytes: Uint8Array;
  hash: Uint8Array;
  received: number;
  isComplete: boolean;
  cancel: () => void;
};

export type PutAnswer = { off: number; refused?: string };

const sizeOf = (uploads: readonly Upload[]): number => uploads.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * Values that members send for their prompts (CLG-63): in order, bounded per value, per member and in all, gone after
 * an hour. In memory only: their ids are the members' own, and what the room keeps it keeps under names of its own.
 */
export class Uploads {
  readonly #timer: Timer;
  readonly #uploads = new Map<string, Upload>();

  constructor(options: { timer: Timer }) {
    this.#timer = options.timer;
  }

  /** `off` of the answer is what has arrived; a piece that came before is no error, one that is ahead waits for its turn. */
  put(memberId: MemberId, message: Extract<MemberMessage, { t: 'put' }>, bytes: Uint8Array): PutAnswer {
    const upload = this.#uploads.get(message.blob) ?? this.#start(memberId, message);
    if (typeof upload === 'string') return { off: 0, refused: upload };
    if (upload.memberId !== memberId || upload.bytes.length !== message.len) return { off: 0, refused: 'id_reuse' };
    if (message.off !== upload.received || upload.isComplete) return { off: upload.received };
    if (message.off + bytes.length > upload.bytes.length) return this.#refuse(message.blob, 'too_large');
    upload.bytes.set(bytes, message.off);
    upload.received += bytes.length;
    if (upload.received < upload.bytes.length) return { off: upload.received };
    if (!equal(blobHash(upload.bytes), upload.hash)) return this.#refuse(message.blob, 'hash');
    upload.isComplete = true;
    return { off: upload.received };
  }

  /** A complete value of this member. */
  complete(memberId: MemberId, blob: string): Uint8Array | undefined {
    const upload = this.#uploads.get(blob);
    return upload?.isComplete && upload.memberId === memberId ? upload.bytes : undefined;
  }

  #start(memberId: MemberId, { blob, len, hash }: Extract<MemberMessage, { t: 'put' }>): Upload | string {
    const hashBytes = fromHex(hash, 32);
    if (len > maxUploadBytes || len === 0 || hashBytes === undefined) return 'too_large';
    const all = [...this.#uploads.values()];
    const mine = all.filter((upload) => upload.memberId === memberId);
    if (mine.length >= maxOpenUploads || sizeOf(mine) + len > maxOpenUploadBytes) return 'rate';
    if (sizeOf(all) + len > maxAllUploadBytes) return 'rate';
    const cancel = this.#timer(uploadMs, () => this.#uploads.delete(blob));
    const upload = { memberId, bytes: new Uint8Array(len), hash: hashBytes, received: 0, isComplete: false, cancel };
    this.#uploads.set(blob, upload);
    return upload;
  }

  #refuse(blob: string, refused: string): PutAnswer {
    this.#uploads.get(blob)?.cancel();
    this.#uploads.delete(blob);
    return { off: 0, refused };
  }
}
