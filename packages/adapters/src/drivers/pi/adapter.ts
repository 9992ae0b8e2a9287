import type { ApprovalRequest } from '../../approval-ledger.ts';
import { deferred } from '../../deferred.ts';
import { type DriverSettings, driverSettings } from '../../driver-options.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import { Escalation } from '../../escalation.ts';
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
import { shownMessage } from '../../shown-message.ts';
import { notFound } from '../../start-failure.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { branchOf, branchOff } from './branch.ts';
import { PiConnection, type Reply } from './connection.ts';
import { PiDecoder } from './decoder.ts';
import { retryFailure, turnFailure } from './failures.ts';
import { gateSource, isGateLoaded, placeOf } from './gate.ts';
import { type Launched, launch, piArguments, setEffort, setModel } from './launch.ts';
import { type PiOptions, type PiWaits, piWaits } from './options.ts';
import { compactCommand, promptFields } from './prompt-fields.ts';
import { piRow } from './row.ts';
import { piStart } from './start-failure.ts';
import { ToolCalls } from './tool-calls.ts';
import { TurnTrack } from './turn-track.ts';

/** Drives the host's own pi: one process, one session, many turns. Wires the parts; each decides its own matter. */
export class PiAdapter extends LastingAdapter<PiConnection, DriverSettings<PiWaits>> {
  readonly #desk: ApprovalDesk;
  readonly #files = new PrivateFiles();
  #starts = 0;
  #calls: ToolCalls;
  #gateLoaded = deferred<void>();
  #launched: Launched | undefined;
  #isAnnounced = false;
  #track: TurnTrack | undefined;
  #escalation: Escalation | undefined;

