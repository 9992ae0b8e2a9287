import { deferred } from '../deferred.ts';
import { AgentAdapterError, errorInfo, isAgentAdapterError, toErrorInfo } from '../errors.ts';
import { defaultQueueLimits, EventQueue, isDroppable, type QueueLimits } from '../event-queue.ts';
import type {
  AdapterErrorInfo,
  AdapterEvent,
  AdapterEventPayloads,
  IAgentAdapter,
  InterruptReceipt,
  PromptPayload,
  ToolApprovalDecision,
} from '../port.ts';
import { type AdapterReader, readerOf, type TurnSink } from './adapter-reader.ts';
import type { ApproveOutcome } from './approval-gate.ts';
import { type Clock, systemClock, systemTimer, type Timer } from './timer.ts';
import { TurnFold, type TurnSummary } from './turn-fold.ts';

/** How far the prompt got. `written`: it may have reached the agent and is never sent again by itself. */
export type Delivery = 'unsent' | 'written';

export type TurnResult = TurnSummary & {
  promptId: string;
  outcome: AdapterEventPayloads['STREAM_END']['outcome'];
  reason?: string;
  delivery: Delivery;
  /** Events that a slow reader missed. */
  dropped: number;
};

/**
 * One turn while it runs. `events` has one reader, keeps the agent's order, ends after the one STREAM_END; only
 * droppable kinds are left out for a slow reader, and counted. Nothing here throws for what the agent does.
 */
export interface TurnStream {
  readonly promptId: string;
  readonly events: AsyncIterable<AdapterEvent>;
  /** Settles when the prompt was handed over, or cannot be any more. */
  readonly delivered: Promise<Delivery>;
  /** The same for every caller; settles when no more events can come, read or not. */
  result(): Promise<TurnResult>;
  /** Stops the turn; calling it again changes nothing. It is over when STREAM_END came. */
  cancel(): Promise<InterruptReceipt>;
  /** Text into the running turn. Rejects with UNSUPPORTED or ILLEGAL_STATE. */
  steer(prompt: PromptPayload): Promise<void>;
  /** Answers a request exactly once. */
  approve(decision: ToolApprovalDecision): Promise<ApproveOutcome>;
}

export type TurnOptions = {
  timer?: Timer;
  clock?: Clock;
  limits?: QueueLimits;
  /** After this long without an end, an interrupted agent is ended by force. Longer than any driver's own ladder. */
  interruptGraceMs?: number;
};

/** A driver's own ladder (cancel, SIGINT, TERM, KILL) needs up to about 8 s. */
export const defaultInterruptGraceMs = 10_000;

/** Runs one prompt. The only way to do so, and with `readerOf` the only reader of the adapter's events. */
export function openTurn(adapter: IAgentAdapter, prompt: PromptPayload, options: TurnOptions = {}): TurnStream {
  const turn = new OpenTurn(adapter, prompt.promptId, options);
  turn.send(prompt);
  return turn;
}

class OpenTurn implements TurnStream, TurnSink {
  readonly promptId: string;
  readonly delivered: Promise<Delivery>;
  readonly #adapter: IAgentAdapter;
  readonly #reader: AdapterReader;
  readonly #queue: EventQueue;
  readonly #timer: Timer;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #fold = new TurnFold();
  readonly #result = deferred<TurnResult>();
  readonly #delivery = deferred<Delivery>();
  readonly #cancelled = deferred<void>();
  #knownDelivery: Delivery | undefined;
  #cancelling: Promise<InterruptReceipt> | undefined;
  #disarm: (() => void) | undefined;
  #isEnded = false;
  #isResultWanted = false;
  /** Left out by the adapter's own queue, while this turn held the source back. */
  #droppedBefore = 0;
  #ownCount = 0;

  constructor(adapter: IAgentAdapter, promptId: string, options: TurnOptions) {
    this.promptId = promptId;
    this.#adapter = adapter;
    this.#queue = new EventQueue(options.limits ?? defaultQueueLimits);
    this.#timer = options.timer ?? systemTimer;
    this.#clock = options.clock ?? systemClock;
    this.#graceMs = options.interruptGraceMs ?? defaultInterruptGraceMs;
    this.delivered = this.#delivery.promise;
    this.#reader = readerOf(adapter);
    if (!this.#reader.attach(promptId, this)) {
      throw new AgentAdapterError('ILLEGAL_STATE', 'A turn with this id is running.');
    }
  }

  get events(): AsyncIterable<AdapterEvent> {
    return this.#queue;
  }

