import { randomUUID } from 'node:crypto';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import { tellLineTooLong, tellRaw } from '../../driver-notices.ts';
import { AgentAdapterError } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, textAt } from '../../fields.ts';
import { LastingAdapter } from '../../lasting-adapter.ts';
import type {
  AdapterConfig,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  ToolApprovalDecision,
} from '../../port.ts';
import { PrivateFiles } from '../../private-files.ts';
import { findBinary } from '../../process/index.ts';
import { notFound } from '../../start-failure.ts';
import { ApprovalDesk, type Situation } from './approval-desk.ts';
import { ClaudeConnection } from './connection.ts';
import type { ControlReply } from './control-channel.ts';
import { credentialOf } from './credential.ts';
import { ClaudeDecoder, type TurnResult } from './decoder.ts';
import { initResultOf } from './init-result.ts';
import { Interrupt } from './interrupt.ts';
import { type ApprovalWay, type Launched, launch } from './launch.ts';
import type { McpApproval } from './mcp-approval.ts';
import { appliedChoice, setEffort, shownModel } from './models.ts';
import { openMcpApproval } from './open-mcp-approval.ts';
import { type ClaudeOptions, type ClaudeSettings, settingsOf } from './options.ts';
import { Permissions } from './permissions.ts';
import { claudeRow } from './row.ts';
import { claudeStart } from './start-words.ts';
import { turnEndOf } from './turn-end.ts';
import { TurnProgress } from './turn-progress.ts';
import { userMessage } from './wire.ts';

/** Drives the host's own Claude Code: one process, many turns. Wires the parts; each decides its own matter. */
export class ClaudeAdapter extends LastingAdapter<ClaudeConnection, ClaudeSettings> {
  readonly #files = new PrivateFiles();
  readonly #desk: ApprovalDesk;
  #permissions = new Permissions(this.config);
  #decoder: ClaudeDecoder | undefined;
  #mcp: McpApproval | undefined;
  #way: ApprovalWay = 'stdio';
  /** What it said of itself at its last start. */
  #initialized: Fields = {};
  #sessionId: string | undefined;
  #progress: TurnProgress | undefined;
  #lastTurn: Turn | undefined;
  #interrupt: Interrupt | undefined;

  constructor(id: string, options: ClaudeOptions = {}) {
    const settings = settingsOf(options);
    super(id, claudeRow, settings);
    this.#desk = new ApprovalDesk({
      idPrefix: id,
      open: (request) => this.openApproval(request),
      withdraw: (requestId) => this.withdrawApproval(requestId),
      situation: () => this.#situation(),
      send: (message) => this.#send(message),
      raw: (nativeType, text) => this.#raw(nativeType, text),
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    this.#permissions = new Permissions(config);
    this.config = config;
    this.#sessionId = undefined;
    const launched = await this.#launch(config);
    const resumed = launched.session === 'resumed' && config.resume?.fork !== true ? config.resume : undefined;
    if (resumed !== undefined) this.#sessionId = resumed.nativeSessionId;
    if (launched.resumeRefusal !== undefined) {
      const text = `The earlier session could not be resumed, so a new one was started. ${launched.resumeRefusal}`;
      this.out.emit('STATUS', { code: 'resume_refused', text });
    }
    const applied = this.#way === 'stdio' ? await appliedChoice((request) => this.#request(request)) : {};
    return initResultOf({
      initialized: launched.initialized ?? {},
      applied,
      session: launched.session,
      unasked: this.#permissions.unasked(),
      binaryPath: this.binaryPath,
      binaryVersion: this.version,
      nativeSessionId: resumed?.nativeSessionId,
      model: config.model,
    });
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    await this.leaving;
    const connection = this.connection ?? (await this.#startAgain());
    const progress = new TurnProgress(turn, randomUUID());
    this.#progress = progress;
    this.#permissions.turnMode = prompt.mode;
    this.stall.start();
    const written = await connection.send(userMessage(prompt, progress.promptUuid));
    if (!written.ok) throw new AgentAdapterError('PROCESS_CRASHED', `The prompt was not taken: ${written.message}`);
  }

  protected override async deliverSteer(prompt: PromptPayload): Promise<void> {
    const uuid = randomUUID();
    this.#progress?.addSteer(uuid);
    await this.#send(userMessage(prompt, uuid));
  }

  protected async cancelTurn(): Promise<{ acknowledged: boolean }> {
    const connection = this.connection;
    if (connection === undefined) return { acknowledged: false };
    const interrupt = new Interrupt({
      connection,
      startTimer: this.settings.startTimer,
      stepMs: this.settings.waits.interruptStepMs,
      graceMs: this.settings.waits.graceMs,
      canAskToStop: this.#way === 'stdio',
      onStep: (step) => {
        const how = step === 'signal' ? 'gets the interrupt signal' : 'is ended';
        this.out.emit('STATUS', { code: 'interrupt_escalated', text: `The turn did not stop; Claude Code ${how}.` });
      },
    });
    this.#interrupt = interrupt;
    return { acknowledged: await interrupt.dispatch() };
  }

  protected answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    return this.#desk.answer(request.requestId, decision);
  }

