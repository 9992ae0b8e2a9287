import { toErrorInfo } from '../errors.ts';
import type { AdapterErrorInfo, AdapterEvent, IAgentAdapter } from '../port.ts';
import { ApprovalGate } from './approval-gate.ts';

/** Where a running turn gets its events. */
export type TurnSink = {
  take(event: AdapterEvent): Promise<void> | void;
  /** The adapter's events ended before the turn did. */
  sourceEnded(error: AdapterErrorInfo | undefined): void;
};

/** `session`: outside a turn, or too late for it. */
export type Lane = 'turn' | 'session';
export type AdapterListener = { event(event: AdapterEvent, lane: Lane): void; ended?(): void };

/** Events of the session that came before anybody listened; the oldest fall off. */
const maxHeld = 1_000;

/** The only reader of an adapter's events: hands each to its turn, else to the session lane. */
export class AdapterReader {
  readonly approvals: ApprovalGate;
  readonly #turns = new Map<string, TurnSink>();
  #listener: AdapterListener | undefined;
  #held: AdapterEvent[] = [];
  #isEnded = false;

  constructor(adapter: IAgentAdapter) {
    this.approvals = new ApprovalGate(adapter);
    void this.#pump(adapter.streamEvents());
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  listen(listener: AdapterListener): void {
    this.#listener = listener;
    const held = this.#held;
    this.#held = [];
    for (const event of held) listener.event(event, 'session');
    if (this.#isEnded) listener.ended?.();
  }

  /** False where that turn is open already. */
  attach(promptId: string, sink: TurnSink): boolean {
    if (this.#turns.has(promptId)) return false;
    this.#turns.set(promptId, sink);
    if (this.#isEnded) sink.sourceEnded(undefined);
    return true;
  }

  detach(promptId: string): void {
    this.#turns.delete(promptId);
  }

  async #pump(events: AsyncIterable<AdapterEvent>): Promise<void> {
    let error: AdapterErrorInfo | undefined;
    try {
      for await (const event of events) await this.#route(event);
    } catch (thrown) {
      // A driver may not throw here; what it threw ends its turn and is told there.
      error = toErrorInfo(thrown, 'PROTOCOL_VIOLATION');
    }
    this.#isEnded = true;
    for (const sink of [...this.#turns.values()]) sink.sourceEnded(error);
    this.#listener?.ended?.();
  }

  async #route(event: AdapterEvent): Promise<void> {
    this.approvals.see(event);
    const sink = event.promptId === undefined ? undefined : this.#turns.get(event.promptId);
    if (sink !== undefined) {
      await sink.take(event);
      this.#listener?.event(event, 'turn');
    } else if (this.#listener !== undefined) {
      this.#listener.event(event, 'session');
    } else {
      this.#held.push(event);
      if (this.#held.length > maxHeld) this.#held.shift();
    }
  }
}

const readers = new WeakMap<IAgentAdapter, AdapterReader>();

/** The reader of this adapter; made on first use, because the adapter's iterator can be taken once only. */
export function readerOf(adapter: IAgentAdapter): AdapterReader {
  const known = readers.get(adapter);
  if (known !== undefined) return known;
  const reader = new AdapterReader(adapter);
  readers.set(adapter, reader);
  return reader;
}
