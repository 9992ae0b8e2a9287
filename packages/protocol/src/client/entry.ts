import * as v from 'valibot';
import { concat, wipe } from '../bytes.ts';
import type { Head } from '../chain.ts';
import type { PairwiseChannel } from '../channel.ts';
import { type ByeCode, byeCodes, CollagilityError } from '../errors.ts';
import { hs2Bytes } from '../frames.ts';
import type { HandshakeRefusal } from '../handshake.ts';
import type { Timer } from '../host/contract.ts';
import { handshakeMs } from '../limits.ts';
import { HostMessage, type Welcome } from '../messages.ts';
import { safetyWords } from '../words.ts';
import { Attempt, type AttemptStep, attemptSteps, confirmed, proofOf } from './attempt.ts';
import type { MemberStore, Membership } from './member-store.ts';
import type { Words } from './view.ts';

export type Welcomed = { welcome: Welcome; bin: Uint8Array; channel: PairwiseChannel; gen: number };

export type EntryEvents = {
  send(frame: Uint8Array): void;
  waiting(words: Words): void;
  /** The host knows us, and welcomes us when sharing goes on. */
  paused(): void;
  welcomed(welcomed: Welcomed): void;
  bye(code: ByeCode): void;
  /** This attempt came to nothing; another socket, later. */
  failed(): void;
  /** The host that answers is not the newest we have seen (CLG-13). */
  olderHost(): void;
  /** The store belongs to somebody else now (CLG-32), or cannot keep what it must. */
  storeLost(code: string): void;
  /** What was asynchronous is done: frames that waited can be read. */
  settled(): void;
  count(what: string): void;
};

/**
 * From an open socket to a welcome, with the secrets in their order (CLG-30, 31):
 *
 *     idle ─begin▶ hs2 ─mode 1, more secrets▶ hs2 … ─▶ storing ─▶ hs4 ─wait▶ door
 *                                                              └──welcome, bye──┘▶ idle
 */
type State =
  | { name: 'idle' }
  | { name: 'hs2'; attempt: Attempt; steps: AttemptStep[]; at: number }
  | { name: 'storing' }
  | { name: 'hs4' | 'door'; channel: PairwiseChannel; gen: number; words: Words };

