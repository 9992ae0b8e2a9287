import { blobHash } from '../blob.ts';
import { equal, fromHex } from '../bytes.ts';
import type { MemberId } from '../ids.ts';
import {
  maxAllUploadBytes,
  maxAllWatcherUploadBytes,
  maxOpenUploadBytes,
  maxOpenUploads,
  maxUploadBytes,
  maxWatcherUploadBytes,
  reservedUploadBytes,
  uploadMs,
} from '../limits.ts';
import type { MemberMessage } from '../messages.ts';
import type { CommandSender, Timer } from './contract.ts';

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
  readonly #senderOf: (memberId: MemberId) => CommandSender | undefined;
  readonly #uploads = new Map<string, Upload>();

  constructor(options: { timer: Timer; senderOf: (memberId: MemberId) => CommandSender | undefined }) {
    this.#timer = options.timer;
    this.#senderOf = options.senderOf;
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

  drop(memberId: MemberId, blobs: readonly string[]): void {
    for (const blob of blobs) {
      const upload = this.#uploads.get(blob);
      if (upload?.memberId !== memberId) continue;
      upload.cancel();
      this.#uploads.delete(blob);
    }
  }

  #start(memberId: MemberId, { blob, len, hash }: Extract<MemberMessage, { t: 'put' }>): Upload | string {
    const hashBytes = fromHex(hash, 32);
    if (len > maxUploadBytes || len === 0 || hashBytes === undefined) return 'too_large';
    if (!this.#hasRoomFor(memberId, len)) return 'rate';
    const cancel = this.#timer(uploadMs, () => this.#uploads.delete(blob));
    const upload = { memberId, bytes: new Uint8Array(len), hash: hashBytes, received: 0, isComplete: false, cancel };
    this.#uploads.set(blob, upload);
    return upload;
  }

  /** A person's share is theirs whatever their devices; who sends no prompts needs little, and never all there is. */
  #hasRoomFor(memberId: MemberId, len: number): boolean {
    const sender = this.#senderOf(memberId);
    if (sender === undefined) return false;
    const all = [...this.#uploads.values()];
    const isOf = (isMeant: (other: CommandSender) => boolean) =>
      all.filter((upload) => {
        const owner = this.#senderOf(upload.memberId);
        return owner !== undefined && isMeant(owner);
      });
    const mine = isOf(({ participantId }) => participantId === sender.participantId);
    const isWatcher = ({ rights }: CommandSender) => rights.prompt === 'none';
    const share = isWatcher(sender) ? maxWatcherUploadBytes : maxOpenUploadBytes;
    if (mine.length >= maxOpenUploads || sizeOf(mine) + len > share) return false;
    if (isWatcher(sender) && sizeOf(isOf(isWatcher)) + len > maxAllWatcherUploadBytes) return false;
    const whole = sender.rights.manage ? maxAllUploadBytes : maxAllUploadBytes - reservedUploadBytes;
    return sizeOf(all) + len <= whole;
  }

  #refuse(blob: string, refused: string): PutAnswer {
    this.#uploads.get(blob)?.cancel();
    this.#uploads.delete(blob);
    return { off: 0, refused };
  }
}
