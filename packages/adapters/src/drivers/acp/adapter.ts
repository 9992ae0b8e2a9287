import { AdapterBase } from '../../adapter-base.ts';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Deferred, deferred } from '../../deferred.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, isFields, textAt } from '../../fields.ts';
import { type RpcReply, type RpcRequest, rpcCodes } from '../../json-rpc.ts';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  ToolApprovalDecision,
} from '../../port.ts';
import type { ProcessExit } from '../../process/index.ts';
import { StallWatch } from '../../stall-watch.ts';
import { type AcpOptions, type AcpSettings, settingsOf } from './acp-options.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { Asking, type Left } from './asking.ts';
import { ClientMethods } from './client-methods.ts';
import { AcpConnection } from './connection.ts';
import { AcpDecoder, withoutVendorFacts } from './decoder.ts';
import { failureOf, failureOfText } from './failures.ts';
import { findAgent } from './find-agent.ts';
import { type AgentFacts, exitText, shakeHands } from './handshake.ts';
import { openSession } from './open-session.ts';
import type { AcpProfile } from './profile.ts';
import { promptBlocks } from './prompt-blocks.ts';
import { ReplayWindow } from './replay-window.ts';
import { RetryNews } from './retry-news.ts';
import { SessionSettings } from './session-settings.ts';
import { ToolCalls } from './tool-calls.ts';
import { turnEndOf } from './turn-end.ts';
import { UsageMeter } from './usage.ts';

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

type Running = {
  turn: Turn;
  isTaken: boolean;
  replied: Deferred<void>;
  refusedCalls: number;
  isEndAsked: boolean;
  textFailure?: AdapterErrorInfo;
};

/** Drives one agent that speaks the Agent Client Protocol. Wires the parts; each decides its own matter. */
export class AcpAdapter extends AdapterBase {
  readonly #profile: AcpProfile;
  readonly #settings: AcpSettings;
  readonly #desk: ApprovalDesk;
  readonly #tools: ToolCalls;
  readonly #decoder: AcpDecoder;
  readonly #usage: UsageMeter;
  readonly #stall: StallWatch;
  readonly #retries: RetryNews;
  readonly #replay: ReplayWindow;
  #config: AdapterConfig = { workspacePath: '/' };
  #asking: Asking;
  #methods: ClientMethods | undefined;
  #connection: AcpConnection | undefined;
  #session: SessionSettings | undefined;
  #sessionId: string | undefined;
  #facts: AgentFacts | undefined;
  #running: Running | undefined;
  #binaryPath: string;
  #blockCount = 0;
  #isStopping = false;
  /** The end of a process that is gone or told to go; the next one starts after it. */
  #leaving: Promise<unknown> | undefined;

