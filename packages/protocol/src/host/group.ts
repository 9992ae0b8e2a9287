import { concat } from '../bytes.ts';
import type { Delta } from '../ephemeral.ts';
import { GroupSender, type GroupState } from '../group-sender.ts';
import type { MemberId } from '../ids.ts';
import { beatInTurnMs, beatWhenWatchedMs, checkWithinMs, flushMs, mediumAudience, smallAudience } from '../limits.ts';
import { type TerminalPiece, terminalFrames } from '../terminal.ts';
import type { Clock, Defer, RoomIdentity, RoomStore, Timer } from './contract.ts';
import type { Log, StagedRun } from './log.ts';
import type { RelayLink } from './relay-link.ts';
import type { Sockets } from './sockets.ts';

/** JSON of one ephemeral frame stays below this, so that no flush outgrows a frame. */
const maxDeltaUnits = 8_000;
const maxPendingUnits = 4 * 1024 * 1024;

export type Audience = { isTurnRunning: boolean; isWatched: boolean };

/** What goes to all: events at once, provisional text by flush, checks, the beat, epochs and steps (CLG-44 to 48, 52 to 57). */
export class Group {
  readonly #log: Log;
  readonly #link: RelayLink;
  readonly #sockets: Sockets;
  readonly #store: RoomStore;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #endOfTurn: Defer;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #count: (what: string) => void;
  readonly #watchers: () => 'all' | MemberId[];
  readonly #startMs: number;
  readonly #sender: GroupSender;
  #pending: Delta[] = [];
  #pendingUnits = 0;
  #pendingTerminal: TerminalPiece[] = [];
  #cancelFlush: (() => void) | undefined;
  #cancelCheck: (() => void) | undefined;
  #cancelBeat: (() => void) | undefined;
  #audience: Audience = { isTurnRunning: false, isWatched: false };
  #beatMs = 0;
  #lastCheckMs = Number.NEGATIVE_INFINITY;
  #lastFlushMs = Number.NEGATIVE_INFINITY;
  #openStep = { epoch: -1, step: -1 };

  constructor(options: {
    identity: RoomIdentity;
    roomId: Uint8Array;
    gen: number;
    log: Log;
    link: RelayLink;
    sockets: Sockets;
    store: RoomStore;
    clock: Clock;
    timer: Timer;
    endOfTurn: Defer;
    random: (bytes: number) => Uint8Array;
    count: (what: string) => void;
    /** Who may watch terminals now, of those with a live channel. */
    watchers: () => 'all' | MemberId[];
  }) {
    this.#log = options.log;
    this.#link = options.link;
    this.#sockets = options.sockets;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#endOfTurn = options.endOfTurn;
    this.#random = options.random;
    this.#count = options.count;
    this.#watchers = options.watchers;
    this.#startMs = this.#clock.monotonicMs();
    const { identity, roomId, gen } = options;
    const epoch = this.#nextEpoch();
    const secret = this.#random(32);
    this.#sender = new GroupSender({ hostSk: identity.secretKey, roomId, gen, epoch, secret, nowMs: this.#startMs });
  }

