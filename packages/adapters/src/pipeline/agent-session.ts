import { AgentAdapterError, errorInfo, isAgentAdapterError, toErrorInfo } from '../errors.ts';
import { adapterEvent } from '../event-writer.ts';
import { given } from '../fields.ts';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventPayloads,
  AdapterEventType,
  AdapterInitResult,
  AdapterMode,
  AdapterStatus,
  IAgentAdapter,
  PromptPayload,
  ToolApprovalDecision,
} from '../port.ts';
import { readerOf } from './adapter-reader.ts';
import type { ApproveOutcome } from './approval-gate.ts';
import { type Checkpoint, fingerprintMismatch, fingerprintOf } from './checkpoint.ts';
import { openTurn, type TurnOptions, type TurnStream } from './open-turn.ts';
import { type Clock, systemClock, systemTimer, type Timer } from './timer.ts';

export type AgentSessionOptions = {
  /** A fresh adapter; called once, and again after an agent had to be ended by force. */
  create(): IAgentAdapter;
  /** `config.resume` is made here from `resume`. */
  config: AdapterConfig;
  /** `at`: where in that session the copy ends. */
  resume?: Checkpoint & { fork?: boolean; at?: string };
  /** Our ids: none of them may come back as the agent's own session id. */
  ownIds?: readonly string[];
  /** What does not belong to a running turn: late events, notes of the session, the agent's way back after a crash. */
  onEvent(event: AdapterEvent): void;
  /** The agent was started again by itself or for a prompt: what it runs unasked and how it resumed is as said here. */
  onRestarted?(result: AdapterInitResult): void;
  /** How many times in a row an agent that crashed is started again, after how long each. */
  respawnDelaysMs?: readonly number[];
  turn?: TurnOptions;
  timer?: Timer;
  clock?: Clock;
};

/** At most three times: an agent that crashes at once would else be started for ever. */
export const defaultRespawnDelaysMs: readonly number[] = [500, 2_000, 8_000];

/** Start failures that may be over a moment later; nothing was sent yet, so one more try is safe. */
const mayPass = new Set(['PROCESS_CRASHED', 'PROVIDER_UNREACHABLE', 'STALLED']);

/**
 * One conversation with one agent, over as many adapters and processes as it takes: starts and resumes it, runs
 * prompts, brings a crashed agent back idle, and never sends a prompt again that may have reached it.
 */
export class AgentSession {
  readonly #options: AgentSessionOptions;
  readonly #timer: Timer;
  readonly #clock: Clock;
  readonly #delaysMs: readonly number[];
  #adapter: IAgentAdapter;
  #config: AdapterConfig;
  #nativeSessionId: string | undefined;
  #madeAtMs: number | undefined;
  #crashCount = 0;
  #eventCount = 0;
  #isClosed = false;
  /** Started, and not yet seen to be gone: only such an agent is brought back, and once per end. */
  #isUp = false;
  #reviving: Promise<void> | undefined;
  #cancelWait: (() => void) | undefined;

  constructor(options: AgentSessionOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
    this.#clock = options.clock ?? systemClock;
    this.#delaysMs = options.respawnDelaysMs ?? defaultRespawnDelaysMs;
    this.#config = options.config;
    this.#adapter = this.#newAdapter();
  }