  constructor(id: string, profile: AcpProfile, options: AcpOptions = {}) {
    const settings = settingsOf(options);
    super({ id, row: profile.row, clock: settings.clock });
    this.#profile = profile;
    this.#settings = settings;
    this.#binaryPath = profile.start.binaries[0] ?? '';
    this.#asking = new Asking(profile, this.#config);
    this.#usage = new UsageMeter(profile.usage);
    this.#desk = new ApprovalDesk({
      idPrefix: id,
      profile,
      workspacePath: () => this.#config.workspacePath,
      open: (request) => this.openApproval(request),
      onRefused: (toolId) => {
        if (this.#running !== undefined) this.#running.refusedCalls += 1;
        this.#tools.refused(toolId);
      },
      onUnanswerable: (message) => this.out.error(errorInfo('UNSUPPORTED', { message })),
    });
    this.#tools = new ToolCalls({
      out: this.out,
      profile,
      workspacePath: () => this.#config.workspacePath,
      isInterrupting: () => this.status === 'INTERRUPTING',
      exitOfTerminal: (terminalId) => this.#methods?.exitOf(terminalId),
    });
    this.#decoder = new AcpDecoder({
      out: this.out,
      profile,
      tools: this.#tools,
      usage: this.#usage,
      newBlockId: () => {
        this.#blockCount += 1;
        return `${id}:block-${this.#blockCount}`;
      },
      listener: {
        onMode: (mode) => void this.#left(this.#asking.modeChanged(mode)),
        onOptions: (update) => {
          this.#session?.readOptions(update);
          void this.#left(this.#asking.optionsChanged());
        },
        onTextFailure: (text) => {
          if (this.#running !== undefined) this.#running.textFailure = failureOfText(text, profile);
        },
      },
    });
    this.#stall = new StallWatch({
      stallMs: settings.waits.stallMs,
      monotonicMs: () => settings.clock.monotonicMs(),
      startTimer: settings.startTimer,
      onStall: (silentMs) => this.#stalled(silentMs),
    });
    this.#retries = new RetryNews(profile.text?.retryNews, () => settings.clock.wallMs());
    this.#replay = new ReplayWindow({
      quietMs: profile.session?.replayQuietMs ?? settings.waits.replayQuietMs,
      maxMs: settings.waits.replayMs,
      startTimer: settings.startTimer,
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    this.#config = config;
    this.#asking = new Asking(this.#profile, config);
    this.#sessionId = undefined;
    this.#session = undefined;
    this.#replay.reset();
    this.#desk.clear();
    await this.#leaving;
    try {
      return await this.#open(config);
    } catch (error) {
      await this.#connection?.end(0);
      throw error;
    }
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || this.#sessionId === undefined)
      throw new AgentAdapterError('PROCESS_CRASHED', `${this.name} is not running.`, {
        detail: { beforeFirstByte: true },
      });
    if (this.#facts?.takesImages === false && (prompt.attachments ?? []).some(({ kind }) => kind === 'image')) {
      throw new AgentAdapterError('UNSUPPORTED', `${this.name} takes no images.`, {
        detail: { beforeFirstByte: true },
      });
    }
    const running: Running = { turn, isTaken: false, replied: deferred(), refusedCalls: 0, isEndAsked: false };
    this.#running = running;
    this.#asking.turnMode = prompt.mode;
    this.#asking.turnStarted();
    this.#decoder.turnStarted();
    this.#usage.turnStarted();
    this.#stall.start();
    const written = deferred<boolean>();
    const params = { sessionId: this.#sessionId, prompt: promptBlocks(prompt) };
    const reply = connection.request('session/prompt', params, { onWritten: (ok) => written.resolve(ok) });
    void reply.then((answer) => this.#replied(running, answer));
    if (!(await written.promise)) throw new AgentAdapterError('PROCESS_CRASHED', 'The prompt was not taken.');
  }

  protected async cancelTurn(turn: Turn): Promise<{ acknowledged: boolean }> {
    const running = this.#running;
    if (running === undefined || running.turn !== turn) return { acknowledged: false };
    await this.#connection?.notify('session/cancel', { sessionId: this.#sessionId });
    // Some wait for the answer to what they asked; none of them ends what the bridge runs for it.
    await this.#desk.cancelAll();
    void this.#methods?.endAll();
    const isOver = await this.#within(running.replied.promise, this.#settings.waits.cancelMs);
    if (!isOver) {
      this.out.emit(
        'STATUS',
        { code: 'interrupt_escalated', text: `The turn did not stop; ${this.name} is ended.` },
        { turn },
      );
      void this.#connection?.end(this.#settings.waits.graceMs);
    }
    return { acknowledged: isOver };
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    const endsTurn = decision.endTurn === true && !decision.approved && this.#running !== undefined;
    if (endsTurn && this.#running !== undefined) {
      this.#running.isEndAsked = true;
      // Before the answer: after it some go on with the next call of the model.
      await this.#connection?.notify('session/cancel', { sessionId: this.#sessionId });
    }
    if (decision.approved && decision.optionId !== undefined && this.#desk.lasts(request.requestId, decision.optionId))
      this.#asking.grantLeave();
    await this.#desk.answer(request.requestId, endsTurn ? { ...decision, refusal: 'cancelled' } : decision);
  }

  protected override async applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#asking.mode = mode;
    this.#asking.turnMode = undefined;
    if (mode === 'ask') await this.#asking.askAgain();
    return { unasked: this.#asking.unasked() };
  }

  protected override async applyModel(model: string): Promise<void> {
    const failure = await this.#session?.setModel(model);
    if (failure === undefined) return;
    throw new AgentAdapterError(failure.reason === 'refused' ? 'MODEL_NOT_FOUND' : 'UNSUPPORTED', failure.message);
  }

  protected async stop(): Promise<void> {
    this.#isStopping = true;
    this.#turnOver();
    this.#desk.clear();
    await Promise.all([this.#methods?.endAll(), this.#connection?.end(this.#settings.waits.graceMs)]);
    await this.#leaving;
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    const isProcessAlive = this.#connection?.isAlive === true;
    return { binaryPath: this.#binaryPath, ...given('binaryVersion', this.#facts?.version), isProcessAlive };
  }

  // --- Start ------------------------------------------------------------------------------------------------------

  async #open(config: AdapterConfig): Promise<AdapterInitResult> {
    const { waits } = this.#settings;
    const profile = this.#profile;
    const connection = this.#connect(config);
    const fetches = profile.start.fetchesPackage === true;
    if (fetches)
      this.out.emit('STATUS', { code: 'fetching', text: `${this.name} is fetched first, which may take minutes.` });
    const facts = await shakeHands(connection, profile, fetches ? waits.fetchMs : waits.initializeMs);
    this.#facts = facts;
    const opened = await openSession({
      connection,
      profile,
      facts,
      config,
      timeoutMs: waits.sessionMs,
      replay: (sessionId) => this.#beginReplay(sessionId),
    });
    const session = new SessionSettings(profile, opened.sessionId, (method, params) =>
      connection.request(method, params, { timeoutMs: waits.answerMs }),
    );
    session.read(opened.result);
    this.#session = session;
    this.#sessionId = opened.sessionId;
    this.#refuseHostedDefault(session, config);
    await this.#asking.apply(session);
    if (config.model !== undefined) await this.applyModel(config.model);
    this.#replay.known(opened.sessionId, (params) => this.#update(params));
    if (opened.session === 'new') madeAtMs.set(opened.sessionId, this.#settings.clock.wallMs());
    if (opened.resumeRefusal !== undefined) {
      const text = `The earlier session could not be resumed, so a new one was started. ${opened.resumeRefusal}`;
      this.out.emit('STATUS', { code: 'resume_refused', text });
    }
    return {
      binaryPath: this.#binaryPath,
      session: opened.session,
      nativeSessionId: opened.sessionId,
      unasked: this.#asking.unasked(),
      credentialScope: profile.row.credentialScope,
      models: session.models,
      ...given('binaryVersion', facts.version),
      ...given('model', session.model),
    };
  }

  #connect(config: AdapterConfig): AcpConnection {
    const { environment, startTimer, waits, onProcessStarted } = this.#settings;
    const { start } = this.#profile;
    const binary = findAgent(this.#profile, environment, config.binaryPath);
    this.#binaryPath = binary.path;
    this.#methods = new ClientMethods({
      profile: this.#profile,
      desk: this.#desk,
      workspacePath: config.workspacePath,
      environment,
      graceMs: waits.graceMs,
      isUnasked: () => this.#asking.isUnasked,
      toolIdOf: (kind) => this.#tools.runningOf(kind),
      onOutput: (terminalId, text) => this.#tools.terminalOutput(terminalId, text),
      ...given('onStarted', onProcessStarted),
    });
    const connection = new AcpConnection({
      command: binary.command,
      arguments: [...binary.prefixArguments, ...start.arguments, ...(config.customArgs ?? [])],
      workspacePath: config.workspacePath,
      environment,
      extraEnvironment: { ...start.environment, ...config.environment },
      startTimer,
      ...given('onStarted', onProcessStarted),
      onRequest: (request) => this.#asked(connection, request),
      onNotification: (method, params) => this.#notified(method, params),
      onNoise: (kind, text) => this.#noise(kind, text),
      onLineTooLong: (bytes) =>
        this.out.error(
          errorInfo('PROTOCOL_VIOLATION', { message: `line_too_long: a line of ${bytes} bytes was skipped.` }),
        ),
      onExit: (exit) => this.#exited(connection, exit),
    });
    this.#connection = connection;
    return connection;
  }

  async #beginReplay(sessionId: string): Promise<() => Promise<void>> {
    const made = madeAtMs.get(sessionId);
    if (this.#profile.session?.loadsFromNextMinute === true && made !== undefined) {
      const leftMs = (Math.floor(made / minuteMs) + 1) * minuteMs + 250 - this.#settings.clock.wallMs();
      if (leftMs > 0) await new Promise<void>((resolve) => this.#settings.startTimer(leftMs, resolve));
    }
    return this.#replay.begin();
  }

  /** Nobody's prompt goes to a vendor's machine that the host did not choose. */
  #refuseHostedDefault(session: SessionSettings, config: AdapterConfig): void {
    const { model } = session;
    if (config.model !== undefined || model === undefined || this.#profile.session?.hostedDefault?.test(model) !== true)
      return;
    throw new AgentAdapterError(
      'AUTH_CREDENTIAL_INVALID',
      `${this.name} has no provider of the host’s and would use "${model}", which its vendor hosts.`,
      {
        detail: { fix: `${this.#profile.start.loginFix} Or choose that model by name.` },
      },
    );
  }

  // --- What the agent says ------------------------------------------------------------------------------------------

  #notified(method: string, params: Fields): void {
    this.#stall.sign();
    if (method === 'session/update') this.#replay.take(params, (one) => this.#update(one));
    else if (method === this.#profile.text?.modeMethod)
      this.#decoder.decode({ sessionUpdate: 'current_mode_update', ...params });
    // Extensions begin with an underscore, some with the vendor's name; none of them is for us.
    else if (!method.startsWith('_') && !method.startsWith('$/')) this.#raw(method, withoutVendorFacts(params));
  }

  #update(params: Fields): void {
    if (textAt(params, 'sessionId') !== this.#sessionId) {
      this.#raw('other_session', '');
      return;
    }
    const update = fieldsAt(params, 'update');
    if (/^(agent_|tool_call$|plan$)/.test(textAt(update, 'sessionUpdate') ?? '')) this.#taken();
    this.#decoder.decode(update);
  }

  #asked(connection: AcpConnection, request: RpcRequest): void {
    this.#stall.sign();
    void this.#serve(connection, request).catch((error: unknown) =>
      this.#raw('unsent', error instanceof Error ? error.message : String(error)),
    );
  }

  async #serve(connection: AcpConnection, request: RpcRequest): Promise<void> {
    const { id, method, params } = request;
    if (method === 'session/request_permission') {
      this.#taken();
      const call = fieldsAt(params, 'toolCall');
      if (this.#tools.isNew(call)) this.#decoder.endBlock();
      const toolCall = this.#tools.see(call, 'request');
      await this.#desk.asked(request, toolCall, this.#asking.isUnasked, async (outcome) => {
        await connection.respond(id, { outcome });
      });
      return;
    }
    const harmless = this.#profile.harmlessAnswers?.[method];
    if (harmless !== undefined) {
      await connection.respond(id, harmless);
      return;
    }
    const served = await this.#methods?.serve(request);
    if (served === undefined)
      await connection.refuse(id, { code: rpcCodes.methodNotFound, message: 'Not supported by this client.' });
    else if (served.ok) await connection.respond(id, served.result);
    else await connection.refuse(id, served.error);
  }

  #noise(kind: 'stdout' | 'stderr' | 'stray', text: string): void {
    const failure = kind === 'stderr' ? this.#retries.read(text) : undefined;
    if (failure !== undefined && this.out.turn !== undefined) this.out.error(failure);
    this.#raw(kind, text);
  }

  #raw(nativeType: string, text: string): void {
    this.out.emit('RAW', { nativeType, text: text.slice(0, maxRawUnits) });
  }

  async #left(left: Left | undefined): Promise<void> {
    if (left === undefined) return;
    this.out.emit('STATUS', { code: 'permission_mode', text: left.mode });
    if (left.restored === undefined) return;
    if (await left.restored) {
      this.out.emit('STATUS', { code: 'permission_mode_restored', text: this.#asking.expected ?? '' });
      return;
    }
    const message = `${this.name} left the mode in which it asks ("${left.mode}").`;
    this.out.error(errorInfo('PROTOCOL_VIOLATION', { message, fix: 'Interrupt the turn, or restart the agent.' }));
  }

  // --- Turns ------------------------------------------------------------------------------------------------------

  #taken(): void {
    const running = this.#running;
    if (running === undefined || running.isTaken) return;
    running.isTaken = true;
    const { turn } = running;
    this.out.emit('STREAM_START', { streamId: `${this.id}:${turn.promptId}` }, { turn });
    if (this.#sessionId !== undefined)
      this.out.emit(
        'SESSION_STARTED',
        { nativeSessionId: this.#sessionId, ...given('model', this.#session?.model) },
        { turn },
      );
  }

  #replied(running: Running, reply: RpcReply): void {
    running.replied.resolve();
    // The end of the process ends the turn; this answer only follows from it.
    if (this.#running !== running || (!reply.ok && reply.reason === 'closed')) return;
    this.#taken();
    const result = reply.ok && isFields(reply.result) ? reply.result : {};
    const usage = this.#usage.result(result);
    const end = turnEndOf({
      // Decided by what we did: the agents' own words for a cancelled turn differ and err.
      wasCancelled: this.status === 'INTERRUPTING' || running.isEndAsked,
      wasRefused: running.refusedCalls > 0,
      stopReason: reply.ok ? textAt(result, 'stopReason') : undefined,
      failure: !reply.ok && reply.reason === 'refused' ? failureOf(reply.error, this.#profile) : running.textFailure,
      maxTokensMeans: this.#profile.failures?.maxTokensMeans,
    });
    if (end.error !== undefined && running.textFailure === undefined) this.out.error(end.error, { turn: running.turn });
    if (end.outcome === 'completed') {
      this.#decoder.endBlock();
      if (!this.#decoder.hasSpoken)
        this.out.emit('STATUS', { code: 'empty_turn', text: `${this.name} ended the turn without a word.` });
    }
    this.#tools.closeRefused();
    this.#turnOver();
    this.endTurn({ ...end, ...given('usage', usage) });
  }

  #turnOver(): void {
    this.#stall.stop();
    this.#running = undefined;
    this.#asking.turnMode = undefined;
    this.#decoder.dropBlock();
    this.#tools.turnEnded();
    this.#desk.turnEnded();
  }

  #exited(connection: AcpConnection, exit: ProcessExit): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#desk.clear();
    void this.#methods?.endAll();
    // Its descendants go with it, whatever the reason.
    this.#leaving = connection.end(this.#settings.waits.graceMs);
    if (this.#isStopping || this.status === 'INITIALIZING') return;
    const wasInterrupted = this.status === 'INTERRUPTING';
    const how = this.out.turn === undefined ? `${this.name} ended` : `${this.name} ended in the middle of a turn`;
    this.#turnOver();
    this.crashed(`${how}: ${exitText(exit)}`, wasInterrupted ? 'interrupted' : 'failed');
  }

  #stalled(silentMs: number): void {
    if (this.status !== 'EXECUTING' || this.#tools.hasRunning) return;
    this.out.error(errorInfo('STALLED', { message: `No output for ${Math.round(silentMs / 1_000)} s.` }));
  }

  #within(done: Promise<void>, limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.#settings.startTimer(limitMs, () => resolve(false));
      void done.then(() => {
        stop();
        resolve(true);
      });
    });
  }
}

const minuteMs = 60_000;
/** When the sessions of this process were made, for agents that cannot load one in its first minute. */
const madeAtMs = new Map<string, number>();
