import { concat } from './bytes.ts';
import { encodeRun, type Head, type Run } from './chain.ts';
import { type Check, encodeCheck, maxDigestsPerCheck } from './check.ts';
import { sign } from './crypto/sign.ts';
import { CollagilityError } from './errors.ts';
import { encodeHeader } from './frames/header.ts';
import { type GroupCounters, GroupKeys, type GroupType, nextSecret } from './group-keys.ts';
import { LateDigests } from './late-digests.ts';
import { maxEpochFrames, maxEpochMs, maxStep } from './limits.ts';
import { encodeJson, encodePlaintext, groupFloorBytes } from './plaintext.ts';

const empty = new Uint8Array(0);

/** What `welcome` tells a member: enough to open what is sealed from here on and nothing before. */
export type GroupState = { secret: Uint8Array; epoch: number; step: number; counters: GroupCounters };

/**
 * The host's side of the group lanes: one epoch after the other, one step after the other, and the only function that
 * seals for the group (CLG-40, 44 to 48).
 */
export class GroupSender {
  readonly #hostSk: Uint8Array;
  readonly #roomId: Uint8Array;
  readonly #gen: number;
  #keys: GroupKeys;
  #epoch: number;
  #epochStartMs: number;
  #step = 0;
  #counters: GroupCounters = { 5: 0, 6: 0, 7: 0 };
  #framesInEpoch = 0;
  /** The first frame of a step must be signed, for it is what members advance by (CLG-46). */
  #isStepOpen = false;
  #firstUncovered = 1;
  readonly #digests = new LateDigests();
  #uncovered: (() => Uint8Array)[] = [];

  /** `epoch` is higher than any that the room ever used; `secret` is 32 fresh random bytes. */
  constructor(options: {
    hostSk: Uint8Array;
    roomId: Uint8Array;
    gen: number;
    epoch: number;
    secret: Uint8Array;
    nowMs: number;
  }) {
    this.#hostSk = options.hostSk;
    this.#roomId = options.roomId;
    this.#gen = options.gen;
    this.#epoch = options.epoch;
    this.#epochStartMs = options.nowMs;
    this.#keys = new GroupKeys(options.secret, options.roomId, options.gen);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get step(): number {
    return this.#step;
  }

  /** Ephemeral frames that no check covers yet. */
  get uncovered(): number {
    return this.#uncovered.length;
  }

  /** Whether the epoch was used as much as one may be; then call `startEpoch`. */
  isEpochOver(nowMs: number): boolean {
    return this.#framesInEpoch >= maxEpochFrames || this.#step >= maxStep || nowMs - this.#epochStartMs >= maxEpochMs;
  }

  /** For a `welcome`. The secret is a copy: wipe it after sealing. */
  state(): GroupState {
    return {
      secret: this.#keys.secret.slice(),
      epoch: this.#epoch,
      step: this.#step,
      counters: { ...this.#counters },
    };
  }

  /** One durable frame. `signature` is `signHead` of the run's end, as it is in the journal. */
  sealDurable(signature: Uint8Array, run: Run): Uint8Array {
    this.#isStepOpen = true;
    return this.#seal(5, empty, concat(signature, encodeRun(run)));
  }

  /** One ephemeral frame; it is provisional for everybody until `sealChecks` has covered it. */
  sealEphemeral(json: unknown, bin: Uint8Array = empty): Uint8Array {
    if (!this.#isStepOpen) {
      throw new CollagilityError(
        'step_not_open',
        'The first frame of a step or epoch must be signed: send a check first.',
      );
    }
    const frame = this.#seal(6, json === undefined ? empty : encodeJson(json), bin);
    this.#uncovered.push(this.#digests.of(frame));
    return frame;
  }

  /** Covers all uncovered ephemeral frames: one check, or several where there are very many. */
  sealChecks(now: { hostMs: number; head: Head }): Uint8Array[] {
    const frames: Uint8Array[] = [];
    do {
      const digests = this.#uncovered.splice(0, maxDigestsPerCheck).map((digest) => digest());
      frames.push(this.#sealCheck(now, digests));
      this.#firstUncovered += digests.length;
    } while (this.#uncovered.length > 0);
    return frames;
  }

  /** After each admission: what was sent before stays closed to the newcomer. Cover everything by a check first. */
  ratchet(): void {
    this.#requireCovered();
    if (this.#step >= maxStep) throw new CollagilityError('epoch_over', 'The epoch has no step left: start a new one.');
    const secret = nextSecret(this.#keys.secret);
    this.#replaceKeys(secret);
    this.#step++;
    this.#isStepOpen = false;
  }

  /** After a removal and where `isEpochOver`: fresh secret, step 0, counters from 1. Cover everything first. */
  startEpoch(secret: Uint8Array, nowMs: number, epoch = this.#epoch + 1): void {
    this.#requireCovered();
    if (epoch <= this.#epoch) throw new RangeError('Epochs count up.');
    this.#replaceKeys(secret);
    this.#epoch = epoch;
    this.#epochStartMs = nowMs;
    this.#step = 0;
    this.#counters = { 5: 0, 6: 0, 7: 0 };
    this.#framesInEpoch = 0;
    this.#firstUncovered = 1;
    this.#isStepOpen = false;
  }

  wipe(): void {
    this.#keys.wipe();
  }

  #sealCheck(now: { hostMs: number; head: Head }, digests: Uint8Array[]): Uint8Array {
    const check: Check = {
      gen: this.#gen,
      epoch: this.#epoch,
      ctr: this.#counters[7] + 1,
      hostMs: now.hostMs,
      seq: now.head.seq,
      hash: now.head.hash,
      firstEphemeral: this.#firstUncovered,
      digests,
    };
    const m = encodeCheck(check);
    this.#isStepOpen = true;
    return this.#seal(7, empty, concat(sign(this.#hostSk, 'chk', this.#roomId, m), m));
  }

  /** The one place where a counter is raised and used. */
  #seal(type: GroupType, json: Uint8Array, bin: Uint8Array): Uint8Array {
    const plaintext = encodePlaintext(json, bin, groupFloorBytes);
    const ctr = ++this.#counters[type];
    this.#framesInEpoch++;
    const header = encodeHeader({ type, step: this.#step, epoch: this.#epoch, ctr });
    return this.#keys.cipher(type).seal(header, ctr, plaintext);
  }

  #replaceKeys(secret: Uint8Array): void {
    const old = this.#keys;
    this.#keys = new GroupKeys(secret, this.#roomId, this.#gen);
    old.wipe();
  }

  #requireCovered(): void {
    if (this.#uncovered.length > 0) {
      throw new CollagilityError(
        'uncovered',
        'A check must cover the ephemeral frames before the step or epoch changes.',
      );
    }
  }
}
