import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Deferred, deferred } from '../../deferred.ts';
import { type DriverSettings, driverSettings } from '../../driver-options.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import { Escalation } from '../../escalation.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, given, textAt, textsAt } from '../../fields.ts';
import { joinedPrompt } from '../../joined-prompt.ts';
import { LastingAdapter } from '../../lasting-adapter.ts';
import { LineProcess } from '../../line-process.ts';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  TokenUsage,
  ToolApprovalDecision,
} from '../../port.ts';
import type { ProcessExit } from '../../process/index.ts';
import { shownMessage } from '../../shown-message.ts';
import { notFound } from '../../start-failure.ts';
import { isOlder } from '../../version-order.ts';
import { AskDesk } from './ask-desk.ts';
import { AiderDecoder } from './decoder.ts';
import { oldestVersion, versionNote } from './detect.ts';
import { providerFailure } from './failures.ts';
import { driverPath, findPython } from './find-python.ts';
import { aiderFlags } from './flags.ts';
import { type AiderOptions, type AiderWaits, aiderWaits } from './options.ts';
import { aiderRow } from './row.ts';
import { aiderStart, aiderStartFailure, withWords } from './start-failure.ts';
import { unaskedOf } from './unasked.ts';
import { addUsage } from './usage.ts';

/** Drives the host's own Aider inside its own Python: one process, one conversation, many turns. */
export class AiderAdapter extends LastingAdapter<LineProcess, DriverSettings<AiderWaits>> {
  readonly #desk: AskDesk;
  #decoder: AiderDecoder | undefined;
  #ready: Deferred<Fields | AgentAdapterError> = deferred();
  #starts = 0;
  #started: Fields = {};
  /** The end of what was printed, to explain an end. */
  #lastWords = '';
  #isAnnounced = false;
  #usage: TokenUsage | undefined;
  #failure: AdapterErrorInfo | undefined;
  #interrupting: Deferred<boolean> | undefined;
  #escalation: Escalation | undefined;