  /** Milliseconds since this bridge started: the only clock that members are told (CLG-56). */
  get hostMs(): number {
    return Math.floor(this.#clock.monotonicMs() - this.#startMs);
  }

  /** Seconds; 0 for none. */
  get beatSeconds(): number {
    return this.#beatMs / 1000;
  }

  /** For a welcome: what was sealed so far is behind it. */
  state(): GroupState {
    return this.#sender.state();
  }

  /** Tells what was committed. Provisional text that belongs before it goes first. */
  publish(staged: readonly StagedRun[]): void {
    if (staged.length === 0) return;
    this.flush();
    if (!this.#hasAudience) return;
    for (const { signature, run } of staged) this.#link.toAll(this.#sender.sealDurable(signature, run));
    this.#noteSigned();
    this.#renewIfWorn();
  }

  emit(deltas: readonly Delta[]): void {
    if (!this.#hasAudience || deltas.length === 0) return;
    for (const delta of deltas) this.#enqueue(delta);
    this.#flushSoon();
  }

  /** Terminals: in frames of their own, to all or, where somebody may not watch, to each who may (CLG-69). */
  emitTerminal(pieces: readonly TerminalPiece[]): void {
    if (!this.#hasAudience || pieces.length === 0) return;
    this.#pendingTerminal.push(...pieces);
    this.#flushSoon();
  }

  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const pending = this.#pending;
    const pendingTerminal = this.#pendingTerminal;
    this.#pending = [];
    this.#pendingUnits = 0;
    this.#pendingTerminal = [];
    if (!this.#hasAudience) return;
    if (pending.length + pendingTerminal.length > 0) this.#lastFlushMs = this.#clock.monotonicMs();
    const watchers = pendingTerminal.length === 0 ? [] : this.#watchers();
    for (const frame of watchers === 'all' ? [] : terminalFrames(pendingTerminal)) {
      const d = frame.map(({ part }) => part);
      const bin = concat(...frame.map(({ bytes }) => bytes));
      for (const memberId of watchers === 'all' ? [] : watchers)
        this.#sockets.sendToMember(memberId, { t: 'term', d }, bin);
    }
    if (pending.length === 0 && watchers !== 'all') return;
    if (!this.#isStepOpen()) this.check();
    for (const d of framesOf(pending)) this.#link.toAll(this.#sender.sealEphemeral({ d }));
    for (const frame of watchers === 'all' ? terminalFrames(pendingTerminal) : []) {
      const t = frame.map(({ part }) => part);
      this.#link.toAll(this.#sender.sealEphemeral({ t }, concat(...frame.map(({ bytes }) => bytes))));
    }
    this.#cancelCheck ??= this.#timer(checkWithinMs, () => this.check());
    this.#renewIfWorn();
  }

  /** The signed word about clock, head and everything provisional since the last one (CLG-55). */
  check(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    if (!this.#hasAudience && this.#sender.uncovered === 0) return;
    const frames = this.#sender.sealChecks({ hostMs: this.hostMs, head: this.#log.head });
    this.#noteSigned();
    for (const frame of frames) this.#link.toAll(frame);
    this.#lastCheckMs = this.#clock.monotonicMs();
    this.#scheduleBeat();
  }

  /** Somebody asks where we stand: one check for all who ask at about the same time. */
  checkSoon(): void {
    if (this.#clock.monotonicMs() - this.#lastCheckMs < checkWithinMs) {
      this.#cancelCheck ??= this.#timer(checkWithinMs, () => this.check());
    } else this.check();
  }

  /** After an admission: the newcomer opens nothing sent before (CLG-46). */
  ratchet(): void {
    this.#closeStep();
    if (this.#sender.isEpochOver(this.#clock.monotonicMs())) this.rekey();
    else this.#sender.ratchet();
  }

  /** Fresh secret, told to each live member on their own channel before anything is sealed under it (CLG-48). */
  rekey(): void {
    this.#closeStep();
    const secret = this.#random(32);
    const epoch = this.#nextEpoch();
    this.#sender.startEpoch(secret, this.#clock.monotonicMs(), epoch);
    this.#sockets.sendToAll({ t: 'rekey', epoch }, secret);
    secret.fill(0);
  }

  setAudience(audience: Audience): void {
    this.#audience = audience;
    const beatMs = this.#wantedBeatMs();
    if (beatMs === this.#beatMs) return;
    this.#beatMs = beatMs;
    this.#sockets.sendToAll({ t: 'beat', s: this.beatSeconds });
    this.#scheduleBeat();
  }

  /** The relay is gone: nothing that was pending reaches anybody; the next welcome tells where all stand. */
  lost(): void {
    this.#pending = [];
    this.#pendingUnits = 0;
    this.#pendingTerminal = [];
    for (const cancel of [this.#cancelFlush, this.#cancelCheck, this.#cancelBeat]) cancel?.();
    this.#cancelFlush = undefined;
    this.#cancelCheck = undefined;
    this.#cancelBeat = undefined;
    if (this.#sender.uncovered > 0) this.#sender.sealChecks({ hostMs: this.hostMs, head: this.#log.head });
  }

  /** The first frame of a step or epoch is a signed one (CLG-46). */
  #isStepOpen(): boolean {
    return this.#openStep.step === this.#sender.step && this.#openStep.epoch === this.#sender.epoch;
  }

  #noteSigned(): void {
    this.#openStep = { epoch: this.#sender.epoch, step: this.#sender.step };
  }

  get #hasAudience(): boolean {
    return this.#link.isAttached && this.#sockets.liveCount > 0;
  }

  /** A window after the last flush; after a silence with the turn's end, since what comes alone has nothing to wait for. */
  #flushSoon(): void {
    if (this.#cancelFlush !== undefined) return;
    const waitMs = this.#lastFlushMs + this.#flushMs - this.#clock.monotonicMs();
    const flush = (): void => this.flush();
    this.#cancelFlush = waitMs > 0 ? this.#timer(waitMs, flush) : cancellable(this.#endOfTurn, flush);
  }

  get #flushMs(): number {
    const audience = this.#sockets.liveCount;
    if (audience <= smallAudience) return flushMs.small;
    return audience <= mediumAudience ? flushMs.medium : flushMs.large;
  }

  #enqueue(delta: Delta): void {
    const last = this.#pending.at(-1);
    if (last !== undefined && last.b === delta.b && last.k === delta.k && isStream(delta)) {
      const isContiguous = last.o + last.x.length === delta.o && last.x.length + delta.x.length <= maxDeltaUnits;
      if (isContiguous) {
        this.#pending[this.#pending.length - 1] = { ...last, x: last.x + delta.x };
        this.#pendingUnits += delta.x.length;
        return;
      }
    }
    for (const piece of piecesOf(delta)) {
      if (this.#pendingUnits + piece.x.length > maxPendingUnits) {
        this.#count('delta_dropped');
        return;
      }
      this.#pending.push(piece);
      this.#pendingUnits += piece.x.length;
    }
  }

  #closeStep(): void {
    this.flush();
    if (this.#sender.uncovered > 0 || this.#hasAudience) this.check();
  }

  #renewIfWorn(): void {
    if (this.#sender.isEpochOver(this.#clock.monotonicMs())) this.rekey();
  }

  #nextEpoch(): number {
    const epoch = this.#store.epoch() + 1;
    this.#store.transaction(() => this.#store.setEpoch(epoch));
    return epoch;
  }

  #wantedBeatMs(): number {
    if (this.#sockets.liveCount === 0) return 0;
    if (this.#audience.isTurnRunning) return beatInTurnMs;
    return this.#audience.isWatched ? beatWhenWatchedMs : 0;
  }

  #scheduleBeat(): void {
    this.#cancelBeat?.();
    this.#cancelBeat = undefined;
    if (this.#beatMs === 0 || !this.#link.isAttached) return;
    const dueInMs = this.#lastCheckMs + this.#beatMs - this.#clock.monotonicMs();
    this.#cancelBeat = this.#timer(Math.max(0, dueInMs), () => this.check());
  }
}

function cancellable(defer: Defer, work: () => void): () => void {
  let isWanted = true;
  defer(() => {
    if (isWanted) work();
  });
  return () => {
    isWanted = false;
  };
}

const isStream = (delta: Delta): boolean => delta.k !== 'typing' && delta.k !== 'presence' && delta.k !== 'looking';

/** A delta longer than a frame in pieces; never between the halves of a surrogate pair. */
function piecesOf(delta: Delta): Delta[] {
  if (delta.x.length <= maxDeltaUnits) return [delta];
  const { g, ...rest } = delta;
  const pieces: Delta[] = [];
  for (let at = 0; at < delta.x.length; ) {
    let end = Math.min(delta.x.length, at + maxDeltaUnits);
    const last = delta.x.charCodeAt(end - 1);
    if (end < delta.x.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    // What is left out is before the first piece; one that is lost behind it is asked for.
    pieces.push({ ...rest, o: delta.o + at, x: delta.x.slice(at, end), ...(at === 0 && g && { g }) });
    at = end;
  }
  return pieces;
}

/** One frame per flush (CLG-54), several only where the text does not fit one. JSON may take 6 bytes for a unit. */
function framesOf(deltas: readonly Delta[]): Delta[][] {
  const [only] = deltas;
  // An enqueued delta is no longer than `maxDeltaUnits`: alone it always fits.
  if (deltas.length === 1 && only !== undefined) return [[only]];
  const frames: Delta[][] = [];
  let frame: Delta[] = [];
  let bytes = 0;
  for (const delta of deltas) {
    const size = JSON.stringify(delta).length * 3;
    if (frame.length > 0 && bytes + size > 60_000) {
      frames.push(frame);
      frame = [];
      bytes = 0;
    }
    frame.push(delta);
    bytes += size;
  }
  if (frame.length > 0) frames.push(frame);
  return frames;
}
