import type { Head, Run } from '../chain.ts';
import type { Check } from '../check.ts';
import { roomIdBytes } from '../crypto/keys.ts';
import type { Delta } from '../ephemeral.ts';
import { type ByeCode, byeCodes, type CloseReason } from '../errors.ts';
import { decodeHeader, frameTypes, isGroupType } from '../frames.ts';
import type { Clock, Defer, Timer } from '../host/contract.ts';
import type { MemberMessage } from '../messages.ts';
import type { TerminalPiece } from '../terminal.ts';
import { admissionKeysOf } from './attempt.ts';
import { Connection, type ConnectionState, type OpenSocket } from './connection.ts';
import { Entry, type Welcomed } from './entry.ts';
import type { MemberStore, Membership } from './member-store.ts';
import { type DirectMessage, Session } from './session.ts';
import type { Words } from './view.ts';

/** Why a link ended for good; only a person's word starts it again. */
export type LinkEnd =
  | { name: 'refused_by_host'; code: ByeCode }
  | { name: 'refused_by_relay'; reason: CloseReason }
  | { name: 'version_mismatch' }
  | { name: 'other_tab' }
  | { name: 'storage_full' }
  | { name: 'fork' };

export type MemberLinkEvents = {
  changed(): void;
  waiting(words: Words): void;
  welcomed(welcomed: Welcomed): void;
  /** The lanes are gone: nothing can be sent until the next welcome. */
  closed(): void;
  olderHost(): void;
  ended(end: LinkEnd): void;
  durable(run: Run): void;
  ephemeral(ctr: number, deltas: readonly Delta[]): void;
  terminal(pieces: readonly TerminalPiece[], ctr?: number): void;
  check(check: Check, covered: readonly number[], forged: readonly number[]): void;
  direct(message: Exclude<DirectMessage, { t: 'bye' }>, bin: Uint8Array): void;
  count(what: string): void;
};

/** Frames that wait while the store writes; more is no honest host's. */
const maxWaitingFrames = 4096;
/** More handshakes than this within `resumeWindowMs` are no accident of one frame: another socket. */
const maxResumesPerWindow = 3;
const resumeWindowMs = 10_000;
const spreadPeoplePerSecond = 500;
const longestSpreadMs = 10_000;

/** From the socket to the open lanes, and back to them after whatever cuts them: connection, entry, session. */
export class MemberLink {
  readonly roomId: Uint8Array;
  readonly #hostPk: Uint8Array;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #randomUnit: () => number;
  readonly #people: () => number;
  readonly #events: MemberLinkEvents;
  readonly #connection: Connection;
  readonly #entry: Entry;
  #session: Session | undefined;
  #hostAwaySinceMs: number | undefined;
  #isPaused = false;
  #isStopped = false;
  #waiting: Uint8Array[] = [];
  #resumesMs: number[] = [];
  #cancelSpread: (() => void) | undefined;