  send(prompt: PromptPayload): void {
    this.#adapter.sendPrompt(prompt).then(
      () => this.#settleDelivery('written'),
      (error: unknown) => {
        this.#settleDelivery(isAgentAdapterError(error) ? 'unsent' : 'written');
        this.#endBySelf({ outcome: 'failed', error: toErrorInfo(error, 'PROTOCOL_VIOLATION') });
      },
    );
  }

  async take(event: AdapterEvent): Promise<void> {
    if (this.#isEnded) return;
    this.#fold.add(event);
    if (event.type === 'DROPPED') this.#droppedBefore += event.payload.count;
    await this.#whenRoom(event);
    this.#queue.push(event);
    if (event.type === 'STREAM_END') this.#finish(event.payload);
  }

  sourceEnded(error: AdapterErrorInfo | undefined): void {
    const isCancelled = this.#cancelling !== undefined;
    const why = error ?? errorInfo('PROCESS_CRASHED', { message: 'The agent ended without a result.' });
    this.#endBySelf(
      isCancelled
        ? { outcome: 'interrupted', reason: 'terminated' }
        : { outcome: 'failed', reason: 'agent_died', error: why },
    );
  }

  result(): Promise<TurnResult> {
    this.#isResultWanted = true;
    // Somebody wants the end and nobody reads: a full queue must not hold the turn.
    if (!this.#queue.isClaimed && this.#queue.isFull) this.#queue.abandon();
    return this.#result.promise;
  }

  cancel(): Promise<InterruptReceipt> {
    this.#cancelling ??= this.#cancel();
    return this.#cancelling;
  }

  steer(prompt: PromptPayload): Promise<void> {
    return this.#adapter.steer(prompt);
  }

  approve(decision: ToolApprovalDecision): Promise<ApproveOutcome> {
    return this.#reader.approvals.approve(decision);
  }

  /** Back-pressure for what may not be dropped; ends when the reader reads, leaves, or the turn is cancelled. */
  async #whenRoom(event: AdapterEvent): Promise<void> {
    if (!this.#queue.isFull || isDroppable(event) || this.#cancelling !== undefined) return;
    if (this.#isResultWanted && !this.#queue.isClaimed) this.#queue.abandon();
    else await Promise.race([this.#queue.whenReady(), this.#cancelled.promise]);
  }

  async #cancel(): Promise<InterruptReceipt> {
    if (this.#isEnded) return { accepted: false, dispatched: false, acknowledged: false };
    const escalated = deferred<InterruptReceipt>();
    this.#disarm = this.#timer(this.#graceMs, () => {
      escalated.resolve({ accepted: true, dispatched: true, acknowledged: false });
      this.#escalate();
    });
    this.#cancelled.resolve();
    const interrupted = this.#adapter.interrupt().catch((error: unknown) => {
      this.#say('interrupt_failed', toErrorInfo(error, 'PROTOCOL_VIOLATION').message);
      return { accepted: false, dispatched: false, acknowledged: false };
    });
    return Promise.race([interrupted, escalated.promise]);
  }

  #escalate(): void {
    if (this.#isEnded) return;
    const seconds = Math.round(this.#graceMs / 1_000);
    this.#say('interrupt_escalated', `The agent did not stop within ${seconds} s. It is being ended.`);
    const giveUp = (): void => this.#endBySelf({ outcome: 'interrupted', reason: 'terminated' });
    this.#disarm = this.#timer(this.#graceMs, giveUp);
    this.#adapter.terminate().catch((error: unknown) => {
      this.#say('terminate_failed', toErrorInfo(error, 'PROTOCOL_VIOLATION').message);
      giveUp();
    });
  }

  #say(code: string, text: string): void {
    if (this.#isEnded) return;
    this.#queue.push({ ...this.#envelope(), type: 'STATUS', payload: { code, text } });
  }

  #endBySelf(payload: AdapterEventPayloads['STREAM_END']): void {
    if (this.#isEnded) return;
    const event: AdapterEvent = { ...this.#envelope(), type: 'STREAM_END', payload };
    this.#fold.add(event);
    this.#queue.push(event);
    this.#finish(payload);
  }

  #envelope(): { id: string; promptId: string; timestamp: number } {
    this.#ownCount += 1;
    return { id: `${this.promptId}~${this.#ownCount}`, promptId: this.promptId, timestamp: this.#clock.wallMs() };
  }

  #finish(end: AdapterEventPayloads['STREAM_END']): void {
    this.#isEnded = true;
    this.#disarm?.();
    this.#reader.detach(this.promptId);
    this.#settleDelivery('written');
    this.#queue.close();
    this.#result.resolve({
      ...this.#fold.summary(),
      promptId: this.promptId,
      outcome: end.outcome,
      ...(end.reason === undefined ? {} : { reason: end.reason }),
      delivery: this.#knownDelivery ?? 'unsent',
      dropped: this.#droppedBefore + this.#queue.droppedTotal,
    });
  }

  #settleDelivery(delivery: Delivery): void {
    if (this.#knownDelivery !== undefined) return;
    this.#knownDelivery = delivery;
    this.#delivery.resolve(delivery);
  }
}
