import { AdapterBase } from '../../adapter-base.ts';
import { type DriverSettings, driverSettings } from '../../driver-options.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import { Escalation } from '../../escalation.ts';
import type { Turn } from '../../event-writer.ts';
import { given } from '../../fields.ts';
import { joinedPrompt } from '../../joined-prompt.ts';
import { LineProcess } from '../../line-process.ts';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
} from '../../port.ts';
import type { ProcessExit } from '../../process/index.ts';
import { StallWatch } from '../../stall-watch.ts';
import { exitText } from '../../start-failure.ts';
import { askProgram } from './ask-program.ts';
import { AgyDecoder } from './decoder.ts';
import { fatalOf } from './failures.ts';
import { type AgyOptions, type AgyWaits, agyWaits } from './options.ts';
import { agyRow } from './row.ts';

type Run = {
  process: LineProcess;
  turn: Turn;
  isInterrupted: boolean;
  end: AdapterEventPayloads['STREAM_END'] | undefined;
  /** What it said before it ended by itself. */
  fatal: AdapterErrorInfo | undefined;
  escalation: Escalation | undefined;
};

/** Runs `agy` without a terminal: one process for each prompt, in one conversation. What would need a yes is refused. */
export class AgyAdapter extends AdapterBase {
  readonly #settings: DriverSettings<AgyWaits>;
  readonly #stall: StallWatch;
  #config: AdapterConfig = { workspacePath: '/' };
  #mode: AdapterMode = 'ask';
  #binary = { command: 'agy', prefixArguments: [] as readonly string[] };
  #binaryPath = 'agy';
  #version: string | undefined;
  #conversationId: string | undefined;
  #announcedId: string | undefined;
  #run: Run | undefined;
  #runCount = 0;
  #isUp = false;

