import { tellLineTooLong, tellRaw, tellStalled } from '../../driver-notices.ts';
import { driverSettings } from '../../driver-options.ts';
import { AgentAdapterError } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { given } from '../../fields.ts';
import { joinedPrompt } from '../../joined-prompt.ts';
import { LineProcess } from '../../line-process.ts';
import { PerPromptAdapter, type PromptRun } from '../../per-prompt-adapter.ts';
import type { AdapterConfig, AdapterInitResult, AdapterMode, PromptPayload } from '../../port.ts';
import { askProgram } from './ask-program.ts';
import { AgyDecoder } from './decoder.ts';
import { fatalOf } from './failures.ts';
import { type AgyOptions, type AgyWaits, agyWaits } from './options.ts';
import { agyRow } from './row.ts';

/** Runs `agy` without a terminal: one process for each prompt, in one conversation. What would need a yes is refused. */
export class AgyAdapter extends PerPromptAdapter<AgyWaits> {
  #conversationId: string | undefined;
  #announcedId: string | undefined;
  #runCount = 0;

  constructor(id: string, options: AgyOptions = {}) {
    super(id, agyRow, driverSettings(options, agyWaits));
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    const { environment, waits } = this.settings;
    const name = config.binaryPath ?? 'agy';
    const asked = await askProgram(name, config.workspacePath, environment, waits.questionMs);
    if (!asked.ok) throw asked.error;
    const resume = config.resume?.nativeSessionId;
    if (resume !== undefined && !/^[\w-]{8,128}$/.test(resume)) {
      throw new AgentAdapterError('UNSUPPORTED', 'That is not a conversation of agy.', {
        detail: { resumeRefused: true },
      });
    }
    this.config = config;
    this.binary = asked.binary;
    this.version = asked.version;
    this.mode = config.mode ?? (config.autoApproveTools === true ? 'act' : 'ask');
    this.#conversationId = resume;
    this.#announcedId = undefined;
    this.isUp = true;
    return {
      binaryPath: this.binary.path,
      session: resume === undefined ? 'new' : 'resumed',
      unasked: unaskedIn(this.mode),
      credentialScope: agyRow.credentialScope,
      ...given('binaryVersion', this.version),
      ...given('nativeSessionId', resume),
      ...given('model', config.model),
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const run = this.#spawn(prompt.mode ?? this.mode, turn);
    this.run = run;
    this.stall.start();
    const text = joinedPrompt(prompt);
    // Whether it reads commands without a terminal is not known: a space before one makes it text for sure (B22).
    const content = prompt.mayCommand !== true && /^[/!@]/.test(text) ? ` ${text}` : text;
    const isWritten = await run.process.send({ event: 'user', message: { content } });
    // Its input ends here: it leaves after its answer.
    run.process.closeInput();
    // An input that is closed already belongs to a process that has ended; its exit ends the turn.
    if (!isWritten) tellRaw(this.out, 'unsent', 'The prompt was not taken.');
  }

  #spawn(mode: AdapterMode, turn: Turn): PromptRun {
    this.#runCount += 1;
    const runId = `${this.id}-run-${this.#runCount}`;
    const decoder = new AgyDecoder(this.out, runId, {
      onConversation: (conversationId, model) => this.#named(conversationId, model),
      onStarted: () => this.out.emit('STREAM_START', { streamId: runId }),
      onResult: (end) => this.finished(run, end),
    });
    const child = new LineProcess({
      command: this.binary.command,
      arguments: [...this.binary.prefixArguments, ...this.#flags(mode)],
      workspacePath: this.config.workspacePath,
      environment: this.settings.environment,
      extraEnvironment: { ...this.config.environment },
      ...given('onStarted', this.settings.onProcessStarted),
      onMessage: (message, line) => {
        this.stall.sign();
        decoder.line(message, line);
      },
      onNoise: (kind, text) => {
        if (kind === 'stderr') {
          const fatal = text
            .split('\n')
            .flatMap((line) => fatalOf(line) ?? [])
            .at(-1);
          if (fatal !== undefined) run.fatal = fatal;
        }
        tellRaw(this.out, kind, text);
      },
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
      onExit: (exit) => void this.exited(run, exit),
    });
    const run: PromptRun = { process: child, turn, isInterrupted: false };
    return run;
  }

  /** Flags only. An empty prompt on the command line keeps it from waiting for a person; `0` is no time limit. */
  #flags(mode: AdapterMode): string[] {
    const { model, customArgs = [] } = this.config;
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

  protected stalled(silentMs: number): void {
    if (this.status === 'EXECUTING') tellStalled(this.out, silentMs);
  }

  protected unaskedIn(mode: AdapterMode): string[] {
    return unaskedIn(mode);
  }
}

const unaskedIn = (mode: AdapterMode): string[] =>
  mode === 'act'
    ? ['everything: the host lets the agent act without asking']
    : ['what the settings of Antigravity on the host’s computer allow; it never asks, and refuses the rest'];
