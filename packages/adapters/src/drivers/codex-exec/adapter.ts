import { AdapterBase } from '../../adapter-base.ts';
import { tellLineTooLong, tellRaw, tellStalled } from '../../driver-notices.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import { Escalation } from '../../escalation.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, given, numberAt } from '../../fields.ts';
import { createJsonlReader } from '../../jsonl.ts';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  TokenUsage,
} from '../../port.ts';
import { type AgentProcess, findBinary, type ProcessExit, runOnce, spawnAgent } from '../../process/index.ts';
import { shownMessage } from '../../shown-message.ts';
import { StallWatch } from '../../stall-watch.ts';
import { exitText, notFound, startFailure } from '../../start-failure.ts';
import { codeOfMessage } from '../codex/failures.ts';
import { mustBeFolder } from '../codex/launch.ts';
import { type CodexOptions, type CodexSettings, settingsOf } from '../codex/options.ts';
import { codexStart, loginFix } from '../codex/start-words.ts';
import { TurnUsage } from '../codex/usage.ts';
import { inputOf } from '../codex/wire.ts';
import { ExecDecoder, refusalOf } from './exec-decoder.ts';
import { hasRollout } from './rollout.ts';
import { codexExecRow } from './row.ts';

type Run = {
  process: AgentProcess;
  decoder: ExecDecoder;
  turn: Turn;
  isInterrupted: boolean;
  end?: AdapterEventPayloads['STREAM_END'];
  escalation: Escalation | undefined;
};

/** Runs Codex unattended: one process for each prompt. What would need an answer is refused, and shown. */
export class CodexExecAdapter extends AdapterBase {
  readonly #settings: CodexSettings;
  readonly #stall: StallWatch;
  #config: AdapterConfig = { workspacePath: '/' };
  #mode: AdapterMode = 'ask';
  #binary = { command: 'codex', prefixArguments: [] as readonly string[] };
  #binaryPath = 'codex';
  #version: string | undefined;
  #threadId: string | undefined;
  #run: Run | undefined;
  #runCount = 0;
  #isUp = false;
  /** Totals of the thread at the last end of a turn; unknown after a resume. */
  #totals: Fields | undefined;

