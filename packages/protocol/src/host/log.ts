import { toHex, utf8 } from '../bytes.ts';
import { eventsThatFit, type Head, type Run, runHashes, signHead } from '../chain.ts';
import { CollagilityError } from '../errors.ts';
import { parseEvent, type RoomEvent } from '../events.ts';
import { maxEventBytes } from '../limits.ts';
import { parseJson } from '../plaintext.ts';
import { emptyRoomState, reduceMany } from '../reduce.ts';
import type { RoomState } from '../state.ts';
import type { Defer, RoomIdentity, RoomStore } from './contract.ts';

/** Events that are in the journal and not yet told: one durable frame. */
export type StagedRun = { run: Run; signature: Uint8Array; events: RoomEvent[]; end: Head };

type Encoded = { event: RoomEvent; bytes: Uint8Array };

const loadBytes = 1024 * 1024;

/**
 * The room's history: encoded once, chained, signed per flush, journaled before anything else happens (CLG-50 to 52).
 *
 *     closed ──append, write──▶ open: the state has it, nothing leaves, no effect runs
 *        ▲                        │ the turn of the event loop ends, or `commit`
 *        └── told, effects run ◀──┴─ one commit for all of it (CLG-16)
 */
export class Log {
  readonly #options: LogOptions;
  /** Committed; `#state` may be ahead of it by what waits. */
  #head: Head;
  #committed: RoomState;
  #state: RoomState;
  #waiting: Encoded[] = [];
  #phase: 'closed' | 'open' | 'transacting' = 'closed';
  #after: Array<() => void> = [];
  #isEndDue = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#head = options.store.head();
    this.#committed = this.#load();
    this.#state = this.#committed;
  }

  /** With what this turn has added so far. */
  get state(): RoomState {
    return this.#state;
  }

  /** The last event that was committed. */
  get head(): Head {
    return this.#head;
  }

  /** Something waits for the commit of this turn: until then nothing may leave. */
  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  /** Joins the commit of this turn. Throws `event_too_large`, with nothing added. */
  append(events: readonly RoomEvent[]): void {
    const encoded = events.map((event) => this.#encode(event));
    this.#open();
    this.#waiting.push(...encoded);
    this.#state = reduceMany(
      this.#state,
      this.#state.seq + 1,
      encoded.map(({ event }) => event),
    );
  }

  /** Other rows that join the commit of this turn; undone alone where `work` throws. */
  write<T>(work: () => T): T {
    this.#open();
    return this.#options.store.transaction(work);
  }

  /** Runs `work` once all that was written so far is on disk; at once where nothing waits. Never after a failed commit. */
  after(work: () => void): void {
    if (this.#phase === 'closed' && this.#after.length === 0) {
      work();
      return;
    }
    this.#after.push(work);
    this.#scheduleEnd();
  }

  /** Only inside `transact`. */
  stage(events: readonly RoomEvent[]): void {
    if (this.#phase !== 'transacting')
      throw new CollagilityError('no_transaction', 'Events are staged inside a transaction only.');
    this.#waiting.push(...events.map((event) => this.#encode(event)));
  }

  /**
   * A commit of its own, now, after what waited. What was staged inside is folded into the state once it is on disk,
   * and returned to be told by the caller. Throws, with nothing changed, where the disk fails.
   */
  transact<T>(work: () => T): { result: T; staged: StagedRun[] } {
    this.commit();
    const { store } = this.#options;
    const headBefore = this.#head;
    this.#phase = 'transacting';
    let result: T;
    let staged: StagedRun[];
    try {
      [result, staged] = store.transaction(() => {
        const done = work();
        return [done, this.#writeRuns()];
      });
    } catch (error) {
      this.#head = headBefore;
      throw error;
    } finally {
      this.#waiting = [];
      this.#phase = 'closed';
    }
    for (const { run, events } of staged) this.#state = reduceMany(this.#state, run.first, events);
    this.#committed = this.#state;
    return { result, staged };
  }

  /** Puts what waits on disk and tells it, before the turn has ended. Throws where the disk fails; then all of it is undone. */
  commit(): void {
    if (this.#phase !== 'open') return;
    const { store, publish, failed } = this.#options;
    const headBefore = this.#head;
    let staged: StagedRun[];
    try {
      staged = this.#writeRuns();
      store.commit();
    } catch (error) {
      store.rollback();
      this.#head = headBefore;
      this.#state = this.#committed;
      this.#after = [];
      this.#phase = 'closed';
      failed(error);
      throw error;
    } finally {
      this.#waiting = [];
    }
    this.#phase = 'closed';
    this.#committed = this.#state;
    publish(staged);
  }

  /** The end of a turn: one commit, then what waited for it. */
  endTurn(): void {
    this.#isEndDue = false;
    try {
      this.commit();
    } catch {
      // Told through `failed`: the caller of an append has gone on long ago.
      return;
    }
    const due = this.#after;
    this.#after = [];
    for (const work of due) work();
    this.#options.ended();
  }

  #open(): void {
    if (this.#phase !== 'closed') return;
    this.#options.store.begin();
    this.#phase = 'open';
    this.#scheduleEnd();
  }

  #scheduleEnd(): void {
    if (this.#isEndDue) return;
    this.#isEndDue = true;
    this.#options.endOfTurn(() => {
      if (this.#isEndDue) this.endTurn();
    });
  }

  #encode(event: RoomEvent): Encoded {
    const bytes = utf8(JSON.stringify(event));
    if (bytes.length <= maxEventBytes) return { event, bytes };
    const shrunk = this.#options.shrink(event);
    if (shrunk === event) {
      throw new CollagilityError('event_too_large', `An event ${event.type} of ${bytes.length} bytes is too long.`);
    }
    return this.#encode(shrunk);
  }

  #writeRuns(): StagedRun[] {
    const runs: StagedRun[] = [];
    let rest = this.#waiting;
    while (rest.length > 0) {
      const n = eventsThatFit(rest.map(({ bytes }) => bytes.length));
      runs.push(this.#writeRun(rest.slice(0, n)));
      rest = rest.slice(n);
    }
    return runs;
  }

  #writeRun(encoded: readonly Encoded[]): StagedRun {
    const { identity, roomId, gen, store } = this.#options;
    const first = this.#head.seq + 1;
    const run: Run = { prev: this.#head.hash, first, events: encoded.map(({ bytes }) => bytes) };
    const hashes = runHashes(roomId, run);
    const end = { seq: first + encoded.length - 1, hash: hashes.at(-1) ?? run.prev };
    const signature = signHead(identity.secretKey, roomId, gen, end);
    const events = run.events.map((bytes, at) => ({ bytes, hash: hashes[at] ?? end.hash }));
    store.appendRun({ first, events, gen, signature });
    this.#head = end;
    return { run, signature, events: encoded.map(({ event }) => event), end };
  }

  #load(): RoomState {
    const { store, roomId } = this.#options;
    let state = emptyRoomState(toHex(roomId));
    while (state.seq < this.#head.seq) {
      const { first, events } = store.readRun(state.seq + 1, this.#head.seq, loadBytes);
      if (events.length === 0) throw new CollagilityError('journal', 'The journal ends before its head.');
      const parsed = events.map((bytes) => {
        const json = parseJson(bytes);
        return parseEvent(json.ok ? json.value : undefined);
      });
      state = reduceMany(state, first, parsed);
    }
    return state;
  }
}

export type LogOptions = {
  identity: RoomIdentity;
  roomId: Uint8Array;
  gen: number;
  store: RoomStore;
  /** Moves the longest value of an event that is too long into a blob. */
  shrink(event: RoomEvent): RoomEvent;
  /** Runs its argument when this turn of the event loop is over. */
  endOfTurn: Defer;
  /** What was committed, to be told. */
  publish(staged: readonly StagedRun[]): void;
  /** A turn is on disk and its effects have run: what was queued may leave. */
  ended(): void;
  /** The disk refused a turn: none of it counts, and nothing of it may leave. */
  failed(error: unknown): void;
};