  get unasked(): string[] {
    return this.#permissions.unasked();
  }

  protected override async applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#permissions.mode = mode;
    this.#permissions.turnMode = undefined;
    if (this.#way === 'stdio') await this.#permissions.readBack((request) => this.#request(request));
    return { unasked: this.#permissions.unasked() };
  }

  protected override async applyModel(model: string): Promise<void> {
    const reply = await this.#request({ subtype: 'set_model', model });
    if (!reply.ok) {
      throw new AgentAdapterError(reply.reason === 'refused' ? 'MODEL_NOT_FOUND' : 'UNSUPPORTED', reply.message);
    }
    this.config = { ...this.config, model };
  }

  protected override async applyEffort(effort: string): Promise<void> {
    await setEffort((request) => this.#request(request), effort);
    this.config = { ...this.config, effort };
  }

  protected override async stop(): Promise<void> {
    await super.stop();
    await this.#mcp?.close();
    this.#mcp = undefined;
    await this.#files.remove();
  }

  // --- Start ------------------------------------------------------------------------------------------------------

  async #launch(config: AdapterConfig): Promise<Launched> {
    this.#desk.clear();
    const launched = await launch({
      config,
      approvalWay: this.settings.approvalWay,
      answerMs: this.settings.waits.answerMs,
      startTimer: this.settings.startTimer,
      files: this.#files,
      environment: this.settings.environment,
      openConnection: (args, extra) => this.#openConnection(config, args, extra),
      startMcpApproval: async () => {
        this.#mcp ??= await openMcpApproval(this.#desk);
        return this.#mcp;
      },
    });
    this.#way = launched.way;
    if (launched.initialized === undefined) return launched;
    if (credentialOf(launched.initialized).isMissing) {
      await launched.connection.end(0);
      throw new AgentAdapterError('AUTH_CREDENTIAL_INVALID', 'Claude Code is not logged in.', {
        detail: { fix: 'Run `claude auth login` on the host’s computer, or set ANTHROPIC_API_KEY.' },
      });
    }
    this.#initialized = launched.initialized;
    this.version = textAt(launched.initialized, 'claude_code_version') ?? this.version;
    await this.#permissions.initialized(launched.initialized, (request) => this.#request(request));
    return launched;
  }

  #openConnection(config: AdapterConfig, args: string[], extra: Record<string, string>): ClaudeConnection {
    this.mustNotBeStopping();
    const environment = this.settings.environment;
    const binary = findBinary(config.binaryPath ?? 'claude', environment);
    if (!binary.ok) throw notFound(claudeStart, binary);
    this.binaryPath = binary.path;
    const decoder = new ClaudeDecoder({
      out: this.out,
      workspacePath: config.workspacePath,
      nowMs: () => this.settings.clock.wallMs(),
      listener: {
        onSession: (sessionId, model) => {
          if (sessionId === this.#sessionId && model === undefined) return;
          this.#sessionId = sessionId;
          const shown = shownModel(this.#initialized, this.config.model, model);
          this.out.emit('SESSION_STARTED', { nativeSessionId: sessionId, ...given('model', shown) });
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
      startTimer: this.settings.startTimer,
      ...given('onStarted', this.settings.onProcessStarted),
      onLine: (line, text) => this.#line(line, text),
      onNoise: (kind, text) => this.#raw(kind, text),
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
      onExit: (exit) => this.exited(connection, exit),
    });
    this.connection = connection;
    this.#decoder = decoder;
    return connection;
  }

  /** After a SIGINT the process is gone and the session is not: the next prompt brings it back. */
  async #startAgain(): Promise<ClaudeConnection> {
    const { resume: _, ...config } = this.config;
    const resume = this.#sessionId === undefined ? {} : { resume: { nativeSessionId: this.#sessionId } };
    try {
      return (await this.#launch({ ...config, ...resume })).connection;
    } catch (error) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'Claude Code could not be started again.', {
        cause: error,
        detail: { beforeFirstByte: true },
      });
    }
  }

  // --- Lines in and out -------------------------------------------------------------------------------------------

  #line(line: Fields, text: string): void {
    this.stall.sign();
    switch (textAt(line, 'type')) {
      case 'control_request':
        this.#desk.controlRequest(line, text);
        return;
      case 'control_cancel_request':
        this.#desk.withdrawn(textAt(line, 'request_id') ?? '');
        return;
      case 'control_response':
        return;
      case 'system':
        if (textAt(line, 'subtype') === 'init') this.#taken();
        break;
      case 'assistant':
        this.#taken();
        this.#progress?.said(line);
        break;
      case 'stream_event':
        if (textAt(fieldsAt(line, 'event'), 'type') === 'message_start') this.#taken();
        break;
      default:
        break;
    }
    const isContent = textAt(line, 'type') === 'stream_event' || textAt(line, 'type') === 'user';
    if (isContent && this.#progress?.isTaken === false) this.#decodeLate(line, text);
    else this.#decoder?.decode(line, text);
  }

  /** What comes between a prompt and its taking belongs to the turn before, and does not open it again. */
  #decodeLate(line: Fields, text: string): void {
    const turn = this.out.turn;
    this.out.turn = this.#lastTurn;
    this.#decoder?.decode(line, text);
    this.out.closeOpen(this.#lastTurn);
    this.out.turn = turn;
  }

  #raw(nativeType: string, text: string): void {
    tellRaw(this.out, nativeType, text);
  }

  #request(request: Fields): Promise<ControlReply> {
    const closed: ControlReply = { ok: false, reason: 'closed', message: 'Claude Code is not running.' };
    return this.connection?.request(request, this.settings.waits.answerMs) ?? Promise.resolve(closed);
  }