  constructor(id: string, options: CodexOptions = {}) {
    const settings = settingsOf(options);
    super({ id, row: codexExecRow, clock: settings.clock });
    this.#settings = settings;
    this.#stall = new StallWatch({
      stallMs: settings.waits.stallMs,
      monotonicMs: () => settings.clock.monotonicMs(),
      startTimer: settings.startTimer,
      onStall: (silentMs) => this.#stalled(silentMs),
    });
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    const binary = findBinary(config.binaryPath ?? 'codex', this.#settings.environment);
    if (!binary.ok) throw notFound(codexStart, binary);
    await mustBeFolder(config.workspacePath);
    const { environment, waits } = this.#settings;
    const { command, prefixArguments } = binary;
    const asked = await runOnce(command, [...prefixArguments, '--version'], {
      workspacePath: config.workspacePath,
      environment,
      timeoutMs: waits.answerMs,
    });
    if (asked.code !== 0) {
      throw startFailure(codexStart, {
        kind: 'exited',
        code: asked.code ?? null,
        signal: null,
        stderrTail: asked.stderr,
      });
    }
    const resume = config.resume?.nativeSessionId;
    if (resume !== undefined && !(await hasRollout(resume, { ...environment, ...config.environment }))) {
      throw new AgentAdapterError('PROTOCOL_VIOLATION', 'Codex has not kept that session.', {
        detail: { resumeRefused: true },
      });
    }
    this.#config = config;
    this.#binary = { command, prefixArguments };
    this.#binaryPath = binary.path;
    this.#version = /\d+\.\d+\.\d+\S*/.exec(asked.stdout)?.[0];
    this.#mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
    this.#threadId = resume;
    this.#totals = undefined;
    this.#isUp = true;
    return {
      binaryPath: this.#binaryPath,
      session: this.#threadId === undefined ? 'new' : 'resumed',
      unasked: unaskedIn(this.#mode),
      credentialScope: codexExecRow.credentialScope,
      ...given('binaryVersion', this.#version),
      ...given('nativeSessionId', this.#threadId),
      ...given('model', config.model),
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const run = this.#spawn(prompt.mode ?? this.#mode, turn);
    this.#run = run;
    this.#stall.start();
    const texts = inputOf(prompt).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
    const written = await run.process.write(texts.join('\n\n'));
    run.process.closeInput();
    // An input that is closed already belongs to a process that has ended; its exit ends the turn.
    if (!written.ok) this.out.emit('RAW', { nativeType: 'unsent', text: written.message });
  }

  protected cancelTurn(): Promise<{ acknowledged: boolean }> {
    const run = this.#run;
    if (run === undefined) return Promise.resolve({ acknowledged: false });
    const { waits } = this.#settings;
    run.isInterrupted = true;
    run.process.interrupt();
    run.escalation?.over();
    run.escalation = this.#endAfter(run, waits.interruptStepMs);
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
    await run?.process.end({ graceMs: this.#settings.waits.graceMs });
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    return { binaryPath: this.#binaryPath, ...given('binaryVersion', this.#version), isProcessAlive: this.#isUp };
  }

  #spawn(mode: AdapterMode, turn: Turn): Run {
    this.#runCount += 1;
    const { model, environment: extra, workspacePath, customArgs = [] } = this.#config;
    const sandbox = mode === 'act' ? 'workspace-write' : 'read-only';
    const flags = [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-s',
      sandbox,
      // One word: a name that looks like a flag is a name.
      ...(model === undefined ? [] : [`--model=${model}`]),
    ];
    const resume = this.#threadId === undefined ? [] : ['resume', this.#threadId];
    const decoder = new ExecDecoder(this.out, workspacePath, `${this.id}-run-${this.#runCount}`, {
      onThread: (threadId) => this.#threadNamed(threadId),
      onTurnStarted: () => this.out.emit('STREAM_START', { streamId: `${this.id}-run-${this.#runCount}` }),
      onCompleted: (usage) => this.#finished(run, { outcome: 'completed', ...given('usage', this.#usageOf(usage)) }),
      onFailed: (message) => this.#finished(run, { outcome: 'failed', error: failureOf(message) }),
    });
    const reader = createJsonlReader({
      onObject: (line, text) => {
        this.#stall.sign();
        decoder.line(line, text);
      },
      onNoise: (text) => tellRaw(this.out, 'stdout', text),
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
    });
    const process = spawnAgent({
      command: this.#binary.command,
      arguments: [...this.#binary.prefixArguments, ...customArgs, ...flags, ...resume, '-'],
      workspacePath,
      environment: this.#settings.environment,
      extraEnvironment: { ...extra },
      ...given('onStarted', this.#settings.onProcessStarted),
      onStdout: (chunk) => reader.push(chunk),
      onStderr: (chunk) => this.#diagnostics(chunk.toString('utf8')),
    });
    const run: Run = { process, decoder, turn, isInterrupted: false, escalation: undefined };
    void process.exited.then((exit) => {
      reader.end();
      return this.#exited(run, exit);
    });
    return run;
  }

  /** It may still tidy up; its exit ends the turn. */
  #finished(run: Run, end: AdapterEventPayloads['STREAM_END']): void {
    if (run.end !== undefined) return;
    run.end = end;
    run.escalation ??= this.#endAfter(run, this.#settings.waits.leaveMs);
  }

  #endAfter(run: Run, afterMs: number): Escalation {
    const { startTimer, waits } = this.#settings;
    return new Escalation(startTimer, [{ afterMs, act: () => void run.process.end({ graceMs: waits.graceMs }) }]);
  }

  #stalled(silentMs: number): void {
    if (this.status !== 'EXECUTING' || this.#run?.decoder.hasRunningTool === true) return;
    tellStalled(this.out, silentMs);
  }

  #threadNamed(threadId: string): void {
    if (threadId === '') return;
    if (threadId !== this.#threadId) this.#totals = {};
    this.#threadId = threadId;
    this.out.emit('SESSION_STARTED', { nativeSessionId: threadId, ...given('model', this.#config.model) });
  }

  /** Nothing on its output tells of a refusal; its diagnostics do. */
  #diagnostics(text: string): void {
    for (const line of text.split('\n')) {
      const refusal = refusalOf(line);
      if (refusal !== undefined) this.out.emit('STATUS', { code: 'refused_unattended', text: refusal });
    }
    tellRaw(this.out, 'stderr', text);
  }

  async #exited(run: Run, exit: ProcessExit): Promise<void> {
    run.escalation?.over();
    // Its descendants go with it.
    await run.process.end({ graceMs: this.#settings.waits.graceMs });
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#stall.stop();
    if (run.isInterrupted) return this.endTurn({ outcome: 'interrupted', reason: 'interrupted' });
    if (run.end?.error !== undefined) this.out.error(run.end.error);
    if (run.end !== undefined) return this.endTurn(run.end);
    this.#isUp = false;
    this.crashed(`Codex ended without ending its turn: ${exitText(exit)}`);
  }

  /** Codex counts over the whole thread; what was before a resume is not known, and then nothing is said. */
  #usageOf(total: Fields): TokenUsage | undefined {
    const before = this.#totals;
    this.#totals = total;
    if (before === undefined) return undefined;
    const last: Record<string, number> = {};
    for (const [name, theirs] of Object.entries(names)) {
      const value = numberAt(total, theirs);
      if (value !== undefined) last[name] = value - (numberAt(before, theirs) ?? 0);
    }
    return new TurnUsage().read({ total: last, last });
  }
}

const names = {
  inputTokens: 'input_tokens',
  cachedInputTokens: 'cached_input_tokens',
  cacheWriteInputTokens: 'cache_write_input_tokens',
  outputTokens: 'output_tokens',
  reasoningOutputTokens: 'reasoning_output_tokens',
};

const unaskedIn = (mode: AdapterMode): string[] =>
  mode === 'act'
    ? ['commands and edits inside Codex’s sandbox around the workspace; it never asks']
    : ['commands inside Codex’s read-only sandbox; it never asks'];

function failureOf(message: string): AdapterErrorInfo {
  const code = codeOfMessage(message) ?? 'PROTOCOL_VIOLATION';
  return errorInfo(code, {
    ...given('message', message === '' ? undefined : shownMessage(message)),
    ...given('fix', code === 'AUTH_CREDENTIAL_INVALID' ? loginFix : undefined),
  });
}
