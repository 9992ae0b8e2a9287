import { AgentAdapterError } from './errors.ts';
import type { AdapterEvent } from './port.ts';

/** What a slow reader may miss: each of these is repeated whole, or replaced, by a later event. */
export function isDroppable(event: AdapterEvent): boolean {
  switch (event.type) {
    case 'STREAM_CHUNK':
    case 'REASONING_CHUNK':
    case 'USAGE_UPDATED':
    case 'STATUS':
      return true;
    case 'TOOL_UPDATED':
      // A new title or input is not repeated later.
      return event.payload.title === undefined && event.payload.arguments === undefined;
    default:
      return false;
  }
}

/** UTF-16 units that an event holds in memory, roughly. */
function unitsOf(event: AdapterEvent): number {
  switch (event.type) {
    case 'STREAM_CHUNK':
      return event.payload.delta.length;
    case 'REASONING_CHUNK':
      return event.payload.reasoning.length;
    case 'BLOCK_END':
      return event.payload.text.length;
    case 'TOOL_UPDATED':
      return event.payload.outputDelta?.length ?? 0;
    case 'TOOL_EXECUTED':
      return event.payload.output.length;
    case 'FILE_CHANGED':
      return event.payload.diff.length;
    case 'RAW':
      return event.payload.text.length;
    default:
      return 0;
  }
}

/** Above either, droppable events are left out and counted. */
export type QueueLimits = { maxEvents: number; maxUnits: number };
/** A reader that keeps up holds a handful; 2 000 deltas are half a minute of fast text. */
export const defaultQueueLimits: QueueLimits = { maxEvents: 2_000, maxUnits: 4 * 1024 * 1024 };

/**
 * The order of events between one writer and one reader. What matters is never dropped; what may be is dropped
 * when the reader is too slow, and a DROPPED with the count stands where it was. A writer that can hold its source
 * back waits for `whenReady()`.
 */
export class EventQueue implements AsyncIterableIterator<AdapterEvent> {
  readonly #limits: QueueLimits;
  #events: AdapterEvent[] = [];
  #head = 0;
  #units = 0;
  #left: { count: number; last: AdapterEvent } | undefined;
  #droppedTotal = 0;
  #isClosed = false;
  #isAbandoned = false;
  #isClaimed = false;
  #waiting: ((result: IteratorResult<AdapterEvent>) => void) | undefined;
  #blocked: Array<() => void> = [];

  constructor(limits: QueueLimits = defaultQueueLimits) {
    this.#limits = limits;
  }

  get droppedTotal(): number {
    return this.#droppedTotal;
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
  get isClaimed(): boolean {
    return this.#isClaimed;
  }
  get isFull(): boolean {
    return this.#events.length - this.#head >= this.#limits.maxEvents || this.#units >= this.#limits.maxUnits;
  }

  /** Ignored after `close` and after the reader went away. */
  push(event: AdapterEvent): void {
    if (this.#isClosed || this.#isAbandoned) return;
    if (this.isFull && isDroppable(event)) {
      this.#left = { count: (this.#left?.count ?? 0) + 1, last: event };
      this.#droppedTotal += 1;
      return;
    }
    this.#tellDropped();
    this.#add(event);
  }

  /** No more events; what waits is still read. */
  close(): void {
    if (this.#isClosed) return;
    this.#tellDropped();
    this.#isClosed = true;
    this.#unblock();
    if (this.#waiting !== undefined) {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting({ done: true, value: undefined });
    }
  }

  /** The reader is not coming (back): everything is let go, and nobody waits for it any more. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#events = [];
    this.#head = 0;
    this.#units = 0;
    this.#left = undefined;
    this.close();
  }

  /** Resolves when there is room again, or nobody reads any more. */
  whenReady(): Promise<void> {
    if (!this.isFull || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => this.#blocked.push(resolve));
  }

  [Symbol.asyncIterator](): this {
    if (this.#isClaimed) throw new AgentAdapterError('ILLEGAL_STATE', 'These events already have a reader.');
    this.#isClaimed = true;
    return this;
  }

  next(): Promise<IteratorResult<AdapterEvent>> {
    const event = this.#events[this.#head];
    if (event !== undefined) {
      this.#take(event);
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  return(): Promise<IteratorResult<AdapterEvent>> {
    this.abandon();
    return Promise.resolve({ done: true, value: undefined });
  }

  #add(event: AdapterEvent): void {
    if (this.#waiting !== undefined) {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting({ done: false, value: event });
      return;
    }
    this.#events.push(event);
    this.#units += unitsOf(event);
  }

  #take(event: AdapterEvent): void {
    this.#head += 1;
    this.#units -= unitsOf(event);
    if (this.#head > 1_024 && this.#head * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
    if (!this.isFull) this.#unblock();
  }

  #unblock(): void {
    const blocked = this.#blocked;
    this.#blocked = [];
    for (const go of blocked) go();
  }

  #tellDropped(): void {
    if (this.#left === undefined) return;
    const { count, last } = this.#left;
    this.#left = undefined;
    const { payload: _, ...envelope } = last;
    this.#add({ ...envelope, id: `${last.id}~dropped`, type: 'DROPPED', payload: { count } });
  }
}
