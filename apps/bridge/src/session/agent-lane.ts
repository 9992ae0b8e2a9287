import { supportedKeys } from '@collagility/adapters/capabilities';
import { isAgentAdapterError, toErrorInfo } from '@collagility/adapters/errors';
import { AgentSession, type Checkpoint, type TurnStream } from '@collagility/adapters/pipeline';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterEvent,
  AdapterFactory,
  AdapterInitResult,
  AdapterStatus,
  AdapterTerminal,
  PromptPayload,
  ToolApprovalDecision,
} from '@collagility/adapters/port';
import type { Delta, LiveBlock } from '@collagility/protocol/ephemeral';
import { type AgentId, as, type PromptId } from '@collagility/protocol/ids';
import type { PreparedApproval } from '../approvals/pending-approval.ts';
import type { TurnEnd } from '../journal/meta.ts';
import { choicesOf } from './agent-choices.ts';
import type { StartedAgent } from './agents.ts';
import type { NewEvent } from './engine-state.ts';
import type { EngineInput } from './machine.ts';
import { type TextEvents, usageOf } from './text-events.ts';

export type AgentLaneOptions = {
  agentId: AgentId;
  factory: AdapterFactory;
  /** What the room calls it. */
  name: string;
  config: AdapterConfig;
  /** `fork`: a copy of that session, under an id of its own. */
  resume?: Checkpoint & { fork?: boolean; at?: string };
  /** Never the agent's own session id. */
  ownIds: readonly string[];
  texts: TextEvents;
  redact(text: string): string;
  prepare(request: Extract<AdapterEvent, { type: 'TOOL_APPROVAL_REQUESTED' }>['payload']): PreparedApproval;
  take(input: EngineInput): void;
  append(events: NewEvent[]): void;
  emit(deltas: Delta[]): void;
  /** What is needed to come back after a restart. */
  remember(memory: { checkpoint?: Checkpoint; model?: string; effort?: string; mode: 'ask' | 'act' }): void;
  /** Where its session stood at the end of this turn. */
  rememberTurn(promptId: PromptId, end: TurnEnd): void;
  timer(ms: number, work: () => void): () => void;
  clock: { wallMs(): number };
};

/** The agent's own name of a place in its session: no more of it is kept. */
const maxPointUnits = 200;

type RunningTurn = { promptId: PromptId; stream?: TurnStream; isCancelled: boolean; errors: Set<string> };

/** How often output that had to wait is looked at again. */
const catchUpMs = 100;

/** One agent of the room while it runs: its session with the pipeline, its texts, its turns. */
export class AgentLane {
  readonly agentId: AgentId;
  #config: AdapterConfig;
  readonly #options: AgentLaneOptions;
  readonly #session: AgentSession;
  #turn: RunningTurn | undefined;
  /** What runs unasked, as the room knows it. */
  #unasked: readonly string[] = [];
  #isClosed = false;
  #cancelCatchUp: (() => void) | undefined;

