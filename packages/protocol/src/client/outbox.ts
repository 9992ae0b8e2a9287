import { concat, fromHex, utf8 } from '../bytes.ts';
import type { Command, CommandOutcome, CommandType } from '../commands.ts';
import type { Clock, Timer } from '../host/contract.ts';
import type { CommandId } from '../ids.ts';
import { commandBurst, commandsPerSecond, maxUnsentBytes, maxUnsentCommands, staleActMs } from '../limits.ts';
import { fullBucket, type TokenBucket, take, waitMs } from '../token-bucket.ts';
import type { SentCommand } from './view.ts';

/** Acts that mean this moment: done late they would hit something else (B44). */
const ofTheMoment: ReadonlySet<CommandType> = new Set([
  'approval.answer',
  'turn.interrupt',
  'queue.send_now',
  'prompt.steer',
  'terminal.input',
]);
/** A little slower than the host allows, so that an honest client is never refused. */
const pace = { perSecond: commandsPerSecond * 0.9, burst: commandBurst - 4 };
const maxFinished = 50;

type Entry = SentCommand & { bytes: Uint8Array; madeAtMs: number; isOnWire: boolean };

/** Commands of this device: sent at least once under one id, in order, until each has its final word (CLG-64, B44). */
export class Outbox {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #send: (bytes: Uint8Array, isLate: boolean) => void;
  readonly #changed: () => void;
  #entries: Entry[] = [];
  #bucket: TokenBucket;
  #isOpen = false;
  #cancelPump: (() => void) | undefined;

  constructor(options: {
    clock: Clock;
    timer: Timer;
    send: (bytes: Uint8Array, isLate: boolean) => void;
    changed: () => void;
  }) {
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#send = options.send;
    this.#changed = options.changed;
    this.#bucket = fullBucket(pace, this.#clock.monotonicMs());
  }

  get commands(): SentCommand[] {
    return this.#entries.map(({ bytes: _bytes, madeAtMs: _madeAtMs, isOnWire: _isOnWire, ...command }) => command);
  }

  /** Whether an answer of the host is due. */
  get isWaiting(): boolean {
    return this.#entries.some((entry) => entry.isOnWire && !isFinal(entry) && entry.state === 'sent');
  }

  add(commandId: CommandId, command: Command): void {
    const bytes = commandBytes(commandId, command);
    const entry: Entry = {
      commandId,
      command,
      state: 'sending',
      bytes,
      madeAtMs: this.#clock.monotonicMs(),
      isOnWire: false,
    };
    this.#entries = [...this.#entries, entry];
    if (this.#isFull())
      this.#change(commandId, { state: 'dropped', droppedBecause: 'Too much is waiting to be sent.' });
    this.#forgetOld();
    this.#changed();
    this.#pump();
  }

  /** One that cannot even be made: shown as such. */
  refuse(commandId: CommandId, command: Command, why: string): void {
    const entry: Entry = {
      commandId,
      command,
      state: 'dropped',
      droppedBecause: why,
      bytes: new Uint8Array(0),
      madeAtMs: this.#clock.monotonicMs(),
      isOnWire: false,
    };
    this.#entries = [...this.#entries, entry];
    this.#forgetOld();
    this.#changed();
  }

  /** A welcome came: what has no final word is sent (again), oldest first. */
  opened(): void {
    this.#isOpen = true;
    const nowMs = this.#clock.monotonicMs();
    this.#bucket = fullBucket(pace, nowMs);
    this.#entries = this.#entries.map((entry) => {
      if (isFinal(entry)) return entry;
      const isOld = ofTheMoment.has(entry.command.type) && nowMs - entry.madeAtMs > staleActMs;
      if (isOld && entry.state === 'sending') {
        return { ...entry, state: 'dropped', droppedBecause: tooOld, isOnWire: false };
      }
      return { ...entry, isOnWire: false };
    });
    this.#changed();
    this.#pump();
  }

  closed(): void {
    this.#isOpen = false;
    this.#cancelPump?.();
    this.#entries = this.#entries.map((entry) => ({ ...entry, isOnWire: false }));
  }

  outcome(commandId: string, outcome: CommandOutcome): void {
    const entry = this.#entries.find((known) => known.commandId === commandId);
    if (entry === undefined || isFinal(entry)) return;
    if (outcome.state === 'rejected' && outcome.code === 'rate') {
      this.#change(entry.commandId, { state: 'sending', isOnWire: false });
      this.#bucket = { tokens: 0, atMs: this.#clock.monotonicMs() };
      this.#pump();
      return;
    }
    const isStale = outcome.state === 'rejected' && outcome.code === 'stale';
    this.#change(
      entry.commandId,
      isStale ? { state: 'dropped', droppedBecause: tooOld } : { state: outcome.state, outcome },
    );
    this.#changed();
  }

  retry(commandId: CommandId): void {
    const entry = this.#entries.find((known) => known.commandId === commandId);
    if (entry === undefined) return;
    const { outcome: _outcome, droppedBecause: _dropped, ...rest } = entry;
    const again: Entry = { ...rest, state: 'sending', isOnWire: false, madeAtMs: this.#clock.monotonicMs() };
    this.#entries = this.#entries.map((known) => (known === entry ? again : known));
    this.#changed();
    this.#pump();
  }

  dismiss(commandId: CommandId): void {
    this.#entries = this.#entries.filter((entry) => entry.commandId !== commandId);
    this.#changed();
  }

  #pump(): void {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    if (!this.#isOpen) return;
    for (const entry of this.#entries) {
      if (isFinal(entry) || entry.isOnWire) continue;
      const nowMs = this.#clock.monotonicMs();
      if (!take(this.#bucket, pace, 1, nowMs)) {
        this.#cancelPump = this.#timer(waitMs(this.#bucket, pace, 1, nowMs), () => this.#pump());
        return;
      }
      const isAgain = entry.state !== 'sending';
      const isLate = isAgain && ofTheMoment.has(entry.command.type) && nowMs - entry.madeAtMs > staleActMs;
      this.#change(entry.commandId, { isOnWire: true, ...(entry.state === 'sending' && { state: 'sent' }) });
      this.#send(entry.bytes, isLate);
    }
    this.#changed();
  }

  #isFull(): boolean {
    const unsent = this.#entries.filter((entry) => entry.state === 'sending');
    const bytes = unsent.reduce((sum, entry) => sum + entry.bytes.length, 0);
    return unsent.length > maxUnsentCommands || bytes > maxUnsentBytes;
  }

  #forgetOld(): void {
    const finished = this.#entries.filter(isFinal);
    const tooMany = new Set(finished.slice(0, Math.max(0, finished.length - maxFinished)));
    if (tooMany.size > 0) this.#entries = this.#entries.filter((entry) => !tooMany.has(entry));
  }

  #change(commandId: CommandId, change: Partial<Entry>): void {
    this.#entries = this.#entries.map((entry) => (entry.commandId === commandId ? { ...entry, ...change } : entry));
  }
}

const tooOld = 'The connection came back too late for this, so it was not sent.';

const isFinal = ({ state }: Entry): boolean =>
  state === 'done' || state === 'queued' || state === 'rejected' || state === 'unknown' || state === 'dropped';

/** Made once: these bytes are what is sent, however often (CLG-64). */
function commandBytes(commandId: CommandId, command: Command): Uint8Array {
  const id = fromHex(commandId, 16);
  if (id === undefined) throw new RangeError('A command id has 32 hex digits.');
  return concat(Uint8Array.of(1), id, utf8(JSON.stringify(command)));
}
