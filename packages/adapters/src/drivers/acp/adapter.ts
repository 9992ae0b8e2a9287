import type { ApprovalRequest } from '../../approval-ledger.ts';
import { deferred } from '../../deferred.ts';
import { tellLineTooLong, tellRaw, tellUnsent } from '../../driver-notices.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, isFields, textAt } from '../../fields.ts';
import type { RpcReply, RpcRequest } from '../../json-rpc.ts';
import { keepEffort } from '../../keep-effort.ts';
import { LastingAdapter } from '../../lasting-adapter.ts';
import { within } from '../../pipeline/timer.ts';
import type { AdapterConfig, AdapterInitResult, AdapterMode, PromptPayload, ToolApprovalDecision } from '../../port.ts';
import { type AcpOptions, type AcpSettings, settingsOf } from './acp-options.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { Asking, type Left, tellLeft } from './asking.ts';
import { beginSession } from './begin-session.ts';
import type { ClientMethods } from './client-methods.ts';
import { connectAgent } from './connect-agent.ts';
import type { AcpConnection } from './connection.ts';
import { AcpDecoder, withoutVendorFacts } from './decoder.ts';
import { failureOfSilence, failureOfText, replyFailure } from './failures.ts';
import type { AgentFacts } from './handshake.ts';
import type { AcpProfile } from './profile.ts';
import { promptBlocks } from './prompt-blocks.ts';
import { ReplayWindow } from './replay-window.ts';
import { RetryNews } from './retry-news.ts';
import { isAnswer, newRunning, type Running } from './running-turn.ts';
import { serveRequest } from './serve-request.ts';
import type { SessionSettings } from './session-settings.ts';
import { ToolCalls } from './tool-calls.ts';
import { turnEndOf } from './turn-end.ts';
import { UsageMeter } from './usage.ts';

/** Drives one agent that speaks the Agent Client Protocol. Wires the parts; each decides its own matter. */
export class AcpAdapter extends LastingAdapter<AcpConnection, AcpSettings> {
  readonly #profile: AcpProfile;
  readonly #desk: ApprovalDesk;
  readonly #tools: ToolCalls;
  readonly #decoder: AcpDecoder;
  readonly #usage: UsageMeter;
  readonly #retries: RetryNews;
  readonly #replay: ReplayWindow;
  #asking: Asking;
  #methods: ClientMethods | undefined;
  #session: SessionSettings | undefined;
  #sessionId: string | undefined;
  #facts: AgentFacts | undefined;
  #running: Running | undefined;
  #blockCount = 0;

