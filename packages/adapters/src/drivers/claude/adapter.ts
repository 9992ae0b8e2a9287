import { randomUUID } from 'node:crypto';
import { AdapterBase } from '../../adapter-base.ts';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import type { AdapterConfig, AdapterInitResult, AdapterMode, PromptPayload, ToolApprovalDecision } from '../../port.ts';
import { findBinary, type ProcessExit, type ProcessRecord } from '../../process/index.ts';
import { approvalOf, type NativeApproval, replyOf } from './approvals.ts';
import { asks, permissionModeOf } from './arguments.ts';
import { ClaudeConnection } from './connection.ts';
import type { StartTimer } from './control-channel.ts';
import { credentialOf } from './credential.ts';
import { ClaudeDecoder, namesOf, type TurnResult } from './decoder.ts';
import { type Fields, fieldsAt, given, objectsAt, textAt } from './fields.ts';
import { Interrupt } from './interrupt.ts';
import { type ApprovalWay, launch } from './launch.ts';
import type { McpApproval } from './mcp-approval.ts';
import { PrivateFiles } from './private-file.ts';
import { claudeRow } from './row.ts';
import { StallWatch } from './stall-watch.ts';
import { exitText, notFound } from './start-failure.ts';
import { TurnProgress } from './turn-progress.ts';
import { unaskedOf } from './unasked.ts';
import { controlError, controlSuccess, userMessage } from './wire.ts';

export interface ClaudeOptions {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  approvalWay?: ApprovalWay | 'auto';
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: StartTimer;
  waits?: Partial<ClaudeWaits>;
}

export interface ClaudeWaits {
  /** For an answer to a request of ours; a cold start on a slow disk takes seconds. */
  answerMs: number;
  /** For each step of an interrupt. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
}

const defaultWaits: ClaudeWaits = { answerMs: 15_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };
const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
const systemTimer: StartTimer = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

type OpenApproval = NativeApproval & { reply: (answer: Fields) => Promise<void> };

/** Drives the host's own Claude Code: one process, many turns. */
export class ClaudeAdapter extends AdapterBase {
  readonly #options: ClaudeOptions;
  readonly #waits: ClaudeWaits;
  readonly #clock: NonNullable<ClaudeOptions['clock']>;
  readonly #startTimer: StartTimer;
  readonly #files = new PrivateFiles();
  readonly #open = new Map<string, OpenApproval>();
  readonly #stall: StallWatch;
  #config: AdapterConfig | undefined;
  #connection: ClaudeConnection | undefined;
  #decoder: ClaudeDecoder | undefined;
  #mcp: McpApproval | undefined;
  #way: ApprovalWay = 'stdio';
  #mode: AdapterMode = 'ask';
  #turnMode: AdapterMode | undefined;
  #permissionMode: string | undefined;
  #rules: Fields | undefined;
  #asksForEverything = false;
  #binaryPath = 'claude';
  #version: string | undefined;
  #sessionId: string | undefined;
  #progress: TurnProgress | undefined;
  #interrupt: Interrupt | undefined;
  /** The end of a process that was told to go; the next one starts after it. */
  #leaving: Promise<unknown> | undefined;
  #isStopping = false;
  #requestCount = 0;