  get adapter(): IAgentAdapter {
    return this.#adapter;
  }
  get status(): AdapterStatus {
    return this.#adapter.status;
  }
  /** Crashes since the last turn that came to its end. */
  get crashCount(): number {
    return this.#crashCount;
  }
  /** What to keep, so that the session can go on later; `undefined` until the agent named it. */
  get checkpoint(): Checkpoint | undefined {
    const point = this.#resumePoint();
    return point === undefined ? undefined : { ...point, fingerprint: this.#fingerprint() };
  }

  /** Rejects with AgentAdapterError. A refused or unfitting resume becomes a new session, once, and is told. */
  async start(): Promise<AdapterInitResult> {
    const { resume } = this.#options;
    if (resume === undefined) return this.#startTwice(undefined);
    const differs = fingerprintMismatch(resume.fingerprint, this.#fingerprint());
    if (differs.length === 0) {
      const { nativeSessionId, fork = false, madeAtMs, at } = resume;
      return this.#startOrFallBack({ nativeSessionId, fork, ...given('madeAtMs', madeAtMs), ...given('at', at) });
    }
    this.#say(
      'resume_mismatch',
      `The kept session does not fit any more (${differs.join(', ')}). A new one was started.`,
    );
    return this.#startTwice(undefined);
  }

  /**
   * Runs a prompt, after the agent is back if it has to come back. Resolves when the prompt was handed over or its
   * turn has ended; rejects where the agent cannot be started, and then nothing was sent.
   */
  async run(prompt: PromptPayload): Promise<TurnStream> {
    await this.#ensureReady();
    const stream = openTurn(this.#adapter, prompt, this.#turnOptions());
    if ((await stream.delivered) === 'written' || !this.#isGone()) return stream;
    // Nothing reached the agent, and it is gone: one more try on a fresh start.
    await this.#ensureReady();
    const again = openTurn(this.#adapter, prompt, this.#turnOptions());
    await again.delivered;
    return again;
  }

  /** Answers any open request of this agent exactly once, in a turn or outside. */
  approve(decision: ToolApprovalDecision): Promise<ApproveOutcome> {
    return readerOf(this.#adapter).approvals.approve(decision);
  }

  async setMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    // A narrower mode holds for the next start whatever happens now; a wider one only once the agent took it.
    if (mode === 'ask') this.#config = { ...this.#config, mode, autoApproveTools: false };
    await this.#ensureReady();
    const result = await this.#adapter.setMode(mode);
    this.#config = { ...this.#config, mode, autoApproveTools: false };
    return result;
  }

  async setModel(model: string): Promise<void> {
    await this.#ensureReady();
    await this.#adapter.setModel(model);
    this.#config = { ...this.#config, model };
  }

  async setEffort(effort: string): Promise<void> {
    await this.#ensureReady();
    if (this.#adapter.setEffort === undefined)
      throw new AgentAdapterError('UNSUPPORTED', 'This agent cannot be told how hard to think.');
    await this.#adapter.setEffort(effort);
    this.#config = { ...this.#config, effort };
  }

  /** Ends the agent for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWait?.();
    await this.#adapter.terminate();
  }

  async #startOrFallBack(resume: AdapterConfig['resume']): Promise<AdapterInitResult> {
    try {
      return await this.#startTwice(resume);
    } catch (error) {
      if (resume === undefined || !isAgentAdapterError(error) || error.detail.resumeRefused !== true) throw error;
      this.#say('resume_refused', 'The agent could not go on with its earlier session. A new one was started.');
      this.#nativeSessionId = undefined;
      return this.#startTwice(undefined);
    }
  }

  async #startTwice(resume: AdapterConfig['resume']): Promise<AdapterInitResult> {
    try {
      return await this.#startOnce(resume);
    } catch (error) {
      const isWorth = isAgentAdapterError(error) && mayPass.has(error.code) && error.detail.resumeRefused !== true;
      if (!isWorth || this.#isClosed) throw error;
      return this.#startOnce(resume);
    }
  }

  async #startOnce(resume: AdapterConfig['resume']): Promise<AdapterInitResult> {
    if (this.#isClosed) throw new AgentAdapterError('ILLEGAL_STATE', 'This session was closed.');
    // A crashed adapter starts again in place; one that was ended is replaced.
    if (this.#adapter.status !== 'UNINITIALIZED' && this.#adapter.status !== 'FAILED')
      this.#adapter = this.#newAdapter();
    const config = resume === undefined ? this.#config : { ...this.#config, resume };
    this.#isUp = false;
    const result = await this.#adapter.initialize(config);
    this.#isUp = true;
    if (result.nativeSessionId !== undefined) this.#named(result.nativeSessionId);
    return result;
  }

  async #ensureReady(): Promise<void> {
    if (this.#isClosed) throw new AgentAdapterError('ILLEGAL_STATE', 'This session was closed.');
    if (this.#reviving !== undefined) {
      // A person wants it now: the pause after a crash is over.
      this.#cancelWait?.();
      await this.#reviving;
    }
    if (this.#isGone()) await this.#restart();
  }

  async #restart(): Promise<AdapterInitResult> {
    const result = await this.#startOrFallBack(this.#resumePoint());
    this.#options.onRestarted?.(result);
    return result;
  }

  #resumePoint(): { nativeSessionId: string; madeAtMs?: number } | undefined {
    if (this.#nativeSessionId === undefined) return undefined;
    return { nativeSessionId: this.#nativeSessionId, ...given('madeAtMs', this.#madeAtMs) };
  }

  #isGone(): boolean {
    return this.#adapter.status === 'FAILED' || this.#adapter.status === 'TERMINATED';
  }

  #newAdapter(): IAgentAdapter {
    const adapter = this.#options.create();
    readerOf(adapter).listen({
      event: (event, lane) => {
        if (event.type === 'SESSION_STARTED') this.#named(event.payload.nativeSessionId, event.promptId);
        if (event.type === 'STREAM_END' && event.payload.outcome === 'completed') this.#crashCount = 0;
        // A turn has one end; a driver that tells a second one is not repeated.
        if (lane === 'session' && event.type !== 'STREAM_END') this.#options.onEvent(event);
        if (adapter === this.#adapter && adapter.status === 'FAILED') this.#bringBack(true);
      },
      ended: () => {
        if (adapter === this.#adapter) this.#bringBack(false);
      },
    });
    return adapter;
  }

  #bringBack(isCrash: boolean): void {
    if (this.#isClosed || !this.#isUp) return;
    this.#isUp = false;
    // A program in a terminal ends when somebody ends it; it is started again when somebody wants it.
    if (this.#adapter.terminal !== undefined) return;
    this.#reviving = this.#revive(isCrash).finally(() => {
      this.#reviving = undefined;
    });
  }

  /** Starts the agent again, idle. After the last allowed crash it stays down until a person sends a prompt. */
  async #revive(isCrash: boolean): Promise<void> {
    if (isCrash) this.#crashCount += 1;
    const delayMs = isCrash ? this.#delaysMs[this.#crashCount - 1] : 0;
    if (delayMs === undefined) {
      const message = `The agent ended unexpectedly ${this.#crashCount} times in a row and is not started again by itself.`;
      this.#emit('ERROR', { error: errorInfo('PROCESS_CRASHED', { message }) });
      return;
    }
    await this.#wait(delayMs);
    if (this.#isClosed || !this.#isGone()) return;
    try {
      const result = await this.#restart();
      const how = result.session === 'resumed' ? 'Its session goes on.' : 'It has no memory of the conversation.';
      this.#say('agent_restarted', `The agent was started again. ${how}`);
    } catch (error) {
      if (this.#isClosed) return;
      const code = isAgentAdapterError(error) ? error.code : 'PROCESS_CRASHED';
      if (mayPass.has(code)) return this.#revive(true);
      this.#emit('ERROR', { error: toErrorInfo(error, code) });
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const disarm = this.#timer(ms, resolve);
      this.#cancelWait = () => {
        disarm();
        resolve();
      };
    });
  }

  /** The agent's own, formal word: the latest wins. A turn that failed without naming one changes nothing. */
  #named(nativeSessionId: string, promptId?: string): void {
    const isOurs = nativeSessionId === promptId || nativeSessionId === this.#adapter.id;
    if (isOurs || (this.#options.ownIds ?? []).includes(nativeSessionId)) {
      const message = 'The agent gave one of our ids as its own session id. It was not kept.';
      this.#emit('ERROR', { error: errorInfo('PROTOCOL_VIOLATION', { message }) });
      return;
    }
    if (nativeSessionId === this.#nativeSessionId) return;
    this.#nativeSessionId = nativeSessionId;
    const { resume } = this.#options;
    this.#madeAtMs = nativeSessionId === resume?.nativeSessionId ? resume.madeAtMs : this.#clock.wallMs();
  }

  #fingerprint() {
    return fingerprintOf(this.#adapter.provider, this.#config);
  }

  #turnOptions(): TurnOptions {
    return { timer: this.#timer, clock: this.#clock, ...this.#options.turn };
  }

  #say(code: string, text: string): void {
    this.#emit('STATUS', { code, text });
  }

  #emit<T extends AdapterEventType>(type: T, payload: AdapterEventPayloads[T]): void {
    this.#eventCount += 1;
    const id = `${this.#adapter.id}~session:${this.#eventCount}`;
    this.#options.onEvent(adapterEvent(type, payload, id, this.#clock.wallMs()));
  }
}
