import type { ApprovalRequest } from '../../approval-ledger.ts';
import { tellLineTooLong, tellRaw, tellUnsent } from '../../driver-notices.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, isFields, numberAt, textAt } from '../../fields.ts';
import type { RpcReply, RpcRequest } from '../../json-rpc.ts';
import { LastingAdapter } from '../../lasting-adapter.ts';
import type {
  AdapterConfig,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  ToolApprovalDecision,
} from '../../port.ts';
import { findBinary } from '../../process/index.ts';
import { shownMessage } from '../../shown-message.ts';
import { notFound } from '../../start-failure.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { refusalNote } from './approvals.ts';
import { CodexConnection } from './connection.ts';
import { CodexDecoder } from './decoder.ts';
import { codeOfMessage } from './failures.ts';
import { Interrupt } from './interrupt.ts';
import { launch, mustBeFolder } from './launch.ts';
import { type CodexOptions, type CodexSettings, settingsOf } from './options.ts';
import { Permissions } from './permissions.ts';
import { limitOf } from './rate-limits.ts';
import { tellRetry } from './retry-notice.ts';
import { codexRow } from './row.ts';
import { allowedByRules } from './rules.ts';
import { codexStart } from './start-words.ts';
import { ThreadRequests } from './thread-requests.ts';
import { turnEndOf } from './turn-end.ts';
import { turnStartOf } from './turn-start.ts';
import { TurnNames, TurnTrack } from './turn-track.ts';
import { UntoldEnd } from './untold-end.ts';
import { inputOf } from './wire.ts';

/** Drives the host's own Codex: one app-server, one thread, many turns. Wires the parts; each decides its own matter. */
export class CodexAdapter extends LastingAdapter<CodexConnection, CodexSettings> {
  readonly #desk: ApprovalDesk;
  readonly #names = new TurnNames();
  readonly #thread: ThreadRequests;
  readonly #untold: UntoldEnd;
  #permissions = new Permissions(this.config);
  #decoder: CodexDecoder | undefined;
  #threadId: string | undefined;
  #announcedThreadId: string | undefined;
  #track: TurnTrack | undefined;
  #interrupt: Interrupt | undefined;
  #limit: { resetsAtMs: number } | undefined;
  #isRestoring = false;