  constructor(id: string, options: AgyOptions = {}) {
    const settings = driverSettings(options, agyWaits);
    super({ id, row: agyRow, clock: settings.clock });
    this.#settings = settings;
    this.#stall = new StallWatch({
      stallMs: settings.waits.stallMs,
      monotonicMs: () => settings.clock.monotonicMs(),
      startTimer: settings.startTimer,
      onStall: (silentMs) => this.#stalled(silentMs),
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    const { environment, waits } = this.#settings;
    const name = config.binaryPath ?? 'agy';
    const asked = await askProgram(name, config.workspacePath, environment, waits.questionMs);
    if (!asked.ok) throw asked.error;
    const resume = config.resume?.nativeSessionId;
    if (resume !== undefined && !/^[\w-]{8,128}$/.test(resume)) {
      throw new AgentAdapterError('UNSUPPORTED', 'That is not a conversation of agy.', {
        detail: { resumeRefused: true },
      });
    }
    this.#config = config;
    this.#binary = asked.binary;
    this.#binaryPath = asked.binary.path;
    this.#version = asked.version;
    this.#mode = config.mode ?? (config.autoApproveTools === true ? 'act' : 'ask');
    this.#conversationId = resume;
    this.#announcedId = undefined;
    this.#isUp = true;
    return {
      binaryPath: this.#binaryPath,
      session: resume === undefined ? 'new' : 'resumed',
      unasked: unaskedIn(this.#mode),
      credentialScope: agyRow.credentialScope,
      ...given('binaryVersion', this.#version),
      ...given('nativeSessionId', resume),
      ...given('model', config.model),
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const run = this.#spawn(prompt.mode ?? this.#mode, turn);
    this.#run = run;
    this.#stall.start();
    const text = joinedPrompt(prompt);
    // Whether it reads commands without a terminal is not known: a space before one makes it text for sure (B22).
    const content = prompt.mayCommand !== true && /^[/!@]/.test(text) ? ` ${text}` : text;
    const isWritten = await run.process.send({ event: 'user', message: { content } });
    // Its input ends here: it leaves after its answer.
    run.process.closeInput();
    // An input that is closed already belongs to a process that has ended; its exit ends the turn.
    if (!isWritten) this.#raw('unsent', 'The prompt was not taken.');
  }

  protected cancelTurn(): Promise<{ acknowledged: boolean }> {
    const run = this.#run;
    if (run === undefined) return Promise.resolve({ acknowledged: false });
    const { startTimer, waits } = this.#settings;
    run.isInterrupted = true;
    run.process.interrupt();
    run.escalation = new Escalation(startTimer, [
      { afterMs: waits.interruptStepMs, act: () => void run.process.end(waits.graceMs) },
    ]);
    return Promise.resolve({ acknowledged: false });
  }

  protected answer(): Promise<void> {
    return Promise.resolve();
  }

  protected override applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#mode = mode;
    return Promise.resolve({ unasked: unaskedIn(mode) });
  }

  protected override applyModel(model: string): Promise<void> {
    this.#config = { ...this.#config, model };
    return Promise.resolve();
  }

  protected async stop(): Promise<void> {
    this.#isUp = false;
    const run = this.#run;
    this.#run = undefined;
    this.#stall.stop();
    run?.escalation?.over();
    await run?.process.end(this.#settings.waits.graceMs);
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    return { binaryPath: this.#binaryPath, ...given('binaryVersion', this.#version), isProcessAlive: this.#isUp };
  }

  #spawn(mode: AdapterMode, turn: Turn): Run {
    this.#runCount += 1;
    const runId = `${this.id}-run-${this.#runCount}`;
    const decoder = new AgyDecoder(this.out, runId, {
      onConversation: (conversationId, model) => this.#named(conversationId, model),
      onStarted: () => this.out.emit('STREAM_START', { streamId: runId }),
      onResult: (end) => {
        if (run.end !== undefined) return;
        run.end = end;
        // It may still tidy up; its exit ends the turn.
        const { startTimer, waits } = this.#settings;
        run.escalation ??= new Escalation(startTimer, [
          { afterMs: waits.leaveMs, act: () => void run.process.end(waits.graceMs) },
        ]);
      },
    });
    const child = new LineProcess({
      command: this.#binary.command,
      arguments: [...this.#binary.prefixArguments, ...this.#flags(mode)],
      workspacePath: this.#config.workspacePath,
      environment: this.#settings.environment,
      extraEnvironment: { ...this.#config.environment },
      ...given('onStarted', this.#settings.onProcessStarted),
      onMessage: (message, line) => {
        this.#stall.sign();
        decoder.line(message, line);
      },
      onNoise: (kind, text) => {
        if (kind === 'stderr') for (const line of text.split('\n')) run.fatal = fatalOf(line) ?? run.fatal;
        this.#raw(kind, text);
      },
      onLineTooLong: (bytes) => {
        const message = `line_too_long: a line of ${bytes} bytes was skipped.`;
        this.out.error(errorInfo('PROTOCOL_VIOLATION', { message }));
      },
      onExit: (exit) => void this.#exited(run, exit),
    });
    const run: Run = {
      process: child,
      turn,
      isInterrupted: false,
      end: undefined,
      fatal: undefined,
      escalation: undefined,
    };
    return run;
  }

  /** Flags only. An empty prompt on the command line keeps it from waiting for a person; `0` is no time limit. */
  #flags(mode: AdapterMode): string[] {
    const { model, customArgs = [] } = this.#config;
    return [
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--print-timeout=0',
      ...(model === undefined ? [] : [`--model=${model}`]),
      ...(this.#conversationId === undefined ? [] : [`--conversation=${this.#conversationId}`]),
      ...(mode === 'act' ? ['--dangerously-skip-permissions'] : []),
      ...customArgs,
      '-p=',
    ];
  }

  #named(conversationId: string, model: string | undefined): void {
    this.#conversationId = conversationId;
    if (this.#announcedId === conversationId) return;
    this.#announcedId = conversationId;
    this.out.emit('SESSION_STARTED', { nativeSessionId: conversationId, ...given('model', model) });
  }

  async #exited(run: Run, exit: ProcessExit): Promise<void> {
    run.escalation?.over();
    // Its descendants go with it.
    await run.process.end(this.#settings.waits.graceMs);
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#stall.stop();
    if (run.isInterrupted) return this.endTurn({ outcome: 'interrupted', reason: 'interrupted' });
    const failure = run.end === undefined ? run.fatal : run.end.error;
    if (failure !== undefined) this.out.error(failure);
    if (run.end !== undefined) return this.endTurn(run.end);
    if (failure !== undefined) return this.endTurn({ outcome: 'failed', error: failure });
    this.#isUp = false;
    this.crashed(`agy ended without a result: ${exitText(exit)}`);
  }

  #stalled(silentMs: number): void {
    if (this.status !== 'EXECUTING') return;
    const seconds = Math.round(silentMs / 1_000);
    this.out.error(errorInfo('STALLED', { message: `No output for ${seconds} s.` }));
  }

  #raw(nativeType: string, text: string): void {
    this.out.emit('RAW', { nativeType, text: text.slice(0, 4_096) });
  }
}

const unaskedIn = (mode: AdapterMode): string[] =>
  mode === 'act'
    ? ['everything: the host lets the agent act without asking']
    : ['what the settings of Antigravity on the host’s computer allow; it never asks, and refuses the rest'];
