import { blobHash } from '../blob.ts';
import { equal, fromHex } from '../bytes.ts';
import type { MemberId } from '../ids.ts';
import { maxOpenUploadBytes, maxUploadBytes, uploadMs } from '../limits.ts';
import type { MemberMessage } from '../messages.ts';
import type { RoomStore, Timer } from './contract.ts';

type Upload = {
  memberId: MemberId;
  bytes: Uint8Array;
  hash: Uint8Array;
  received: number;
  isComplete: boolean;
  cancel: () => void;
};

export type PutAnswer = { off: number; refused?: string };

/** Values that members send for their prompts (CLG-63): in order, bounded per value and per member, gone after an hour. */
export class Uploads {
  readonly #store: RoomStore;
  readonly #timer: Timer;
  readonly #uploads = new Map<string, Upload>();

  constructor(options: { store: RoomStore; timer: Timer }) {
    this.#store = options.store;
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
    this.#keep(message.blob, upload);
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
    const mine = [...this.#uploads.values()].filter((upload) => upload.memberId === memberId);
    const open = mine.reduce((sum, upload) => sum + upload.bytes.length, 0);
    if (open + len > maxOpenUploadBytes) return 'rate';
    const cancel = this.#timer(uploadMs, () => this.#uploads.delete(blob));
    const upload = { memberId, bytes: new Uint8Array(len), hash: hashBytes, received: 0, isComplete: false, cancel };
    this.#uploads.set(blob, upload);
    return upload;
  }

  /** Others may pull it once an event names it, which is not before the next one. */
  #keep(blob: string, { bytes, hash }: Upload): void {
    const id = fromHex(blob, 16);
    if (id === undefined) return;
    const fromSeq = this.#store.head().seq + 1;
    this.#store.transaction(() => this.#store.putBlob({ id, bytes, hash, fromSeq }));
  }

  #refuse(blob: string, refused: string): PutAnswer {
    this.#uploads.get(blob)?.cancel();
    this.#uploads.delete(blob);
    return { off: 0, refused };
  }
}