  constructor(id: string, options: AiderOptions = {}) {
    const settings = driverSettings(options, aiderWaits);
    super(id, aiderRow, settings);
    this.#desk = new AskDesk({
      idPrefix: id,
      out: this.out,
      open: (request) => this.openApproval(request),
      send: (message) => this.#send(message),
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    await this.leaving;
    this.mustNotBeStopping();
    this.#desk.restart();
    this.#desk.mode = config.mode ?? (config.autoApproveTools === true ? 'act' : 'ask');
    this.#ready = deferred();
    this.#lastWords = '';
    this.#isAnnounced = false;
    const child = this.#openProcess(config);
    try {
      const started = await this.#startedUp(config);
      this.#started = started;
      this.#desk.isReady = true;
      const isSame = config.resume !== undefined && config.resume.fork !== true;
      return {
        binaryPath: this.binaryPath,
        session: config.resume === undefined ? 'new' : 'resumed',
        unasked: this.#unasked(),
        slashCommands: textsAt(started, 'commands').map((name) => name.replace(/^\//, '')),
        ...given('nativeSessionId', isSame ? textAt(started, 'session') : undefined),
        ...given('binaryVersion', this.version),
        ...given('model', textAt(started, 'model')),
      };
    } catch (error) {
      this.connection = undefined;
      await child.end(0);
      throw error;
    }
  }

  protected async deliver(prompt: PromptPayload, _turn: Turn): Promise<void> {
    if (this.connection === undefined) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'Aider is not running.', { detail: { beforeFirstByte: true } });
    }
    this.#desk.turnMode = prompt.mode;
    this.#usage = undefined;
    this.#failure = undefined;
    this.stall.start();
    const text = joinedPrompt(prompt);
    const isCommandLike = /^[/!]/.test(text);
    const isCommand = isCommandLike && prompt.mayCommand === true;
    if (this.#decoder !== undefined) this.#decoder.isCommand = isCommand;
    // Aider runs what begins with a slash or `!`, some of it without asking; a space before it makes it text.
    const shown = isCommandLike && !isCommand ? ` ${text}` : text;
    if (!(await this.#send({ type: 'prompt', id: prompt.promptId, text: shown }))) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'The prompt was not taken: Aider reads no more.');
    }
  }

  protected async cancelTurn(): Promise<{ acknowledged: boolean }> {
    const child = this.connection;
    if (child === undefined) return { acknowledged: false };
    if (this.#decoder !== undefined) this.#decoder.isInterrupting = true;
    const { interruptStepMs, graceMs } = this.settings.waits;
    const acknowledged = deferred<boolean>();
    this.#interrupting = acknowledged;
    const end = () => {
      acknowledged.resolve(false);
      this.out.emit('STATUS', { code: 'interrupt_escalated', text: 'The turn did not stop; Aider is ended.' });
      void child.end(graceMs);
    };
    this.#escalation = new Escalation(this.settings.startTimer, [
      // The same as the message asks for, from outside.
      { afterMs: interruptStepMs, act: () => void child.interrupt() },
      { afterMs: interruptStepMs, act: end },
    ]);
    if (!(await this.#send({ type: 'interrupt' }))) return { acknowledged: false };
    return { acknowledged: await acknowledged.promise };
  }

  protected async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    if (!(await this.#desk.answer(request.requestId, decision))) {
      throw new AgentAdapterError('PROCESS_CRASHED', 'The answer did not reach Aider.');
    }
    if (decision.endTurn === true) void this.interrupt();
  }

  protected override applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#desk.mode = mode;
    return Promise.resolve({ unasked: this.#unasked() });
  }

  protected override async applyModel(model: string): Promise<void> {
    if (await this.#send({ type: 'model', name: model })) return;
    throw new AgentAdapterError('PROCESS_CRASHED', 'Aider is not running.');
  }

  // --- The process --------------------------------------------------------------------------------------------------

  #openProcess(config: AdapterConfig): LineProcess {
    const { environment, onProcessStarted } = this.settings;
    const found = findPython(config.binaryPath ?? 'aider', environment);
    if (!found.ok) throw notFound(aiderStart, { reason: 'not_found', tried: found.tried });
    this.binaryPath = found.aiderPath;
    this.#starts += 1;
    const decoder = this.#newDecoder(config);
    const child = new LineProcess({
      command: found.python,
      // `-B`: nothing is written beside the driver.
      arguments: ['-B', '-u', driverPath],
      workspacePath: config.workspacePath,
      environment,
      extraEnvironment: { TERM: 'dumb', NO_COLOR: '1', PYTHONIOENCODING: 'utf-8', ...config.environment },
      ...given('onStarted', onProcessStarted),
      onMessage: (message, line) => {
        this.stall.sign();
        if (textAt(message, 'type') === 'printed') this.#printed('printed', textAt(message, 'text') ?? '');
        else decoder.message(message, line);
      },
      onNoise: (kind, text) => this.#printed(kind, text),
      onLineTooLong: (bytes) => {
        const message = `line_too_long: a line of ${bytes} bytes was skipped.`;
        this.out.error(errorInfo('PROTOCOL_VIOLATION', { message }));
      },
      onExit: (exit) => this.exited(child, exit),
    });
    this.connection = child;
    this.#decoder = decoder;
    return child;
  }

  #newDecoder(config: AdapterConfig): AiderDecoder {
    const { workspacePath } = config;
    return new AiderDecoder({
      out: this.out,
      idPrefix: `${this.#starts}:`,
      workspacePath,
      listener: {
        onAsk: (message, toolId, line) => void this.#desk.asked(message, toolId, workspacePath, line),
        onRefused: (toolId) => this.#desk.refused(toolId),
        onTurnStarted: () => this.#turnStarted(),
        onTurnEnded: (message) => this.#turnEnded(message),
        onProviderError: (message) => this.#providerFailed(message),
        onUsage: (usage) => {
          this.#usage = addUsage(this.#usage, usage);
          this.out.emit('USAGE_UPDATED', { usage: this.#usage });
        },
        onProcess: (type, message) => this.#told(type, message),
      },
    });
  }

  async #startedUp(config: AdapterConfig): Promise<Fields> {
    const { resume, systemPromptOverlay } = config;
    const { startMs } = this.settings.waits;
    const stopTimer = this.settings.startTimer(startMs, () => {
      const seconds = Math.round(startMs / 1_000);
      this.#ready.resolve(new AgentAdapterError('PROTOCOL_VIOLATION', `Aider did not start within ${seconds} s.`));
    });
    void this.#send({
      type: 'start',
      flags: aiderFlags(config),
      ...given('overlay', systemPromptOverlay),
      ...given('resume', resume?.nativeSessionId),
      ...given('fork', resume?.fork),
    });
    const started = await this.#ready.promise;
    stopTimer();
    if (started instanceof AgentAdapterError) throw started;
    return started;
  }

  #told(type: string, message: Fields): void {
    const text = textAt(message, 'text') ?? '';
    if (type === 'hello') {
      this.version = textAt(message, 'version');
      const note = versionNote(this.version ?? '0');
      if (isOlder(this.version ?? '0', oldestVersion)) {
        this.#ready.resolve(new AgentAdapterError('PROVIDER_NOT_FOUND', `Aider ${this.version}: ${note}`));
      } else if (note !== undefined) this.out.emit('STATUS', { code: 'untried_version', text: `Aider: ${note}` });
    } else if (type === 'ready') this.#ready.resolve(message);
    else if (type === 'interrupting') this.#interrupting?.resolve(true);
    else if (type === 'fatal') {
      const isUnknown = textAt(message, 'code') === 'no_session';
      const detail = isUnknown ? { detail: { resumeRefused: true } } : undefined;
      const words = `${text} ${this.#lastWords}`.trim();
      const code = isUnknown ? 'PROTOCOL_VIOLATION' : 'PROCESS_CRASHED';
      this.#lastWords = text;
      this.#ready.resolve(
        aiderStart.withoutProgram?.says(text) === true
          ? notFound(aiderStart, { reason: 'not_found', tried: [`${this.binaryPath} (without aider-chat)`] })
          : new AgentAdapterError(code, shownMessage(words), detail),
      );
    }
  }

