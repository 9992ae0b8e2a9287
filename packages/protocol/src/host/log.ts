import { toHex, utf8 } from '../bytes.ts';
import { eventsThatFit, type Head, type Run, runHashes, signHead } from '../chain.ts';
import { CollagilityError } from '../errors.ts';
import { parseEvent, type RoomEvent } from '../events.ts';
import { maxEventBytes } from '../limits.ts';
import { parseJson } from '../plaintext.ts';
import { emptyRoomState, reduceMany } from '../reduce.ts';
import type { RoomState } from '../state.ts';
import type { RoomIdentity, RoomStore } from './contract.ts';

/** Events that are in the journal and not yet told: one durable frame. */
export type StagedRun = { run: Run; signature: Uint8Array; events: RoomEvent[]; end: Head };

const loadBytes = 1024 * 1024;

/** The room's history: encoded once, chained, signed per flush, journaled before anything else happens (CLG-50 to 52). */
export class Log {
  readonly #identity: RoomIdentity;
  readonly #roomId: Uint8Array;
  readonly #gen: number;
  readonly #store: RoomStore;
  readonly #shrink: (event: RoomEvent) => RoomEvent;
  #head: Head;
  #state: RoomState;
  #staged: StagedRun[] = [];
  #depth = 0;

  constructor(options: {
    identity: RoomIdentity;
    roomId: Uint8Array;
    gen: number;
    store: RoomStore;
    /** Moves the longest value of an event that is too long into a blob. */
    shrink: (event: RoomEvent) => RoomEvent;
  }) {
    this.#identity = options.identity;
    this.#roomId = options.roomId;
    this.#gen = options.gen;
    this.#store = options.store;
    this.#shrink = options.shrink;
    this.#head = this.#store.head();
    this.#state = this.#load();
  }

  get state(): RoomState {
    return this.#state;
  }

  /** The last event that was committed. */
  get head(): Head {
    return this.#head;
  }

  /** Writes into the journal; only inside `transact`. */
  stage(events: readonly RoomEvent[]): void {
    if (this.#depth === 0) throw new CollagilityError('no_transaction', 'Events are staged inside a transaction only.');
    let rest = events.map((event) => this.#encode(event));
    while (rest.length > 0) {
      const n = eventsThatFit(rest.map(({ bytes }) => bytes.length));
      this.#stageRun(rest.slice(0, n));
      rest = rest.slice(n);
    }
  }

  /**
   * One commit. What was staged inside is folded into the state once it is on disk, and returned to be told by the
   * outermost caller; an inner one gets nothing. Throws, with nothing changed, where the disk fails.
   */
  transact<T>(work: () => T): { result: T; staged: StagedRun[] } {
    const headBefore = this.#head;
    const isOutermost = this.#depth === 0;
    this.#depth += 1;
    let result: T;
    try {
      result = this.#store.transaction(work);
    } catch (error) {
      this.#head = headBefore;
      if (isOutermost) this.#staged = [];
      throw error;
    } finally {
      this.#depth -= 1;
    }
    if (!isOutermost) return { result, staged: [] };
    const staged = this.#staged;
    this.#staged = [];
    for (const { run, events } of staged) this.#state = reduceMany(this.#state, run.first, events);
    return { result, staged };
  }

  #encode(event: RoomEvent): { event: RoomEvent; bytes: Uint8Array } {
    const bytes = utf8(JSON.stringify(event));
    if (bytes.length <= maxEventBytes) return { event, bytes };
    const shrunk = this.#shrink(event);
    if (shrunk === event) {
      throw new CollagilityError('event_too_large', `An event ${event.type} of ${bytes.length} bytes is too long.`);
    }
    return this.#encode(shrunk);
  }

  #stageRun(encoded: ReadonlyArray<{ event: RoomEvent; bytes: Uint8Array }>): void {
    const first = this.#head.seq + 1;
    const run: Run = { prev: this.#head.hash, first, events: encoded.map(({ bytes }) => bytes) };
    const hashes = runHashes(this.#roomId, run);
    const end = { seq: first + encoded.length - 1, hash: hashes.at(-1) ?? run.prev };
    const signature = signHead(this.#identity.secretKey, this.#roomId, this.#gen, end);
    const events = run.events.map((bytes, at) => ({ bytes, hash: hashes[at] ?? end.hash }));
    this.#store.appendRun({ first, events, gen: this.#gen, signature });
    this.#head = end;
    this.#staged.push({ run, signature, events: encoded.map(({ event }) => event), end });
  }

  #load(): RoomState {
    let state = emptyRoomState(toHex(this.#roomId));
    while (state.seq < this.#head.seq) {
      const { first, events } = this.#store.readRun(state.seq + 1, this.#head.seq, loadBytes);
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
