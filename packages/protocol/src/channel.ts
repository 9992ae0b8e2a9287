import { FrameCipher } from './crypto/aead.ts';
import { decodeHeader, encodeHeader, frameTypes } from './frames/header.ts';
import { isRecord } from './is-record.ts';
import { decodePlaintext, encodeJson, encodePlaintext, pairwiseFloorBytes, parseJson } from './plaintext.ts';

/** Any JSON object; `t` says what it is. */
export type JsonObject = Record<string, unknown>;

export type ChannelOpened =
  | { kind: 'opened'; json: JsonObject; bin: Uint8Array; ctr: number }
  /** Seen before: dropped without more ado, so that a doubling network causes no handshake (CLG-41). */
  | { kind: 'duplicate' }
  /** Something before it is missing: resume. */
  | { kind: 'gap' }
  /** Not a frame of this channel: nothing has changed, count it. */
  | { kind: 'bad'; code: 'bad_frame' | 'aead' };

const empty = new Uint8Array(0);

/** The channel between one member and the host, after a handshake: frames of types 3 and 4 (CLG-40 to 43). */
export class PairwiseChannel {
  readonly #sending: FrameCipher;
  readonly #receiving: FrameCipher;
  readonly #sendType: 3 | 4;
  #sent = 0;
  #opened = 0;
  #acked = 0;

  constructor(options: {
    side: 'member' | 'host';
    keys: { j2h: Uint8Array; h2j: Uint8Array };
    roomId: Uint8Array;
    gen: number;
  }) {
    const { keys, roomId, gen, side } = options;
    const j2h = new FrameCipher(keys.j2h, roomId, gen);
    const h2j = new FrameCipher(keys.h2j, roomId, gen);
    this.#sending = side === 'member' ? j2h : h2j;
    this.#receiving = side === 'member' ? h2j : j2h;
    this.#sendType = side === 'member' ? frameTypes.command : frameTypes.direct;
  }

  /** Frames sent so far: the counter of the last one. */
  get sent(): number {
    return this.#sent;
  }

  /** The highest counter opened: what `ack` tells the other side. */
  get opened(): number {
    return this.#opened;
  }

  /** The highest of our frames that the other side has opened (CLG-42). */
  get acked(): number {
    return this.#acked;
  }

  /** Seals a new frame; `ack` is added. Throws where it is too long: the caller has measured. */
  seal(json: JsonObject, bin: Uint8Array = empty): Uint8Array {
    const plaintext = encodePlaintext(encodeJson({ ...json, ack: this.#opened }), bin, pairwiseFloorBytes);
    const ctr = ++this.#sent;
    return this.#sending.seal(encodeHeader({ type: this.#sendType, step: 0, epoch: 0, ctr }), ctr, plaintext);
  }

  open(frame: Uint8Array): ChannelOpened {
    const header = decodeHeader(frame);
    const type = this.#sendType === frameTypes.command ? frameTypes.direct : frameTypes.command;
    if (header?.type !== type) return { kind: 'bad', code: 'bad_frame' };
    if (header.ctr <= this.#opened) return { kind: 'duplicate' };
    if (header.ctr > this.#opened + 1) return { kind: 'gap' };
    const bytes = this.#receiving.open(frame, header.ctr);
    if (bytes === undefined) return { kind: 'bad', code: 'aead' };
    const plaintext = decodePlaintext(bytes, pairwiseFloorBytes);
    const json = plaintext && parseJson(plaintext.json);
    if (plaintext === undefined || !json?.ok || !isRecord(json.value)) return { kind: 'bad', code: 'bad_frame' };
    this.#opened = header.ctr;
    this.#noteAck(json.value['ack']);
    return { kind: 'opened', json: json.value, bin: plaintext.bin, ctr: header.ctr };
  }

  wipe(): void {
    this.#sending.wipe();
    this.#receiving.wipe();
  }

  /** Only what was really sent can be acknowledged. */
  #noteAck(ack: unknown): void {
    if (typeof ack === 'number' && Number.isSafeInteger(ack) && ack > this.#acked && ack <= this.#sent) {
      this.#acked = ack;
    }
  }
}
