import { decodeRun, type Head, type Run, runEnd, verifyHead } from './chain.ts';
import type { JsonObject } from './channel.ts';
import { type Check, decodeCheck } from './check.ts';
import { signatureBytes, verify } from './crypto/sign.ts';
import { EphemeralCover } from './ephemeral-cover.ts';
import { decodeHeader, type FrameHeader } from './frames/header.ts';
import { type GroupCounters, GroupKeys, type GroupType, nextSecret } from './group-keys.ts';
import type { GroupState } from './group-sender.ts';
import { HeldFrames } from './held-frames.ts';
import { isRecord } from './is-record.ts';
import { decodePlaintext, groupFloorBytes, type Plaintext, parseJson } from './plaintext.ts';

const maxStepsAhead = 256;
const maxEphemeralJump = 65_536;

export type GroupOpened =
  /** Signed by the host. Where it belongs in the chain is `placeRun`'s to say. */
  | { kind: 'durable'; run: Run; end: Head; signature: Uint8Array }
  /** Provisional. `missed`: how many before it did not come. */
  | { kind: 'ephemeral'; json: JsonObject; bin: Uint8Array; ctr: number; missed: number }
  /** Signed by the host. `forged` not empty: an alarm (CLG-55). */
  | { kind: 'check'; check: Check; covered: number[]; forged: number[] }
  /** Of a later epoch: kept until its `rekey` comes. */
  | { kind: 'held' }
  /** Nothing of the room has changed; counted. */
  | { kind: 'dropped'; reason: 'replay' | 'old_epoch' | 'old_step' | 'later_step' }
  /** The lanes cannot go on without a new handshake. */
  | { kind: 'resume'; reason: 'check_gap' | 'ephemeral_jump' | 'uncovered' | 'held_overflow' }
  /** Not what the host sealed: nothing has changed; counted. */
  | { kind: 'bad'; code: 'bad_frame' | 'aead' | 'sig' | 'step' };

/** A member's side of the group lanes (CLG-44 to 49). Only what the host has signed moves steps and signed counters. */
export class GroupReceiver {
  readonly #hostPk: Uint8Array;
  readonly #roomId: Uint8Array;
  readonly #gen: number;
  readonly #cover = new EphemeralCover();
  readonly #held = new HeldFrames();
  #keys: GroupKeys;
  #epoch: number;
  #step: number;
  #counters: GroupCounters;
  /** Highest event that a signed frame ended with: an old signature in a new frame moves nothing. */
  #lastDurable: number;

  /** `state` as `welcome` told it; `seq` is the host's head then. */
  constructor(options: { hostPk: Uint8Array; roomId: Uint8Array; gen: number; state: GroupState; seq: number }) {
    this.#hostPk = options.hostPk;
    this.#roomId = options.roomId;
    this.#gen = options.gen;
    this.#epoch = options.state.epoch;
    this.#step = options.state.step;
    this.#counters = { ...options.state.counters };
    this.#lastDurable = options.seq;
    this.#keys = new GroupKeys(options.state.secret, options.roomId, options.gen);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get step(): number {
    return this.#step;
  }