  constructor(id: string, options: ClaudeOptions = {}) {
    const clock = options.clock ?? systemClock;
    super({ id, row: claudeRow, clock });
    this.#options = options;
    this.#clock = clock;
    this.#startTimer = options.startTimer ?? systemTimer;
    this.#waits = { ...defaultWaits, ...options.waits };
    this.#stall = new StallWatch({
      stallMs: this.#waits.stallMs,
      monotonicMs: () => this.#clock.monotonicMs(),
      startTimer: this.#startTimer,
      onStall: (silentMs) => this.#stalled(silentMs),
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    permissionModeOf(config);
    const environment = this.#options.environment ?? process.env;
    const binary = findBinary(config.binaryPath ?? 'claude', environment);
    if (!binary.ok) throw notFound(binary);
    this.#binaryPath = binary.path;
    this.#config = { ...config, binaryPath: config.binaryPath ?? binary.path };
    this.#mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
    this.#sessionId = undefined;
    const launched = await this.#launch(this.#config);
    const resumed = launched.session === 'resumed' && config.resume?.fork !== true ? config.resume : undefined;
    if (resumed !== undefined) this.#sessionId = resumed.nativeSessionId;
    if (launched.resumeRefusal !== undefined) {
      const text = `The earlier session could not be resumed, so a new one was started. ${launched.resumeRefusal}`;
      this.out.emit('STATUS', { code: 'resume_refused', text });
    }
    const initialized = launched.initialized ?? {};
    return {
      binaryPath: this.#binaryPath,
      session: launched.session,
      unasked: this.#unasked(),
      credentialScope: credentialOf(initialized).scope,
      models: objectsAt(initialized, 'models').flatMap((model) => textAt(model, 'value') ?? []),
      slashCommands: namesOf(initialized, 'commands'),
      ...given('binaryVersion', this.#version),
      ...given('nativeSessionId', resumed?.nativeSessionId),
      ...given('model', config.model),
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    await this.#leaving;
    const connection = this.#connection ?? (await this.#startAgain());
    const progress = new TurnProgress(turn, randomUUID());
    this.#progress = progress;
    this.#turnMode = prompt.mode;
    this.#stall.start();
    const written = await connection.send(userMessage(prompt, progress.promptUuid));
    if (!written.ok) throw new AgentAdapterError('PROCESS_CRASHED', `The prompt was not taken: ${written.message}`);
  }

  protected override async deliverSteer(prompt: PromptPayload): Promise<void> {
    const uuid = randomUUID();
    this.#progress?.addSteer(uuid);
    const written = await this.#connection?.send(userMessage(prompt, uuid));
    if (written?.ok !== true) throw new AgentAdapterError('PROCESS_CRASHED', 'The text was not taken.');
  }

  protected async cancelTurn(): Promise<{ acknowledged: boolean }> {
    const connection = this.#connection;
    if (connection === undefined) return { acknowledged: false };
    const interrupt = new Interrupt({
      connection,
      startTimer: this.#startTimer,
      stepMs: this.#waits.interruptStepMs,
      graceMs: this.#waits.graceMs,
      canAskToStop: this.#way === 'stdio',
      onStep: (step) => {
        const how = step === 'signal' ? 'gets the interrupt signal' : 'is ended';
        this.out.emit('STATUS', { code: 'interrupt_escalated', text: `The turn did not stop; Claude Code ${how}.` });
      },
    });
    this.#interrupt = interrupt;
    return { acknowledged: await interrupt.dispatch() };
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    const open = this.#open.get(request.requestId);
    // Claude has taken it back meanwhile: nobody waits for an answer.
    if (open === undefined) return;
    this.#open.delete(request.requestId);
    if (!decision.approved) this.#decoder?.markRefused(open.toolId);
    await open.reply(replyOf(open, decision));
  }

  protected override async applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#mode = mode;
    this.#turnMode = undefined;
    if (this.#way === 'stdio') await this.#readBack();
    return { unasked: this.#unasked() };
  }

  protected override async applyModel(model: string): Promise<void> {
    const reply = await this.#connection?.request({ subtype: 'set_model', model }, this.#waits.answerMs);
    if (reply?.ok === true) {
      if (this.#config !== undefined) this.#config = { ...this.#config, model };
      return;
    }
    throw new AgentAdapterError(
      reply?.reason === 'refused' ? 'MODEL_NOT_FOUND' : 'UNSUPPORTED',
      reply?.message ?? 'This Claude Code cannot change its model while it runs.',
    );
  }

  protected async stop(): Promise<void> {
    this.#isStopping = true;
    const connection = this.#connection;
    this.#turnOver();
    await connection?.end(this.#waits.graceMs);
    await this.#leaving;
    await this.#mcp?.close();
    this.#mcp = undefined;
    await this.#files.remove();
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    const isProcessAlive = this.#connection?.isAlive === true;
    return { binaryPath: this.#binaryPath, ...given('binaryVersion', this.#version), isProcessAlive };
  }

  // --- Start ------------------------------------------------------------------------------------------------------

  async #launch(config: AdapterConfig) {
    this.#open.clear();
    const launched = await launch({
      config,
      approvalWay: this.#options.approvalWay ?? 'auto',
      answerMs: this.#waits.answerMs,
      startTimer: this.#startTimer,
      files: this.#files,
      openConnection: (args, extra) => this.#openConnection(config, args, extra),
      startMcpApproval: () => this.#startMcp(),
    });
    this.#way = launched.way;
    const initialized = launched.initialized;
    if (initialized !== undefined) {
      const credential = credentialOf(initialized);
      if (credential.isMissing) {
        await launched.connection.end(0);
        throw new AgentAdapterError('AUTH_CREDENTIAL_INVALID', 'Claude Code is not logged in.', {
          detail: { fix: 'Run `claude auth login` on this computer, or set ANTHROPIC_API_KEY.' },
        });
      }
      this.#version = textAt(initialized, 'claude_code_version') ?? this.#version;
      this.#permissionMode = textAt(initialized, 'current_permission_mode');
      this.#asksForEverything = config.askForEverything === true && initialized['hooks_applied'] === true;
      await this.#readBack();
    }
    return launched;
  }

  #openConnection(config: AdapterConfig, args: string[], extra: Record<string, string>): ClaudeConnection {
    const environment = this.#options.environment ?? process.env;
    const binary = findBinary(config.binaryPath ?? 'claude', environment);
    if (!binary.ok) throw notFound(binary);
    const decoder = new ClaudeDecoder({
      out: this.out,
      workspacePath: config.workspacePath,
      nowMs: () => this.#clock.wallMs(),
      listener: {
        onSession: (sessionId, model) => {
          if (sessionId === this.#sessionId && model === undefined) return;
          this.#sessionId = sessionId;
          this.out.emit('SESSION_STARTED', { nativeSessionId: sessionId, ...given('model', model) });
        },
        onPermissionMode: (mode) => void this.#permissionModeChanged(mode),
        onLifecycle: (uuid, state) => this.#lifecycle(uuid, state),
        onResult: (result) => this.#result(result),
      },
    });
    const connection = new ClaudeConnection({
      command: binary.command,
      arguments: [...binary.prefixArguments, ...args],
      workspacePath: config.workspacePath,
      environment,
      extraEnvironment: { ...config.environment, ...extra },
      startTimer: this.#startTimer,
      ...given('onStarted', this.#options.onProcessStarted),
      onLine: (line, text) => this.#line(line, text),
      onNoise: (kind, text) => this.out.emit('RAW', { nativeType: kind, text: text.slice(0, 4_096) }),
      onLineTooLong: (bytes) =>
        this.out.error(
          errorInfo('PROTOCOL_VIOLATION', { message: `line_too_long: a line of ${bytes} bytes was skipped.` }),
        ),
      onExit: (exit) => this.#exited(connection, exit),
    });
    this.#connection = connection;
    this.#decoder = decoder;
    return connection;
  }

  /** After a SIGINT the process is gone and the session is not: the next prompt brings it back. */
  async #startAgain(): Promise<ClaudeConnection> {
    const config = this.#config;
    if (config === undefined) throw new AgentAdapterError('ILLEGAL_STATE');
    const resume = this.#sessionId === undefined ? {} : { resume: { nativeSessionId: this.#sessionId } };
    const { resume: _, ...rest } = config;
    try {
      return (await this.#launch({ ...rest, ...resume })).connection;
    } catch (error) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'Claude Code could not be started again.', {
        cause: error,
        detail: { beforeFirstByte: true },
      });
    }
  }

  async #readBack(): Promise<void> {
    const wanted = this.#config === undefined ? 'default' : permissionModeOf(this.#config);
    if (this.#permissionMode !== undefined && this.#permissionMode !== wanted) await this.#setPermissionMode(wanted);
    const reply = await this.#connection?.request({ subtype: 'list_permission_rules' }, this.#waits.answerMs);
    this.#rules = reply?.ok === true ? reply.response : undefined;
  }

  async #setPermissionMode(mode: string): Promise<void> {
    const reply = await this.#connection?.request({ subtype: 'set_permission_mode', mode }, this.#waits.answerMs);
    if (reply?.ok === true) this.#permissionMode = textAt(reply.response, 'mode') ?? this.#permissionMode;
  }

  #unasked(): string[] {
    return unaskedOf({
      mode: this.#mode,
      permissionMode:
        this.#way === 'stdio' ? this.#permissionMode : permissionModeOf(this.#config ?? { workspacePath: '' }),
      asksForEverything: this.#asksForEverything,
      rules: this.#rules,
    });
  }

  // --- Lines ------------------------------------------------------------------------------------------------------

  #line(line: Fields, text: string): void {
    this.#stall.sign();
    switch (textAt(line, 'type')) {
      case 'control_request':
        this.#asked(line, text);
        return;
      case 'control_cancel_request':
        this.#withdrawn(textAt(line, 'request_id') ?? '');
        return;
      case 'control_response':
        return;
      case 'assistant':
      case 'stream_event':
        this.#taken();
        break;
      default:
        break;
    }
    this.#decoder?.decode(line, text);
  }

  #taken(): void {
    const progress = this.#progress;
    if (progress?.take() === true)
      this.out.emit('STREAM_START', { streamId: progress.promptUuid }, { turn: progress.turn });
  }