  async #send(message: Fields): Promise<void> {
    const written = await this.connection?.send(message);
    if (written?.ok !== true) throw new AgentAdapterError('PROCESS_CRASHED', 'That did not reach Claude Code.');
  }

  async #permissionModeChanged(mode: string): Promise<void> {
    const change = this.#permissions.changed(mode);
    if (change === 'same') return;
    this.out.emit('STATUS', { code: 'permission_mode', text: mode });
    if (change !== 'widened' || this.#way !== 'stdio') return;
    // Whoever widened it, the room did not: back to what the host chose.
    const now = await this.#permissions.restore((request) => this.#request(request));
    this.out.emit('STATUS', { code: 'permission_mode_restored', text: now ?? 'unknown' });
  }

  #situation(): Situation {
    this.#taken();
    return { decoder: this.#decoder, workspacePath: this.config.workspacePath, permissions: this.#permissions };
  }

  // --- Turns ------------------------------------------------------------------------------------------------------

  #taken(): void {
    const progress = this.#progress;
    if (progress?.take() !== true) return;
    this.out.emit('STREAM_START', { streamId: progress.promptUuid }, { turn: progress.turn });
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
      this.#raw('late_result', result.reason ?? result.outcome);
      return;
    }
    const isInterrupting = this.status === 'INTERRUPTING';
    // Text that came too late for the running answer is answered next, in the same turn.
    if (result.outcome === 'completed' && progress.hasWaitingSteer && !isInterrupting) return;
    const end = turnEndOf(result, isInterrupting, progress.lastMessage);
    if (end.error !== undefined) this.out.error(end.error);
    this.#end(progress, end);
  }

  #end(progress: TurnProgress, end: AdapterEventPayloads['STREAM_END']): void {
    if (this.out.turn !== progress.turn) return;
    this.#lastTurn = progress.turn;
    this.turnOver();
    this.endTurn(end);
  }

  protected turnOver(): void {
    this.stall.stop();
    this.#interrupt?.over();
    if (this.#interrupt?.wasSignalled === true && this.connection !== undefined) this.#leave(this.connection);
    this.#interrupt = undefined;
    this.#progress = undefined;
    this.#permissions.turnMode = undefined;
  }

  /** After the signal the process saves its session and ends; the turn is over already. */
  #leave(connection: ClaudeConnection): void {
    this.connection = undefined;
    this.leaving = connection.endBySelf(this.settings.waits.graceMs);
  }

  protected override processGone(): void {
    this.#desk.clear();
  }

  protected hasRunningTool(): boolean {
    return this.#decoder?.hasRunningTool === true;
  }
}