  protected override exited(child: LineProcess, exit: ProcessExit): void {
    this.#ready.resolve(aiderStartFailure(exit, this.#lastWords));
    this.#interrupting?.resolve(false);
    super.exited(child, withWords(exit, this.#lastWords));
  }

  #send(message: Fields): Promise<boolean> {
    return this.connection?.send(message) ?? Promise.resolve(false);
  }

  #unasked(): string[] {
    return this.#desk.mode === 'act'
      ? ['everything: the host lets the agent act without asking']
      : unaskedOf(this.#started);
  }

  // --- Turns --------------------------------------------------------------------------------------------------------

  #turnStarted(): void {
    const turn = this.out.turn;
    const nativeSessionId = textAt(this.#started, 'session');
    if (turn === undefined) return;
    if (nativeSessionId !== undefined && !this.#isAnnounced) {
      this.#isAnnounced = true;
      this.out.emit('SESSION_STARTED', { nativeSessionId, ...given('model', textAt(this.#started, 'model')) });
    }
    this.out.emit('STREAM_START', { streamId: turn.promptId }, { turn });
  }

  #providerFailed(message: Fields): void {
    const retries = message['retries'] === true;
    const error = providerFailure(textAt(message, 'name') ?? 'error', textAt(message, 'text') ?? '', retries);
    const isTold = this.#failure?.code === error.code;
    this.#failure = providerFailure(textAt(message, 'name') ?? 'error', textAt(message, 'text') ?? '', false);
    if (retries) this.out.emit('STATUS', { code: 'retrying', text: error.message });
    if (retries && !isTold) this.out.error(error);
  }

  #turnEnded(message: Fields): void {
    if (this.out.turn === undefined || textAt(message, 'id') !== this.out.turn.promptId) return;
    const usage = given('usage', this.#usage);
    const stop = textAt(message, 'stop');
    if (stop === 'interrupted') this.#end({ outcome: 'interrupted', reason: 'interrupted', ...usage });
    else if (stop === 'error') {
      const name = textAt(message, 'error') ?? 'an error';
      const error = this.#failure ?? errorInfo('PROTOCOL_VIOLATION', { message: `Aider failed with ${name}.` });
      this.out.error(error);
      this.#end({ outcome: 'failed', error, ...usage });
    } else this.#end({ outcome: 'completed', ...usage });
  }

  #end(end: AdapterEventPayloads['STREAM_END']): void {
    this.turnOver();
    this.endTurn(end);
  }

  protected turnOver(): void {
    this.stall.stop();
    this.#escalation?.over();
    this.#escalation = undefined;
    this.#interrupting?.resolve(true);
    this.#interrupting = undefined;
    this.#decoder?.turnOver();
    this.#desk.turnMode = undefined;
  }

  protected hasRunningTool(): boolean {
    return this.#decoder?.hasRunningTool === true;
  }

  #printed(kind: string, text: string): void {
    this.#lastWords = `${this.#lastWords}${text}`.slice(-2_000);
    this.out.emit('RAW', { nativeType: kind, text: text.slice(0, 4_096) });
  }
}