  open(frame: Uint8Array, nowMs: number): GroupOpened {
    const header = decodeHeader(frame);
    const type = header && groupTypeOf(header);
    if (header === undefined || type === undefined) return { kind: 'bad', code: 'bad_frame' };
    if (header.epoch < this.#epoch) return { kind: 'dropped', reason: 'old_epoch' };
    if (header.epoch > this.#epoch) {
      return this.#held.add(header.epoch, frame, nowMs)
        ? { kind: 'held' }
        : { kind: 'resume', reason: 'held_overflow' };
    }
    if (header.step < this.#step) return { kind: 'dropped', reason: 'old_step' };
    if (header.ctr <= this.#counters[type]) return { kind: 'dropped', reason: 'replay' };
    return type === 6 ? this.#openEphemeral(header, frame) : this.#openSigned(header, type, frame);
  }

  /**
   * A new epoch, told on the pairwise channel. Gives back the frames that waited for it, to be opened in order; an
   * epoch that is not later is ignored (`undefined`).
   */
  rekey(epoch: number, secret: Uint8Array): Uint8Array[] | undefined {
    if (epoch <= this.#epoch) return undefined;
    this.#replaceKeys(new GroupKeys(secret, this.#roomId, this.#gen));
    this.#epoch = epoch;
    this.#step = 0;
    this.#counters = { 5: 0, 6: 0, 7: 0 };
    this.#cover.clear();
    return this.#held.take(epoch);
  }

  /** Whether frames of a later epoch have waited too long for their `rekey`: resume (CLG-48). */
  isHeldTooLong(nowMs: number): boolean {
    return this.#held.isTooLong(nowMs);
  }

  wipe(): void {
    this.#keys.wipe();
    this.#cover.clear();
    this.#held.clear();
  }

  #openEphemeral(header: FrameHeader, frame: Uint8Array): GroupOpened {
    if (header.step > this.#step) return { kind: 'dropped', reason: 'later_step' };
    const last = this.#counters[6];
    if (header.ctr - last > maxEphemeralJump) return { kind: 'resume', reason: 'ephemeral_jump' };
    const plaintext = openWith(this.#keys, 6, header, frame);
    if (typeof plaintext === 'string') return { kind: 'bad', code: plaintext };
    const json = plaintext.json.length === 0 ? {} : jsonObject(plaintext.json);
    if (json === undefined) return { kind: 'bad', code: 'bad_frame' };
    if (!this.#cover.show(header.ctr, frame)) return { kind: 'resume', reason: 'uncovered' };
    this.#counters[6] = header.ctr;
    return { kind: 'ephemeral', json, bin: plaintext.bin, ctr: header.ctr, missed: header.ctr - last - 1 };
  }

  #openSigned(header: FrameHeader, type: 5 | 7, frame: Uint8Array): GroupOpened {
    const ahead = header.step - this.#step;
    if (ahead > maxStepsAhead) return { kind: 'bad', code: 'step' };
    const keys = ahead === 0 ? this.#keys : this.#keysAhead(ahead);
    const opened = this.#judgeSigned(keys, header, type, frame);
    const isGenuine = opened.kind === 'durable' || opened.kind === 'check';
    if (isGenuine) {
      this.#counters[type] = header.ctr;
      this.#step = header.step;
    }
    if (keys === this.#keys) return opened;
    if (isGenuine) this.#replaceKeys(keys);
    else keys.wipe();
    return opened;
  }

  #judgeSigned(keys: GroupKeys, header: FrameHeader, type: 5 | 7, frame: Uint8Array): GroupOpened {
    const plaintext = openWith(keys, type, header, frame);
    if (typeof plaintext === 'string') return { kind: 'bad', code: plaintext };
    const { json, bin } = plaintext;
    if (json.length !== 0 || bin.length < signatureBytes) return { kind: 'bad', code: 'bad_frame' };
    const signature = bin.slice(0, signatureBytes);
    const body = bin.subarray(signatureBytes);
    return type === 5 ? this.#judgeDurable(signature, body) : this.#judgeCheck(header, signature, body);
  }

  #judgeDurable(signature: Uint8Array, body: Uint8Array): GroupOpened {
    const run = decodeRun(body);
    if (run === undefined) return { kind: 'bad', code: 'bad_frame' };
    const end = runEnd(this.#roomId, run);
    if (!verifyHead(this.#hostPk, this.#roomId, this.#gen, end, signature)) return { kind: 'bad', code: 'sig' };
    if (end.seq <= this.#lastDurable) return { kind: 'dropped', reason: 'replay' };
    this.#lastDurable = end.seq;
    return { kind: 'durable', run, end, signature };
  }

  #judgeCheck(header: FrameHeader, signature: Uint8Array, body: Uint8Array): GroupOpened {
    const check = decodeCheck(body);
    if (check === undefined) return { kind: 'bad', code: 'bad_frame' };
    const isMine = check.gen === this.#gen && check.epoch === header.epoch && check.ctr === header.ctr;
    if (!isMine || !verify(this.#hostPk, 'chk', this.#roomId, body, signature)) return { kind: 'bad', code: 'sig' };
    if (header.ctr !== this.#counters[7] + 1) return { kind: 'resume', reason: 'check_gap' };
    const coverage = this.#cover.apply(check);
    // What the host has sealed and covered will not come any more: the order is kept.
    this.#counters[6] = Math.max(this.#counters[6], this.#cover.coveredTo);
    return { kind: 'check', check, ...coverage };
  }

  #keysAhead(steps: number): GroupKeys {
    let secret: Uint8Array = this.#keys.secret.slice();
    for (let at = 0; at < steps; at++) {
      const next = nextSecret(secret);
      secret.fill(0);
      secret = next;
    }
    const keys = new GroupKeys(secret, this.#roomId, this.#gen);
    secret.fill(0);
    return keys;
  }

  #replaceKeys(keys: GroupKeys): void {
    const old = this.#keys;
    this.#keys = keys;
    old.wipe();
  }
}

function groupTypeOf(header: FrameHeader): GroupType | undefined {
  return header.type === 5 || header.type === 6 || header.type === 7 ? header.type : undefined;
}

function openWith(
  keys: GroupKeys,
  type: GroupType,
  header: FrameHeader,
  frame: Uint8Array,
): Plaintext | 'aead' | 'bad_frame' {
  const bytes = keys.cipher(type).open(frame, header.ctr);
  if (bytes === undefined) return 'aead';
  return decodePlaintext(bytes, groupFloorBytes) ?? 'bad_frame';
}

function jsonObject(bytes: Uint8Array): JsonObject | undefined {
  const json = parseJson(bytes);
  return json.ok && isRecord(json.value) ? json.value : undefined;
}