  constructor(id: string, profile: AcpProfile, options: AcpOptions = {}) {
    const settings = settingsOf(options);
    super(id, profile.row, settings, profile.start.binaries[0]);
    this.#profile = profile;
    this.#asking = new Asking(profile, this.config);
    this.#usage = new UsageMeter(profile.usage);
    this.#desk = new ApprovalDesk({
      idPrefix: id,
      profile,
      workspacePath: () => this.config.workspacePath,
      open: (request) => this.openApproval(request),
      onAllowed: (toolId) => this.#tools.allowed(toolId),
      onRefused: (toolId) => {
        if (this.#running !== undefined) this.#running.refusedCalls += 1;
        this.#tools.refused(toolId);
      },
      onUnanswerable: (message) => this.out.error(errorInfo('UNSUPPORTED', { message })),
    });
    this.#tools = new ToolCalls({
      out: this.out,
      profile,
      workspacePath: () => this.config.workspacePath,
      askedAbout: () => this.#desk.toolIds,
      onUnaskedChange: (title) => {
        if (!this.#asking.changedUnasked(title)) return;
        const text = `${this.name} changed something without asking, although it should ask: ${title}`;
        this.out.emit('STATUS', { code: 'ran_unasked', text });
      },
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
    this.#retries = new RetryNews(profile.text?.retryNews, () => settings.clock.wallMs());
    this.#replay = new ReplayWindow({
      quietMs: profile.session?.replayQuietMs ?? settings.waits.replayQuietMs,
      maxMs: settings.waits.replayMs,
      startTimer: settings.startTimer,
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    this.config = config;
    this.#asking = new Asking(this.#profile, config);
    this.#sessionId = undefined;
    this.#session = undefined;
    this.#replay.reset();
    this.#desk.clear();
    await this.leaving;
    this.mustNotBeStopping();
    try {
      return await this.#open(config);
    } catch (error) {
      await this.connection?.end(0);
      throw error;
    }
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const connection = this.connection;
    if (connection === undefined || this.#sessionId === undefined)
      throw new AgentAdapterError('PROCESS_CRASHED', `${this.name} is not running.`, {
        detail: { beforeFirstByte: true },
      });
    if (this.#facts?.takesImages === false && (prompt.attachments ?? []).some(({ kind }) => kind === 'image')) {
      throw new AgentAdapterError('UNSUPPORTED', `${this.name} takes no images.`, {
        detail: { beforeFirstByte: true },
      });
    }
    const running = newRunning(turn, prompt);
    this.#running = running;
    this.#asking.turnMode = prompt.mode;
    this.#asking.turnStarted();
    this.#decoder.turnStarted();
    this.#usage.turnStarted();
    this.stall.start();
    const written = deferred<boolean>();
    const params = { sessionId: this.#sessionId, prompt: promptBlocks(prompt) };
    const reply = connection.request('session/prompt', params, { onWritten: (ok) => written.resolve(ok) });
    void reply.then((answer) => this.#replied(running, answer));
    if (!(await written.promise)) throw new AgentAdapterError('PROCESS_CRASHED', 'The prompt was not taken.');
  }

  protected async cancelTurn(turn: Turn): Promise<{ acknowledged: boolean }> {
    const running = this.#running;
    if (running === undefined || running.turn !== turn) return { acknowledged: false };
    await this.connection?.notify('session/cancel', { sessionId: this.#sessionId });
    // Some wait for the answer to what they asked; none of them ends what the bridge runs for it.
    await this.#desk.cancelAll();
    void this.#methods?.endAll();
    const isOver = await within(this.settings.startTimer, running.replied.promise, this.settings.waits.cancelMs);
    if (!isOver) this.#escalate(turn, `The turn did not stop; ${this.name} is ended.`);
    return { acknowledged: isOver };
  }

  #escalate(turn: Turn, text: string): void {
    this.out.emit('STATUS', { code: 'interrupt_escalated', text }, { turn });
    void this.connection?.end(this.settings.waits.graceMs);
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    const endsTurn = decision.endTurn === true && !decision.approved && this.#running !== undefined;
    if (endsTurn && this.#running !== undefined) {
      this.#running.isEndAsked = true;
      // Before the answer: after it some go on with the next call of the model.
      await this.connection?.notify('session/cancel', { sessionId: this.#sessionId });
    }
    if (decision.approved && decision.optionId !== undefined && this.#desk.lasts(request.requestId, decision.optionId))
      this.#asking.grantLeave();
    await this.#desk.answer(request.requestId, endsTurn ? { ...decision, refusal: 'cancelled' } : decision);
  }

  get unasked(): string[] {
    return this.#asking.unasked();
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

  protected override async applyEffort(effort: string): Promise<void> {
    const session = this.#session;
    const why = session?.effort === undefined ? 'This agent has no such option.' : await session.setEffort(effort);
    if (why !== undefined) throw new AgentAdapterError('UNSUPPORTED', why);
  }

  protected override async stop(): Promise<void> {
    const stopped = super.stop();
    this.#desk.clear();
    await Promise.all([this.#methods?.endAll(), stopped]);
  }

  // --- Start ------------------------------------------------------------------------------------------------------

  async #open(config: AdapterConfig): Promise<AdapterInitResult> {
    const profile = this.#profile;
    const { connection, methods, binaryPath } = connectAgent({
      profile,
      config,
      settings: this.settings,
      desk: this.#desk,
      isUnasked: () => this.#asking.isUnasked,
      toolIdOf: (kind) => this.#tools.runningOf(kind),
      onOutput: (terminalId, text) => this.#tools.terminalOutput(terminalId, text),
      onRequest: (request, from) => this.#asked(from, request),
      onNotification: (method, params) => this.#notified(method, params),
      onNoise: (kind, text) => this.#noise(kind, text),
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
      onExit: (exit, from) => this.exited(from, exit),
    });
    this.connection = connection;
    this.#methods = methods;
    this.binaryPath = binaryPath;
    if (profile.start.fetchesPackage === true)
      this.out.emit('STATUS', { code: 'fetching', text: `${this.name} is fetched first, which may take minutes.` });
    const { facts, opened, session } = await beginSession({
      connection,
      profile,
      config,
      settings: this.settings,
      replay: this.#replay,
      onWait: (ms) => {
        const text = `${this.name} can load its session in ${Math.ceil(ms / 1000)} s, and is waited for.`;
        this.out.emit('STATUS', { code: 'session_not_ready', text });
      },
    });
    this.#facts = facts;
    this.version = facts.version;
    this.#session = session;
    this.#sessionId = opened.sessionId;
    await this.#asking.apply(session);
    if (config.model !== undefined) await this.applyModel(config.model);
    if (config.effort !== undefined) await keepEffort(this.out, config.effort, (one) => this.applyEffort(one));
    this.#usage.sessionOpened(opened.session);
    this.#replay.known(opened.sessionId, (params) => this.#update(params));
    if (opened.resumeRefusal !== undefined) {
      const text = `The earlier session could not be resumed, so a new one was started. ${opened.resumeRefusal}`;
      this.out.emit('STATUS', { code: 'resume_refused', text });
    }
    return {
      binaryPath,
      session: opened.session,
      nativeSessionId: opened.sessionId,
      unasked: this.#asking.unasked(),
      credentialScope: profile.row.credentialScope,
      models: session.models,
      announced: facts.canFork ? ['fork'] : [],
      ...given('effort', session.effort?.value),
      ...given('efforts', session.effort?.values),
      ...given('binaryVersion', facts.version),
      ...given('model', session.model),
    };
  }

  // --- What the agent says ------------------------------------------------------------------------------------------

  #notified(method: string, params: Fields): void {
    this.stall.sign();
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
    // Asked once a turn: it has thousands of updates.
    if (this.#running?.isTaken === false && isAnswer(update)) this.#taken();
    this.#decoder.decode(update);
  }

  #asked(connection: AcpConnection, request: RpcRequest): void {
    this.stall.sign();
    void this.#serve(connection, request).catch((error: unknown) => tellUnsent(this.out, error));
  }

  async #serve(connection: AcpConnection, request: RpcRequest): Promise<void> {
    const { id, params } = request;
    if (request.method === 'session/request_permission') {
      this.#taken();
      const call = fieldsAt(params, 'toolCall');
      if (this.#tools.isNew(call)) this.#decoder.endBlock();
      const toolCall = this.#tools.see(call, 'request');
      await this.#desk.asked(request, toolCall, this.#asking.isUnasked, async (outcome) => {
        await connection.respond(id, { outcome });
      });
      return;
    }
    await serveRequest(request, connection, this.#profile, this.#methods);
  }

  #noise(kind: string, text: string): void {
    const failure = kind === 'stderr' ? this.#retries.read(text) : undefined;
    if (failure !== undefined && this.out.turn !== undefined) this.out.error(failure);
    this.#raw(kind, text);
  }

  #raw(nativeType: string, text: string): void {
    tellRaw(this.out, nativeType, text);
  }

  async #left(left: Left | undefined): Promise<void> {
    if (left !== undefined) await tellLeft(this.out, this.name, left, this.#asking.expected);
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
    if (!reply.ok && this.status === 'INTERRUPTING' && this.#profile.session?.failedCancelBlocks === true) {
      // The end of the process ends the turn.
      this.#escalate(
        running.turn,
        `${this.name} would take no further prompt after this; it is ended and started again.`,
      );
      return;
    }
    const result = reply.ok && isFields(reply.result) ? reply.result : {};
    const usage = this.#usage.result(result);
    const end = turnEndOf({
      // Decided by what we did: the agents' own words for a cancelled turn differ and err.
      wasCancelled: this.status === 'INTERRUPTING' || running.isEndAsked,
      wasRefused: running.refusedCalls > 0,
      stopReason: reply.ok ? textAt(result, 'stopReason') : undefined,
      isSilent: !this.#decoder.hasSpoken,
      silenceMeans: failureOfSilence(running.isCommand, this.#profile),
      failure: reply.ok ? running.textFailure : replyFailure(reply, this.#profile),
      maxTokensMeans: this.#profile.failures?.maxTokensMeans,
    });
    if (end.error !== undefined && running.textFailure === undefined) this.out.error(end.error, { turn: running.turn });
    if (end.outcome === 'completed') {
      this.#decoder.endBlock();
      if (!this.#decoder.hasSpoken)
        this.out.emit('STATUS', { code: 'empty_turn', text: `${this.name} ended the turn without an answer.` });
    }
    this.#tools.closeUntold(end.outcome === 'completed');
    this.turnOver();
    this.endTurn({ ...end, ...given('usage', usage) });
  }

  protected turnOver(): void {
    this.stall.stop();
    this.#running = undefined;
    this.#asking.turnMode = undefined;
    this.#decoder.dropBlock();
    this.#tools.turnEnded();
    this.#desk.turnEnded();
  }

  protected override processGone(): void {
    this.#desk.clear();
    void this.#methods?.endAll();
  }

  protected hasRunningTool(): boolean {
    return this.#tools.hasRunning;
  }
}