export class Entry {
  readonly #roomId: Uint8Array;
  readonly #store: MemberStore;
  readonly #timer: Timer;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #name: () => string;
  readonly #have: () => Head | undefined;
  readonly #events: EntryEvents;
  #membership: Membership;
  #linkSecret: Uint8Array | undefined;
  #state: State = { name: 'idle' };
  /** Counts attempts: what an older one still waits for is not ours. */
  #number = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: {
    roomId: Uint8Array;
    store: MemberStore;
    timer: Timer;
    random: (bytes: number) => Uint8Array;
    name: () => string;
    have: () => Head | undefined;
    membership: Membership;
    linkSecret: Uint8Array | undefined;
    events: EntryEvents;
  }) {
    this.#roomId = options.roomId;
    this.#store = options.store;
    this.#timer = options.timer;
    this.#random = options.random;
    this.#name = options.name;
    this.#have = options.have;
    this.#membership = options.membership;
    this.#linkSecret = options.linkSecret;
    this.#events = options.events;
  }

  get membership(): Membership {
    return this.#membership;
  }

  get linkSecret(): Uint8Array | undefined {
    return this.#linkSecret;
  }

  /** Something asynchronous is under way: frames wait, in order. */
  get isBusy(): boolean {
    return this.#state.name === 'storing';
  }

  get isIdle(): boolean {
    return this.#state.name === 'idle';
  }

  begin(): void {
    const steps = attemptSteps(this.#membership, this.#linkSecret);
    this.abandon();
    if (steps.length === 0) this.#events.bye('unknown');
    else this.#try(steps, 0);
  }

  /** The socket is gone, or a new attempt begins. */
  abandon(): void {
    this.#number += 1;
    this.#cancelTimer?.();
    if (this.#state.name === 'hs4' || this.#state.name === 'door') this.#state.channel.wipe();
    this.#state = { name: 'idle' };
  }

  /** Whether the frame was this attempt's. */
  take(frame: Uint8Array, directCtr: number | undefined): boolean {
    if (frame.length === hs2Bytes) {
      if (this.#state.name === 'hs2') this.#hs2(this.#state, frame);
      return true;
    }
    if (directCtr === undefined) return false;
    if (this.#state.name === 'door') return this.#direct(this.#state, frame);
    // The old channel may still speak until the new one has (CLG-33).
    return this.#state.name === 'hs4' && directCtr === 1 && this.#direct(this.#state, frame);
  }

  #try(steps: AttemptStep[], at: number): void {
    const step = steps[at];
    if (step === undefined) return;
    const attempt = new Attempt({
      step,
      isLast: at === steps.length - 1,
      membership: this.#membership,
      roomId: this.#roomId,
      ephemeralSecret: this.#random(32),
    });
    this.#state = { name: 'hs2', attempt, steps, at };
    this.#limit();
    this.#events.send(attempt.hs1);
  }

  #hs2({ attempt, steps, at }: Extract<State, { name: 'hs2' }>, hs2: Uint8Array): void {
    const result = attempt.answer(hs2);
    switch (result.kind) {
      case 'next':
        this.#try(steps, at + 1);
        return;
      case 'refused':
        this.#refused(result.code);
        return;
      case 'older':
        this.#background(() => this.#sayRolledBack(result));
        return;
      case 'proceed':
        this.#background((number) => this.#proceed(result, number));
        return;
      default:
        result satisfies never;
    }
  }

  #refused(code: HandshakeRefusal): void {
    this.#events.count(code);
    this.abandon();
    if (code === 'other_boot' || code === 'jump') this.#events.olderHost();
    this.#events.failed();
  }

  async #proceed(answer: Extract<ReturnType<Attempt['answer']>, { kind: 'proceed' }>, number: number): Promise<void> {
    const { membership, channel, keys, gen, words } = answer;
    await this.#store.commit(membership);
    this.#membership = membership;
    const proof = await proofOf(membership.device, this.#roomId, keys.transcript);
    if (number !== this.#number) return;
    const have = this.#have();
    const caps = this.#store.isDurable ? {} : { mem: true };
    const json = { name: this.#name(), caps, ...(have && { have: { seq: have.seq } }) };
    this.#state = { name: 'hs4', channel, gen, words: safetyWords(words) };
    this.#limit();
    this.#events.send(channel.seal(json, have === undefined ? proof : concat(proof, have.hash)));
  }

  async #sayRolledBack({ channel, keys }: Extract<ReturnType<Attempt['answer']>, { kind: 'older' }>): Promise<void> {
    const { device, hsPair } = this.#membership;
    const proof = await proofOf(device, this.#roomId, keys.transcript);
    if (hsPair !== undefined) this.#events.send(channel.seal({ name: '', bye: 'rolled_back' }, concat(proof, hsPair)));
    channel.wipe();
    this.#state = { name: 'idle' };
    this.#cancelTimer?.();
    this.#events.olderHost();
    // Time for the word to leave; the host closes the socket when it has read it.
    this.#cancelTimer = this.#timer(handshakeMs, () => this.#events.failed());
  }

  #direct({ channel, gen, words, name }: Extract<State, { name: 'hs4' | 'door' }>, frame: Uint8Array): boolean {
    const opened = channel.open(frame);
    if (opened.kind !== 'opened') return name === 'door';
    const parsed = v.safeParse(HostMessage, opened.json);
    const message = parsed.success ? parsed.output : undefined;
    switch (message?.t) {
      case 'wait':
        this.#cancelTimer?.();
        this.#state = { name: 'door', channel, gen, words };
        this.#events.waiting(words);
        return true;
      case 'paused':
        this.#cancelTimer?.();
        this.#state = { name: 'door', channel, gen, words };
        this.#events.paused();
        return true;
      case 'bye':
        this.abandon();
        this.#events.bye(byeCodeOf(message.code));
        return true;
      case 'welcome':
        this.#background((number) =>
          this.#welcomed({ welcome: message, bin: opened.bin.slice(), channel, gen }, number),
        );
        return true;
      default:
        this.#events.count('unexpected_hs4');
        this.abandon();
        this.#events.failed();
        return true;
    }
  }

  /** Stored before the next frame is sent (CLG-30). */
  async #welcomed(welcomed: Welcomed, number: number): Promise<void> {
    const membership = { ...confirmed(this.#membership), mid: welcomed.welcome.mid };
    await this.#store.commit(membership);
    this.#membership = membership;
    wipe(this.#linkSecret);
    this.#linkSecret = undefined;
    if (number !== this.#number) return;
    this.#cancelTimer?.();
    this.#state = { name: 'idle' };
    this.#events.welcomed(welcomed);
  }

  #background(work: (number: number) => Promise<void>): void {
    this.#state = { name: 'storing' };
    const number = this.#number;
    work(number).then(
      () => this.#events.settled(),
      (error: unknown) => {
        if (number === this.#number) this.abandon();
        const code = error instanceof CollagilityError ? error.code : 'store';
        this.#events.count(code);
        this.#events.storeLost(code);
      },
    );
  }

  #limit(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#timer(handshakeMs, () => {
      this.abandon();
      this.#events.failed();
    });
  }
}

function byeCodeOf(code: string): ByeCode {
  return Object.hasOwn(byeCodes, code) ? (code as ByeCode) : 'denied';
}