  constructor(id: string, options: CodexOptions = {}) {
    const settings = settingsOf(options);
    super(id, codexRow, settings);
    this.#thread = new ThreadRequests({
      connection: () => this.connection,
      threadId: () => this.#threadId,
      answerMs: settings.waits.answerMs,
      stepMs: settings.waits.interruptStepMs,
    });
    this.#untold = new UntoldEnd({
      startTimer: settings.startTimer,
      graceMs: settings.waits.untoldEndMs,
      askTurns: () => this.#thread.latestTurns(),
      onEnd: (turnId, turn) => void this.#completed(turnId, turn),
    });
    this.#desk = new ApprovalDesk({
      idPrefix: id,
      out: this.out,
      workspacePath: () => this.config.workspacePath,
      shownCall: (toolId) => this.#decoder?.callOf(toolId),
      onOver: (toolId) => this.#decoder?.over(toolId),
      isOver: (toolId) => this.#decoder?.isOver(toolId) === true,
      callsOf: (toolName) => this.#decoder?.callsOf(toolName) ?? [],
      turnOf: (turnId) => this.#names.find(turnId) ?? this.out.turn,
      open: (request, turn) => this.openApproval(request, turn),
      withdraw: (requestId) => this.withdrawApproval(requestId),
      respond: async (rpcId, result) => {
        const written = await this.connection?.respond(rpcId, result);
        if (written?.ok !== true) throw new AgentAdapterError('PROCESS_CRASHED', 'The answer did not reach Codex.');
      },
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    await this.leaving;
    await mustBeFolder(config.workspacePath);
    this.mustNotBeStopping();
    this.config = config;
    this.#permissions = new Permissions(config);
    this.#desk.clear();
    this.#names.clear();
    this.#threadId = undefined;
    this.#announcedThreadId = undefined;
    const connection = this.#openConnection(config);
    try {
      const { answerMs } = this.settings.waits;
      const launched = await launch(connection, config, this.#permissions.policy, answerMs);
      this.#threadId = launched.threadId;
      this.version = launched.version;
      this.#permissions.read(launched.settings);
      this.#permissions.rules = [...(await allowedByRules(launched.codexHome)), ...launched.allowedTools];
      const isSame = launched.session === 'resumed' && config.resume?.fork !== true;
      return {
        binaryPath: this.binaryPath,
        session: launched.session,
        unasked: this.#permissions.unasked(),
        credentialScope: launched.credentialScope,
        models: launched.models,
        slashCommands: ['compact'],
        ...given('binaryVersion', launched.version),
        ...given('nativeSessionId', isSame ? launched.threadId : undefined),
        ...given('model', textAt(launched.settings, 'model')),
        ...given('effort', config.effort ?? textAt(launched.settings, 'reasoningEffort')),
      };
    } catch (error) {
      this.connection = undefined;
      await connection.end(0);
      throw error;
    }
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const connection = this.connection;
    if (connection === undefined || this.#threadId === undefined) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'Codex is not running.', { detail: { beforeFirstByte: true } });
    }
    const track = new TurnTrack(turn);
    this.#track = track;
    this.#permissions.turnMode = prompt.mode;
    this.stall.start();
    const { method, params } = turnStartOf(prompt, this.#threadId, this.#permissions.policy, this.config);
    const isWritten = await new Promise<boolean>((resolve) => {
      void connection
        .request(method, params, { onWritten: resolve })
        .then((reply) => this.#startAnswered(track, reply));
    });
    if (!isWritten) throw new AgentAdapterError('PROCESS_CRASHED', 'The prompt was not taken: Codex reads no more.');
  }

  protected override async deliverSteer(prompt: PromptPayload): Promise<void> {
    const reply = await this.#steer(inputOf(prompt), prompt.promptId);
    if (reply.ok) return;
    const message = reply.reason === 'refused' ? reply.error.message : reply.message;
    throw new AgentAdapterError('ILLEGAL_STATE', `The running turn did not take that: ${message}`);
  }

  protected async cancelTurn(): Promise<{ acknowledged: boolean }> {
    const [connection, track] = [this.connection, this.#track];
    if (connection === undefined || track === undefined) return { acknowledged: false };
    const { interruptStepMs, graceMs } = this.settings.waits;
    const interrupt = new Interrupt({
      startTimer: this.settings.startTimer,
      stepMs: interruptStepMs,
      ask: async () => {
        const turnId = await track.bound;
        if (turnId === undefined) return false;
        return (await this.#thread.interrupt(turnId)).ok;
      },
      end: () => void connection.end(graceMs),
      onEscalated: () =>
        this.out.emit('STATUS', { code: 'interrupt_escalated', text: 'The turn did not stop; Codex is ended.' }),
    });
    this.#interrupt = interrupt;
    return { acknowledged: await interrupt.dispatch() };
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    const note = refusalNote(decision);
    // Before the answer, so that the model reads it together with the refusal.
    if (note !== undefined) {
      void this.#steer([{ type: 'text', text: note, text_elements: [] }]).then((reply) => {
        if (!reply.ok) this.#raw('note_not_taken', note);
      });
    }
    const lasting = decision.approved ? this.#desk.unaskedBy(request.requestId, decision.optionId ?? '') : undefined;
    await this.#desk.answer(request.requestId, decision);
    if (lasting === undefined) return;
    this.#permissions.addRule(lasting);
    this.out.emit('STATUS', { code: 'permission_mode', text: lasting });
  }

  get unasked(): string[] {
    return this.#permissions.unasked();
  }

  protected override async applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#permissions.mode = mode;
    await this.#thread.setPolicy(this.#permissions.policy);
    return { unasked: this.#permissions.unasked() };
  }

  protected override applyModel(model: string): Promise<void> {
    this.config = { ...this.config, model };
    return Promise.resolve();
  }

  protected override applyEffort(effort: string): Promise<void> {
    this.config = { ...this.config, effort };
    return Promise.resolve();
  }

  protected override async applyRevert(promptId: string): Promise<void> {
    const turnId = this.#names.turnIdOf(promptId);
    const reply = turnId === undefined ? undefined : await this.#thread.revert(turnId);
    if (reply?.ok !== true) throw new AgentAdapterError('UNSUPPORTED', 'Codex does not know that turn any more.');
  }

  // --- The process --------------------------------------------------------------------------------------------------

  #openConnection(config: AdapterConfig): CodexConnection {
    const { environment, startTimer, waits, onProcessStarted } = this.settings;
    const binary = findBinary(config.binaryPath ?? 'codex', environment);
    if (!binary.ok) throw notFound(codexStart, binary);
    this.binaryPath = binary.path;
    const decoder = this.#newDecoder(config.workspacePath);
    const connection = new CodexConnection({
      command: binary.command,
      arguments: [...binary.prefixArguments, ...(config.customArgs ?? []), 'app-server'],
      workspacePath: config.workspacePath,
      environment,
      extraEnvironment: { ...config.environment },
      startTimer,
      overloadMs: waits.overloadMs,
      ...given('onStarted', onProcessStarted),
      onRequest: (request) => {
        this.stall.sign();
        void this.#asked(request).catch((error: unknown) => tellUnsent(this.out, error));
      },
      onNotification: (method, params, line) => {
        this.stall.sign();
        decoder.notification(method, params, line);
      },
      onNoise: (kind, text) => this.#raw(kind, text),
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
      onExit: (exit) => this.exited(connection, exit),
    });
    this.connection = connection;
    this.#decoder = decoder;
    return connection;
  }

  #newDecoder(workspacePath: string): CodexDecoder {
    return new CodexDecoder({
      out: this.out,
      workspacePath,
      threadId: () => this.#threadId,
      turnOf: (turnId) => this.#names.find(turnId),
      listener: {
        onTurnStarted: (turnId) => this.#bind(this.#track, turnId),
        onTurnCompleted: (turnId, turn) => void this.#completed(turnId, turn),
        onError: (turnId, params) => this.#failing(turnId, params),
        onUsage: (turnId, usage) => this.#used(turnId, usage),
        onSettings: (settings) => void this.#settingsChanged(settings),
        onRateLimits: (rateLimits) => {
          this.#limit = limitOf(rateLimits) ?? this.#limit;
        },
        onResolved: (rpcId) => this.#desk.resolved(rpcId),
        onStatus: (status) => this.#untold.statusChanged(status, this.#track?.turnId),
      },
    });
  }

  protected override processGone(): void {
    this.#desk.clear();
  }

  // --- What Codex asks ----------------------------------------------------------------------------------------------

  async #asked(request: RpcRequest): Promise<void> {
    if (await this.#desk.asked(request, this.#permissions.isUnasked)) return;
    this.#raw(request.method, request.line);
    await this.connection?.refuse(request.id, 'Not supported by this client.');
  }

  // --- What we ask --------------------------------------------------------------------------------------------------

  async #steer(input: Fields[], clientUserMessageId?: string): Promise<RpcReply> {
    const turnId = this.#track?.turnId ?? (await this.#track?.bound);
    return this.#thread.steer(turnId, input, clientUserMessageId);
  }

  /** Whoever widened it, the room did not: back to what the host chose. Once; what stays is told as unasked. */
  async #settingsChanged(settings: Fields): Promise<void> {
    if (!this.#permissions.read(settings) || this.#isRestoring) return;
    this.out.emit('STATUS', { code: 'permission_mode', text: this.#permissions.unasked().join('; ') });
    this.#isRestoring = true;
    const reply = await this.#thread.setPolicy(this.#permissions.policy);
    this.#isRestoring = false;
    const text = reply.ok ? this.#permissions.policy.approvalPolicy : 'unknown';
    this.out.emit('STATUS', { code: 'permission_mode_restored', text });
  }

  // --- Turns --------------------------------------------------------------------------------------------------------

  #startAnswered(track: TurnTrack, reply: RpcReply): void {
    const turnId = reply.ok && isFields(reply.result) ? textAt(fieldsAt(reply.result, 'turn'), 'id') : undefined;
    if (turnId !== undefined) this.#bind(track, turnId);
    // Without an answer the process has ended, and its exit ends the turn.
    if (reply.ok || reply.reason !== 'refused') return;
    const { message } = reply.error;
    const error = errorInfo(codeOfMessage(message) ?? 'PROTOCOL_VIOLATION', { message: shownMessage(message) });
    this.out.error(error, { turn: track.turn });
    this.#end(track, { outcome: 'failed', error });
  }

  #bind(track: TurnTrack | undefined, turnId: string): void {
    if (track === undefined || this.out.turn !== track.turn || !track.bind(turnId)) return;
    this.#names.add(turnId, track.turn);
    if (this.#threadId !== undefined && this.#announcedThreadId !== this.#threadId) {
      // Not before: a thread without a turn cannot be resumed.
      this.#announcedThreadId = this.#threadId;
      this.out.emit('SESSION_STARTED', { nativeSessionId: this.#threadId, ...given('model', this.config.model) });
    }
    this.out.emit('STREAM_START', { streamId: turnId }, { turn: track.turn });
  }

  async #completed(turnId: string, turn: Fields): Promise<void> {
    const track = this.#track;
    if (track === undefined || track.turnId !== turnId || !track.startEnding()) {
      this.#raw('late_turn_end', turnId);
      return;
    }
    this.#interrupt?.over();
    const wasInterrupting = this.status === 'INTERRUPTING';
    if (textAt(turn, 'status') === 'interrupted' && !(await this.#thread.endBackgroundCommands())) {
      const text = 'Codex did not confirm that its commands were ended; some may still run.';
      this.out.emit('STATUS', { code: 'commands_may_run', text });
    }
    const end = turnEndOf(turn, wasInterrupting, this.#limit, track.usage.usage, track.lastError);
    if (end.error !== undefined) this.out.error(end.error, { turn: track.turn });
    this.#end(track, { ...end, ...(end.outcome === 'completed' && { forkPoint: turnId }) });
  }

  #failing(turnId: string | undefined, params: Fields): void {
    const track = this.#track;
    if (track === undefined || track.turnId !== turnId) return;
    track.lastError = fieldsAt(params, 'error');
    // The last one comes again as the reason of the turn's end.
    if (params['willRetry'] !== true) return;
    this.#decoder?.retract(turnId);
    tellRetry(this.out, track, fieldsAt(params, 'error'));
  }

  #used(turnId: string, tokenUsage: Fields): void {
    const track = this.#track;
    if (track === undefined || track.turnId !== turnId) return;
    if (numberAt(fieldsAt(tokenUsage, 'total'), 'totalTokens') === undefined) return;
    this.out.emit('USAGE_UPDATED', { usage: track.usage.read(tokenUsage) }, { turn: track.turn });
  }

  #end(track: TurnTrack, end: AdapterEventPayloads['STREAM_END']): void {
    if (this.out.turn !== track.turn) return;
    this.turnOver();
    this.endTurn(end);
  }

  protected turnOver(): void {
    this.stall.stop();
    this.#untold.over();
    this.#interrupt?.over();
    this.#interrupt = undefined;
    this.#track?.over();
    this.#track = undefined;
    this.#decoder?.turnEnded();
    this.#permissions.turnMode = undefined;
  }

  protected hasRunningTool(): boolean {
    return this.#decoder?.hasRunningTool === true;
  }

  #raw(nativeType: string, text: string): void {
    tellRaw(this.out, nativeType, text);
  }
}