  constructor(id: string, options: PiOptions = {}) {
    const settings = driverSettings(options, piWaits);
    super(id, piRow, settings);
    this.#calls = new ToolCalls(this.out, '', '/');
    this.#desk = new ApprovalDesk({
      idPrefix: id,
      calls: () => this.#calls,
      open: (request) => this.openApproval(request),
      send: async (message) => (await this.connection?.send(message)) === true,
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    await this.leaving;
    this.#desk.restart(config);
    this.#launched = undefined;
    this.#isAnnounced = false;
    const connection = await this.#openConnection(config);
    try {
      const { answerMs } = this.settings.waits;
      if (branchOf(config) !== undefined)
        await branchOff(connection, answerMs, async () => {
          await this.#mustBeGated(answerMs);
          // The copy is as little used without it.
          this.#gateLoaded = deferred<void>();
        });
      const launched = await launch(connection, config, answerMs, this.out);
      await this.#mustBeGated(answerMs);
      this.#launched = launched;
      const isSame = config.resume !== undefined && config.resume.fork !== true;
      return {
        binaryPath: this.binaryPath,
        session: config.resume === undefined ? 'new' : 'resumed',
        unasked: this.#desk.unasked(),
        credentialScope: `the provider "${launched.provider}" of pi on the host’s computer`,
        model: launched.model,
        models: launched.models,
        efforts: launched.efforts,
        ...given('effort', launched.effort),
        slashCommands: ['compact', ...launched.commands],
        ...given('nativeSessionId', isSame ? launched.sessionId : undefined),
        ...given('binaryVersion', this.version),
      };
    } catch (error) {
      this.connection = undefined;
      await connection.end(0);
      throw error;
    }
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const connection = this.connection;
    if (connection === undefined) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'pi is not running.', { detail: { beforeFirstByte: true } });
    }
    const track = new TurnTrack(turn);
    this.#track = track;
    this.#desk.turnMode = prompt.mode;
    this.stall.start();
    const compact = compactCommand(prompt);
    const [type, fields] =
      compact === undefined
        ? // A run that pi began by itself is no reason to refuse a prompt: it follows.
          (['prompt', { ...promptFields(prompt), streamingBehavior: 'followUp' }] as const)
        : (['compact', compact] as const);
    const isWritten = await new Promise<boolean>((resolve) => {
      void connection.command(type, fields, { onWritten: resolve }).then((reply) => {
        if (compact === undefined) this.#promptAnswered(track, reply);
        else this.#compactAnswered(track, reply);
      });
    });
    if (!isWritten) throw new AgentAdapterError('PROCESS_CRASHED', 'The prompt was not taken: pi reads no more.');
    if (compact !== undefined) this.#started(track);
  }

  protected override async deliverSteer(prompt: PromptPayload): Promise<void> {
    const reply = await this.#command('steer', promptFields(prompt));
    if (!reply.ok) throw new AgentAdapterError('ILLEGAL_STATE', `The running turn did not take that: ${reply.message}`);
  }

  protected async cancelTurn(): Promise<{ acknowledged: boolean }> {
    const connection = this.connection;
    if (connection === undefined) return { acknowledged: false };
    this.#calls.isInterrupting = true;
    const { interruptStepMs, graceMs } = this.settings.waits;
    const end = () => {
      this.out.emit('STATUS', { code: 'interrupt_escalated', text: 'The turn did not stop; pi is ended.' });
      void connection.end(graceMs);
    };
    this.#escalation = new Escalation(this.settings.startTimer, [{ afterMs: interruptStepMs, act: end }]);
    // What waits in its queue would go on after the abort.
    void connection.command('clear_queue', {}, { timeoutMs: interruptStepMs });
    return { acknowledged: (await this.#command('abort', {}, interruptStepMs)).ok };
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    const isTold = await this.#desk.answer(request.requestId, decision);
    if (!isTold) throw new AgentAdapterError('PROCESS_CRASHED', 'The answer did not reach pi.');
    if (decision.endTurn === true) void this.interrupt();
  }

  protected override applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#desk.mode = mode;
    return Promise.resolve({ unasked: this.#desk.unasked() });
  }

  protected override async applyModel(model: string): Promise<void> {
    const connection = this.connection;
    if (connection === undefined) throw new AgentAdapterError('PROCESS_CRASHED', 'pi is not running.');
    const known = (this.#launched?.models ?? []).map(({ id }) => {
      const slash = id.indexOf('/');
      return { provider: id.slice(0, slash), id: id.slice(slash + 1) };
    });
    await setModel(connection, model, known, this.settings.waits.answerMs);
  }

  protected override async applyEffort(effort: string): Promise<void> {
    const connection = this.connection;
    if (connection === undefined) throw new AgentAdapterError('PROCESS_CRASHED', 'pi is not running.');
    await setEffort(connection, effort, this.settings.waits.answerMs);
  }

  protected override async stop(): Promise<void> {
    await super.stop();
    await this.#files.remove();
  }

  // --- The process --------------------------------------------------------------------------------------------------

  async #openConnection(config: AdapterConfig): Promise<PiConnection> {
    const { environment, startTimer, onProcessStarted } = this.settings;
    const binary = findBinary(config.binaryPath ?? 'pi', environment);
    if (!binary.ok) throw notFound(piStart, binary);
    this.binaryPath = binary.path;
    const gatePath = await this.#files.write('gate.ts', gateSource(branchOf(config)));
    const overlay = config.systemPromptOverlay;
    const systemPromptPath = overlay === undefined ? undefined : await this.#files.write('system-prompt.md', overlay);
    this.mustNotBeStopping();
    this.#starts += 1;
    this.#calls = new ToolCalls(this.out, `${this.#starts}:`, config.workspacePath);
    this.#gateLoaded = deferred<void>();
    const decoder = this.#newDecoder();
    const connection = new PiConnection({
      command: binary.command,
      arguments: [...binary.prefixArguments, ...piArguments(config, { gatePath, systemPromptPath })],
      workspacePath: config.workspacePath,
      environment,
      extraEnvironment: { PI_SKIP_VERSION_CHECK: '1', ...config.environment },
      startTimer,
      ...given('onStarted', onProcessStarted),
      onMessage: (type, message, line) => {
        this.stall.sign();
        decoder.message(type, message, line);
      },
      onNoise: (kind, text) => this.#raw(kind, text),
      onLineTooLong: (bytes) => {
        const message = `line_too_long: a line of ${bytes} bytes was skipped.`;
        this.out.error(errorInfo('PROTOCOL_VIOLATION', { message }));
      },
      onExit: (exit) => this.exited(connection, exit),
    });
    this.connection = connection;
    return connection;
  }

  #newDecoder(): PiDecoder {
    return new PiDecoder({
      out: this.out,
      idPrefix: `${this.#starts}:`,
      calls: this.#calls,
      listener: {
        onStarted: () => this.#started(this.#track),
        onAnswer: (message) => this.#answered(message),
        onSettled: (isAborted) => this.#settled(isAborted),
        onRetry: (message) => this.#retrying(message),
        onDialog: (request, line) => void this.#dialog(request, line),
      },
    });
  }

  /** Without the gate every tool would run unasked: then it is not used. */
  async #mustBeGated(answerMs: number): Promise<void> {
    const isLoaded = await new Promise<boolean>((resolve) => {
      const stopTimer = this.settings.startTimer(answerMs, () => resolve(false));
      void this.#gateLoaded.promise.then(() => {
        stopTimer();
        resolve(true);
      });
    });
    if (isLoaded) return;
    throw new AgentAdapterError('PROTOCOL_VIOLATION', 'pi did not load the extension that asks before tools run.', {
      detail: { fix: 'Update pi: `npm install -g @earendil-works/pi-coding-agent@latest`.' },
    });
  }

  // --- What pi asks -------------------------------------------------------------------------------------------------

  async #dialog(request: Fields, line: string): Promise<void> {
    if (isGateLoaded(request)) {
      this.#gateLoaded.resolve();
      return;
    }
    const place = placeOf(request);
    if (place !== undefined) {
      if (this.#track !== undefined) this.#track.place = place;
      return;
    }
    if (await this.#desk.asked(request, line)) return;
    this.#raw(`extension_ui_request/${textAt(request, 'method') ?? 'untyped'}`, line);
    // Some wait for an answer; one to a notice is ignored.
    await this.connection?.send({ type: 'extension_ui_response', id: textAt(request, 'id'), cancelled: true });
  }

  #command(type: string, fields: Fields = {}, timeoutMs = this.settings.waits.answerMs): Promise<Reply> {
    const closed: Reply = { ok: false, reason: 'closed', message: 'pi is not running.' };
    return this.connection?.command(type, fields, { timeoutMs }) ?? Promise.resolve(closed);
  }

  // --- Turns --------------------------------------------------------------------------------------------------------

  #promptAnswered(track: TurnTrack, reply: Reply): void {
    if (reply.ok) {
      this.#started(track);
      // A command of the user's own ran, and no run follows.
      if (textAt(reply.data, 'disposition') === 'handled') this.#end(track, { outcome: 'completed' });
      return;
    }
    // Without an answer the process has ended, and its exit ends the turn.
    if (reply.reason === 'refused') this.#fail(track, reply.message);
  }

  #compactAnswered(track: TurnTrack, reply: Reply): void {
    if (reply.ok) this.#end(track, { outcome: 'completed' });
    else if (reply.reason !== 'refused') return;
    else if (this.status === 'INTERRUPTING') this.#end(track, { outcome: 'interrupted', reason: 'interrupted' });
    else this.#fail(track, reply.message);
  }

  #started(track: TurnTrack | undefined): void {
    if (track === undefined || this.out.turn !== track.turn || !track.start()) return;
    const launched = this.#launched;
    if (launched !== undefined && !this.#isAnnounced) {
      // Not before: a session without an answer is not kept.
      this.#isAnnounced = true;
      this.out.emit('SESSION_STARTED', { nativeSessionId: launched.sessionId, model: launched.model });
    }
    this.out.emit('STREAM_START', { streamId: track.turn.promptId }, { turn: track.turn });
  }

  #answered(message: Fields): void {
    const track = this.#track;
    if (track === undefined) return;
    track.answered(message);
    const usage = track.usage.add(fieldsAt(message, 'usage'), this.#launched?.contextWindowTokens);
    if (usage !== undefined) this.out.emit('USAGE_UPDATED', { usage }, { turn: track.turn });
  }

  #settled(isAborted: boolean | undefined): void {
    const track = this.#track;
    // A run that began by itself ends by itself.
    if (track === undefined || !track.hasStarted) return;
    const usage = given('usage', track.usage.usage);
    const forkPoint = given('forkPoint', track.place);
    if (isAborted ?? track.wasAborted) {
      this.#end(track, { outcome: 'interrupted', reason: 'interrupted', ...usage });
    } else if (track.failure !== undefined) {
      this.#fail(track, track.failure);
    } else if (track.isCut) {
      const error = errorInfo('TURN_LIMIT_REACHED', { message: 'The answer reached its greatest length.' });
      this.out.error(error, { turn: track.turn });
      this.#end(track, { outcome: 'completed', reason: 'length', ...usage, ...forkPoint });
    } else this.#end(track, { outcome: 'completed', ...usage, ...forkPoint });
  }

  #retrying(message: string): void {
    const track = this.#track;
    if (track === undefined) return;
    this.out.emit('STATUS', { code: 'retrying', text: shownMessage(message) }, { turn: track.turn });
    const failure = retryFailure(message);
    if (failure === undefined || track.toldRetries.has(failure.code)) return;
    track.toldRetries.add(failure.code);
    this.out.error(failure, { turn: track.turn });
  }

  #fail(track: TurnTrack, message: string): void {
    const error = turnFailure(message);
    if (this.out.turn === track.turn) this.out.error(error, { turn: track.turn });
    this.#end(track, { outcome: 'failed', error, ...given('usage', track.usage.usage) });
  }

  #end(track: TurnTrack, end: AdapterEventPayloads['STREAM_END']): void {
    if (this.out.turn !== track.turn) return;
    this.turnOver();
    this.endTurn(end);
  }

  protected turnOver(): void {
    this.stall.stop();
    this.#escalation?.over();
    this.#escalation = undefined;
    this.#track = undefined;
    this.#calls.clear();
    this.#desk.turnMode = undefined;
  }

  protected hasRunningTool(): boolean {
    return this.#calls.hasRunning;
  }

  #raw(nativeType: string, text: string): void {
    this.out.emit('RAW', { nativeType, text: text.slice(0, 4_096) });
  }
}