  constructor(options: {
    membership: Membership;
    linkSecret: Uint8Array | undefined;
    store: MemberStore;
    openSocket: OpenSocket;
    clock: Clock;
    timer: Timer;
    defer: Defer;
    random: (bytes: number) => Uint8Array;
    randomUnit: () => number;
    name: () => string;
    have: () => Head | undefined;
    /** How many may come back at the same moment. */
    people: () => number;
    events: MemberLinkEvents;
  }) {
    const { membership, linkSecret, store, clock, timer, random, events } = options;
    this.#hostPk = membership.hostPk;
    this.roomId = roomIdBytes(membership.hostPk);
    this.#clock = clock;
    this.#timer = timer;
    this.#randomUnit = options.randomUnit;
    this.#people = options.people;
    this.#events = events;
    this.#entry = new Entry({
      roomId: this.roomId,
      store,
      timer,
      random,
      membership,
      linkSecret: linkSecret?.slice(),
      name: options.name,
      have: options.have,
      events: {
        send: (frame) => this.#connection.send(frame),
        waiting: (words) => events.waiting(words),
        paused: () => {
          this.#isPaused = true;
          events.changed();
        },
        welcomed: (welcomed) => this.#welcomed(welcomed),
        bye: (code) => this.#bye(code),
        failed: () => this.#restart(),
        olderHost: () => events.olderHost(),
        storeLost: (code) => this.stopAt({ name: code === 'storage_full' ? code : 'other_tab' }),
        settled: () => this.#drain(),
        count: (what) => events.count(what),
      },
    });
    this.#connection = new Connection({
      relay: membership.relay,
      roomId: this.roomId,
      openSocket: options.openSocket,
      clock,
      timer,
      defer: options.defer,
      randomUnit: options.randomUnit,
      isMember: () => this.#entry.membership.mid !== undefined,
      keys: () => admissionKeysOf(this.#entry.membership, this.#entry.linkSecret),
      events: {
        changed: () => events.changed(),
        hostUp: () => this.#hostUp(),
        hostAway: () => this.#hostAway(),
        frame: (frame) => this.#frame(frame),
        closed: () => this.#closed(),
        refused: (reason) =>
          this.stopAt(reason === 'version' ? { name: 'version_mismatch' } : { name: 'refused_by_relay', reason }),
      },
    });
  }

  /** The host has paused sharing: this end waits for its welcome. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  get membership(): Membership {
    return this.#entry.membership;
  }

  get connectionState(): ConnectionState {
    return this.#connection.state;
  }

  get hostAwaySinceMs(): number | undefined {
    return this.#hostAwaySinceMs;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  dial(): void {
    this.#entry.abandon();
    this.#connection.dial();
  }

  stop(): void {
    this.#isStopped = true;
    this.#close();
    this.#connection.stop();
  }

  /** Ends here until somebody dials again. */
  stopAt(end: LinkEnd): void {
    this.#close();
    this.#connection.stop();
    this.#events.ended(end);
  }

  send(message: MemberMessage, bin?: Uint8Array): void {
    this.#session?.send(message, bin);
  }

  /** Is the socket still one? */
  probe(): void {
    this.#connection.probe();
  }

  /** A new handshake on this socket; too many in a row and it is the socket's fault. */
  resume(why: string): void {
    if (this.#isStopped || !this.#entry.isIdle) return;
    this.#events.count(`resume_${why}`);
    const nowMs = this.#clock.monotonicMs();
    this.#resumesMs = [...this.#resumesMs.filter((atMs) => nowMs - atMs < resumeWindowMs), nowMs];
    if (this.#resumesMs.length > maxResumesPerWindow) this.#restart();
    else this.#entry.begin();
  }

  /** Every return of the host is a new handshake; many members spread theirs (CLG-33). */
  #hostUp(): void {
    this.#hostAwaySinceMs = undefined;
    const spreadMs = Math.min(longestSpreadMs, (this.#people() / spreadPeoplePerSecond) * 1000) * this.#randomUnit();
    this.#cancelSpread?.();
    this.#cancelSpread = this.#timer(Math.floor(spreadMs), () => this.#entry.begin());
    this.#events.changed();
  }

  #hostAway(): void {
    this.#hostAwaySinceMs ??= this.#clock.monotonicMs();
    this.#close();
    this.#events.changed();
  }

  #closed(): void {
    this.#hostAwaySinceMs = undefined;
    this.#close();
  }

  #close(): void {
    this.#cancelSpread?.();
    this.#entry.abandon();
    this.#waiting = [];
    this.#session?.end();
    this.#session = undefined;
    this.#events.closed();
  }

  #restart(): void {
    if (!this.#isStopped) this.#connection.restart();
  }

  #bye(code: string): void {
    const known = Object.hasOwn(byeCodes, code) ? (code as ByeCode) : 'denied';
    if (known === 'paused') this.#isPaused = true;
    if (byeCodes[known].retry) this.#restart();
    else this.stopAt({ name: 'refused_by_host', code: known });
  }

  #frame(frame: Uint8Array): void {
    if (this.#entry.isBusy || this.#waiting.length > 0) {
      if (this.#waiting.length < maxWaitingFrames) this.#waiting.push(frame);
      else this.#restart();
    } else this.#read(frame);
  }

  #drain(): void {
    while (!this.#entry.isBusy) {
      const frame = this.#waiting.shift();
      if (frame === undefined) return;
      this.#read(frame);
    }
  }

  #read(frame: Uint8Array): void {
    const header = decodeHeader(frame);
    if (this.#entry.take(frame, header?.type === frameTypes.direct ? header.ctr : undefined)) return;
    if (header === undefined || header.type === frameTypes.command) this.#events.count('bad_frame');
    else if (this.#session === undefined) this.#events.count('frame_before_welcome');
    else if (isGroupType(header.type)) this.#session.group(frame);
    else this.#session.direct(frame);
  }

  /** The old lanes were kept until now (CLG-33). */
  #welcomed(welcomed: Welcomed): void {
    if (this.#isStopped) return;
    this.#session?.end();
    const { durable, ephemeral, terminal, check, direct, count } = this.#events;
    this.#session = new Session({
      welcomed,
      hostPk: this.#hostPk,
      roomId: this.roomId,
      clock: this.#clock,
      timer: this.#timer,
      events: {
        send: (frame) => this.#connection.send(frame),
        durable,
        ephemeral,
        terminal,
        check,
        direct: (message, bin) => (message.t === 'bye' ? this.#bye(message.code) : direct(message, bin)),
        resume: (why) => this.resume(why),
        count,
      },
    });
    this.#isPaused = false;
    this.#connection.proven();
    this.#events.welcomed(welcomed);
  }
}