  #asked(line: Fields, text: string): void {
    const requestId = textAt(line, 'request_id') ?? '';
    const request = fieldsAt(line, 'request');
    const subtype = textAt(request, 'subtype');
    if (subtype === 'can_use_tool') {
      this.#taken();
      const reply = async (answer: Fields) => this.#send(controlSuccess(requestId, answer));
      void this.#openRequest(requestId, request, text, reply);
      return;
    }
    if (subtype === 'hook_callback') {
      const toolName = textAt(fieldsAt(request, 'input'), 'tool_name') ?? '';
      const mustAsk = this.#asksForEverything && (this.#turnMode ?? this.#mode) === 'ask' && !bookkeeping.has(toolName);
      void this.#send(controlSuccess(requestId, mustAsk ? askAnswer : {}));
      return;
    }
    this.out.emit('RAW', { nativeType: `control_request/${subtype ?? 'untyped'}`, text: text.slice(0, 4_096) });
    void this.#send(controlError(requestId, 'Not supported by this client.'));
  }

  async #openRequest(
    nativeRequestId: string,
    request: Fields,
    line: string,
    reply: (answer: Fields) => Promise<void>,
  ): Promise<string> {
    this.#requestCount += 1;
    const requestId = `${this.id}:approval-${this.#requestCount}`;
    const toolId = textAt(request, 'tool_use_id') ?? '';
    const { request: approval, native } = approvalOf(nativeRequestId, request, {
      requestId,
      line,
      workspacePath: this.#config?.workspacePath ?? '/',
      parentToolId: this.#decoder?.toolOfAgent(textAt(request, 'agent_id')),
      planOfCall: textAt(this.#decoder?.inputOf(toolId) ?? {}, 'plan'),
    });
    this.#open.set(requestId, { ...native, reply });
    const isUnasked = approval.kind === 'permission' && (this.#turnMode ?? this.#mode) === 'act';
    if (isUnasked) await this.answer(approval, { toolId: requestId, approved: true });
    else await this.openApproval(approval);
    return requestId;
  }

  #withdrawn(nativeRequestId: string): void {
    for (const [requestId, open] of this.#open) {
      if (open.nativeRequestId !== nativeRequestId) continue;
      this.#open.delete(requestId);
      this.withdrawApproval(requestId);
    }
  }

  async #send(message: Fields): Promise<void> {
    const written = await this.#connection?.send(message);
    if (written?.ok !== true) throw new AgentAdapterError('PROCESS_CRASHED', 'The answer did not reach Claude Code.');
  }

  async #permissionModeChanged(mode: string): Promise<void> {
    if (mode === this.#permissionMode) return;
    const wanted = this.#config === undefined ? 'default' : permissionModeOf(this.#config);
    const isExpected = this.#permissionMode === undefined && mode === wanted;
    this.#permissionMode = mode;
    if (!isExpected) this.out.emit('STATUS', { code: 'permission_mode', text: mode });
    if (asks(mode) || mode === wanted || this.#way !== 'stdio') return;
    // Whoever widened it, the room did not: back to what the host chose.
    await this.#setPermissionMode(wanted);
    this.out.emit('STATUS', { code: 'permission_mode_restored', text: this.#permissionMode ?? 'unknown' });
  }

  #lifecycle(uuid: string, state: string): void {
    const progress = this.#progress;
    if (progress === undefined) return;
    progress.read(uuid, state);
    if (uuid !== progress.promptUuid) return;
    if (state === 'started') this.#taken();
    // Withdrawn before it began: no result will come.
    if (state === 'cancelled' && !progress.isTaken)
      this.#end(progress, { outcome: 'interrupted', reason: 'cancelled' });
  }

  #result(result: TurnResult): void {
    const progress = this.#progress;
    if (progress === undefined || !progress.answers(result.promptUuids)) {
      this.out.emit('RAW', { nativeType: 'late_result', text: result.reason ?? result.outcome });
      return;
    }
    // Text that came too late for the running answer is answered next, in the same turn.
    if (result.outcome === 'completed' && progress.hasWaitingSteer && this.status !== 'INTERRUPTING') return;
    const outcome = result.outcome === 'failed' && this.status === 'INTERRUPTING' ? 'interrupted' : result.outcome;
    const error = outcome === 'failed' ? result.error : undefined;
    if (error !== undefined) this.out.error(error);
    this.#end(progress, {
      outcome,
      usage: result.usage,
      ...given('reason', outcome === 'completed' ? undefined : result.reason),
      ...given('error', error),
    });
  }

  #end(progress: TurnProgress, end: Parameters<AdapterBase['endTurn']>[0]): void {
    if (this.out.turn !== progress.turn) return;
    this.#turnOver();
    this.endTurn(end);
  }

  #turnOver(): void {
    this.#stall.stop();
    this.#interrupt?.over();
    if (this.#interrupt?.wasSignalled === true && this.#connection !== undefined) this.#leave(this.#connection);
    this.#interrupt = undefined;
    this.#progress = undefined;
    this.#turnMode = undefined;
  }

  /** After the signal the process saves its session and ends; the turn is over already. */
  #leave(connection: ClaudeConnection): void {
    this.#connection = undefined;
    const waited = new Promise<void>((resolve) => {
      const stop = this.#startTimer(this.#waits.graceMs, resolve);
      void connection.exited.then(() => {
        stop();
        resolve();
      });
    });
    this.#leaving = waited.then(() => connection.end(this.#waits.graceMs));
  }

  #exited(connection: ClaudeConnection, exit: ProcessExit): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#open.clear();
    // Its descendants go with it, whatever the reason.
    void connection.end(this.#waits.graceMs);
    if (this.#isStopping || this.status === 'INITIALIZING') return;
    const wasInterrupted = this.#interrupt !== undefined;
    const wasRunning = this.out.turn !== undefined;
    this.#turnOver();
    const how = wasRunning ? 'Claude Code ended without a result' : 'Claude Code ended';
    this.crashed(`${how}: ${exitText(exit)}`, wasInterrupted ? 'interrupted' : 'failed');
  }

  #stalled(silentMs: number): void {
    if (this.status !== 'EXECUTING' || this.#decoder?.hasRunningTool === true) return;
    const seconds = Math.round(silentMs / 1_000);
    this.out.error(errorInfo('STALLED', { message: `No output for ${seconds} s.` }));
  }

  // --- Approval without the control protocol ------------------------------------------------------------------------

  async #startMcp(): Promise<McpApproval> {
    if (this.#mcp !== undefined) return this.#mcp;
    const { startMcpApproval } = await import('./mcp-approval.ts');
    this.#mcp = await startMcpApproval((call, signal) => this.#askedByMcp(call, signal));
    return this.#mcp;
  }

  #askedByMcp(call: Fields, signal: AbortSignal): Promise<Fields> {
    return new Promise((resolve) => {
      const nativeRequestId = randomUUID();
      const reply = async (answer: Fields) => resolve(answer);
      this.#taken();
      signal.addEventListener('abort', () => this.#withdrawn(nativeRequestId));
      void this.#openRequest(nativeRequestId, call, JSON.stringify(call), reply);
    });
  }
}

const askAnswer: Fields = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'room policy',
  },
};

/** These change nothing but the agent's own notes, or ask people anyway. */
const bookkeeping: ReadonlySet<string> = new Set([
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
  'ToolSearch',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
]);