  constructor(options: AgentLaneOptions) {
    const { agentId, factory, config, resume, ownIds, timer, clock } = options;
    this.agentId = agentId;
    this.#options = options;
    this.#config = config;
    this.#session = new AgentSession({
      create: () => factory.create(agentId),
      config,
      ...(resume && { resume }),
      ownIds,
      onEvent: (event) => this.#event(event),
      onRestarted: (result) => {
        if (!this.#isClosed) options.take({ type: 'agent_restarted', agentId, started: this.#started(result) });
      },
      timer,
      clock,
    });
  }

  get status(): AdapterStatus {
    return this.#session.status;
  }
  /** Where the agent is a program in a terminal. */
  get terminal(): AdapterTerminal | undefined {
    return this.#session.adapter.terminal;
  }
  live(): LiveBlock[] {
    return this.#options.texts.live();
  }

  async start(): Promise<void> {
    const { agentId, take } = this.#options;
    try {
      const result = await this.#session.start();
      if (this.#isClosed) return;
      const { slashCommands } = result;
      take({ type: 'agent_started', agentId, started: this.#started(result), ...(slashCommands && { slashCommands }) });
      this.#remember();
    } catch (error) {
      if (this.#isClosed) return;
      const info = this.#options.texts.error(toErrorInfo(error, 'PROCESS_CRASHED'));
      take({ type: 'agent_start_failed', agentId, name: this.#options.name, error: info });
      await this.close();
    }
  }

  /** What the agent said of itself, as the room may see it. */
  #started(result: AdapterInitResult): StartedAgent {
    const { factory, redact } = this.#options;
    const { binaryVersion, model, session, credentialScope } = result;
    const unasked = result.unasked.map(redact);
    this.#unasked = unasked;
    return {
      provider: factory.provider,
      name: this.#options.name,
      ...(binaryVersion !== undefined && { version: redact(binaryVersion) }),
      ...(model !== undefined && { model: redact(model) }),
      mode: this.#config.mode ?? 'ask',
      session,
      ...(credentialScope !== undefined && { credentialScope: redact(credentialScope) }),
      unasked,
      capabilities: supportedKeys(factory.row, result.announced),
      ...choicesOf(result, redact),
    };
  }

  /** Runs one prompt to its end. Whatever goes wrong is the turn's end, never thrown. */
  async run(payload: PromptPayload): Promise<void> {
    const { agentId, take, texts } = this.#options;
    const promptId = as<PromptId>(payload.promptId);
    const turn: RunningTurn = { promptId, isCancelled: false, errors: new Set() };
    this.#turn = turn;
    try {
      const stream = await this.#session.run(payload);
      turn.stream = stream;
      if (turn.isCancelled) void stream.cancel();
      if ((await stream.delivered) === 'written') take({ type: 'delivered', agentId, promptId, state: 'written' });
      for await (const event of stream.events) this.#event(event);
    } catch (error) {
      const info = texts.error(toErrorInfo(error, 'PROCESS_CRASHED'));
      if (turn.stream !== undefined) this.#endTurn(promptId, { outcome: 'failed', error: info });
      else if (!this.#isClosed) take({ type: 'turn_unsent', agentId, promptId, error: info });
    } finally {
      if (this.#turn === turn) this.#turn = undefined;
    }
  }

  async interrupt(promptId: PromptId): Promise<void> {
    const turn = this.#turn;
    if (turn?.promptId !== promptId) return;
    turn.isCancelled = true;
    // Not handed over yet: the agent itself is told, else the turn's own ladder is climbed.
    await (turn.stream?.cancel() ?? this.#session.adapter.interrupt());
  }

  /** Words into the running turn; `undefined` where the agent took them, else why not. */
  async steer(promptId: PromptId, payload: PromptPayload): Promise<{ code: string; detail: string } | undefined> {
    const stream = this.#turn?.promptId === promptId ? this.#turn.stream : undefined;
    if (stream === undefined) return { code: 'no_such_object', detail: 'The turn is over or has not begun.' };
    try {
      await stream.steer(payload);
      return undefined;
    } catch (error) {
      return this.#refusal(error);
    }
  }

  async answer(decision: ToolApprovalDecision): Promise<void> {
    const outcome = await this.#session.approve(decision);
    this.#tellStatus();
    if (decision.optionId !== undefined) this.#tellUnasked();
    // Somebody, or the agent, was first: nothing waits any more.
    if (outcome.ok || outcome.code === 'already_resolved' || outcome.code === 'no_such_request') return;
    const { agentId, append, texts } = this.#options;
    if (outcome.error !== undefined) append([{ type: 'ai.error', agentId, ...texts.error(outcome.error) }]);
  }

  async setMode(mode: 'ask' | 'act'): Promise<{ unasked: string[] } | { code: string; detail: string }> {
    try {
      const { unasked } = await this.#session.setMode(mode);
      this.#config = { ...this.#config, mode };
      this.#remember();
      this.#unasked = unasked.map(this.#options.redact);
      return { unasked: [...this.#unasked] };
    } catch (error) {
      return this.#refusal(error);
    }
  }

  async setModel(model: string): Promise<{ code: string; detail: string } | undefined> {
    try {
      await this.#session.setModel(model);
      this.#config = { ...this.#config, model };
      this.#remember();
      return undefined;
    } catch (error) {
      return this.#refusal(error);
    }
  }

  async setEffort(effort: string): Promise<{ code: string; detail: string } | undefined> {
    try {
      await this.#session.setEffort(effort);
      this.#config = { ...this.#config, effort };
      this.#remember();
      return undefined;
    } catch (error) {
      return this.#refusal(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelCatchUp?.();
    await this.#session.close();
  }

  #refusal(error: unknown): { code: string; detail: string } {
    const info = this.#options.texts.error(toErrorInfo(error, 'ILLEGAL_STATE'));
    return { code: isAgentAdapterError(error) ? 'not_supported' : 'internal', detail: info.message };
  }

  #event(event: AdapterEvent): void {
    // What a stopped agent still says belongs to nobody: its turn and its requests are closed.
    if (this.#isClosed) return;
    const { agentId, texts, take, append, emit } = this.#options;
    const { events, deltas } = texts.take(event);
    if (events.length > 0) append(events);
    if (deltas.length > 0) emit(deltas);
    this.#catchUp();
    const promptId = event.promptId === undefined ? undefined : as<PromptId>(event.promptId);
    const inTurn = { agentId, ...(promptId !== undefined && { promptId }) };
    switch (event.type) {
      case 'SESSION_STARTED': {
        const { model } = event.payload;
        if (model !== undefined) take({ type: 'model_changed', agentId, model: this.#options.redact(model) });
        this.#remember();
        break;
      }
      case 'COMMANDS_CHANGED':
        take({ type: 'agent_commands', agentId, slashCommands: event.payload.commands.map(this.#options.redact) });
        break;
      case 'STREAM_START':
        if (promptId !== undefined) take({ type: 'delivered', agentId, promptId, state: 'accepted' });
        break;
      case 'ERROR':
        this.#turn?.errors.add(event.payload.error.code);
        if (promptId !== undefined)
          take({ type: 'turn_error', agentId, promptId, error: texts.error(event.payload.error) });
        break;
      case 'TOOL_APPROVAL_REQUESTED':
        take({ type: 'approval_requested', ...inTurn, prepared: this.#options.prepare(event.payload) });
        break;
      case 'APPROVAL_WITHDRAWN': {
        const { requestId, reason } = event.payload;
        take({ type: 'approval_withdrawn', agentId, requestId, reason: this.#options.redact(reason) });
        break;
      }
      case 'STREAM_END':
        if (promptId !== undefined) this.#endTurn(promptId, event.payload);
        break;
      default:
        break;
    }
    this.#tellStatus();
  }

  /** Output that the room had no room for is followed by what came last, also where nothing more comes. */
  #catchUp(): void {
    const { texts, emit, timer } = this.#options;
    if (!texts.isBehind || this.#cancelCatchUp !== undefined) return;
    this.#cancelCatchUp = timer(catchUpMs, () => {
      this.#cancelCatchUp = undefined;
      const deltas = texts.due();
      if (deltas.length > 0) emit(deltas);
      this.#catchUp();
    });
  }

  #endTurn(promptId: PromptId, end: Extract<AdapterEvent, { type: 'STREAM_END' }>['payload']): void {
    if (this.#isClosed) return;
    const { agentId, texts, append, emit, take, redact } = this.#options;
    const { events, deltas } = texts.endTurn(promptId);
    emit(deltas);
    const error: AdapterErrorInfo | undefined = end.error && texts.error(end.error);
    // An error that only the end names is told too, with what helps.
    if (error !== undefined && end.outcome === 'failed' && this.#turn?.errors.has(error.code) !== true)
      events.push({ type: 'ai.error', agentId, promptId, ...error });
    append(events);
    this.#remember();
    const { checkpoint } = this.#session;
    if (end.forkPoint !== undefined && end.forkPoint.length <= maxPointUnits && checkpoint !== undefined)
      this.#options.rememberTurn(promptId, {
        agentId,
        nativeSessionId: checkpoint.nativeSessionId,
        forkPoint: end.forkPoint,
      });
    this.#tellUnasked();
    take({
      type: 'turn_ended',
      agentId,
      promptId,
      outcome: end.outcome,
      ...(end.reason !== undefined && { reason: redact(end.reason) }),
      ...(end.usage && { usage: usageOf(end.usage) }),
      ...(error && { error }),
    });
    this.#tellStatus();
  }

  /** A lasting answer of the agent's own, or the agent by itself, may have widened it: guests' prompts are judged by it. */
  #tellUnasked(): void {
    const { agentId, take, redact } = this.#options;
    const now = this.#session.adapter.unasked?.map(redact);
    if (now === undefined || this.#isClosed || now.join('\n') === this.#unasked.join('\n')) return;
    this.#unasked = now;
    take({ type: 'mode_changed', agentId, mode: this.#config.mode ?? 'ask', unasked: now });
  }

  #tellStatus(): void {
    if (!this.#isClosed) this.#options.take({ type: 'agent_status', agentId: this.agentId, status: this.status });
  }

  #remember(): void {
    const { checkpoint } = this.#session;
    const { model, effort, mode } = this.#config;
    this.#options.remember({
      ...(checkpoint && { checkpoint }),
      ...(model !== undefined && { model }),
      ...(effort !== undefined && { effort }),
      mode: mode ?? 'ask',
    });
  }
}
