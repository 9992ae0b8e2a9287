import { tellLineTooLong, tellRaw, tellStalled } from '../../driver-notices.ts';
import { AgentAdapterError, errorInfo } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, given, numberAt } from '../../fields.ts';
import { LineProcess } from '../../line-process.ts';
import { PerPromptAdapter, type PromptRun } from '../../per-prompt-adapter.ts';
import type {
  AdapterConfig,
  AdapterErrorInfo,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  TokenUsage,
} from '../../port.ts';
import { findBinary, runOnce } from '../../process/index.ts';
import { shownMessage } from '../../shown-message.ts';
import { notFound, startFailure } from '../../start-failure.ts';
import { codeOfMessage } from '../codex/failures.ts';
import { mustBeFolder } from '../codex/launch.ts';
import { type CodexOptions, type CodexWaits, settingsOf } from '../codex/options.ts';
import { codexStart, loginFix } from '../codex/start-words.ts';
import { TurnUsage } from '../codex/usage.ts';
import { inputOf } from '../codex/wire.ts';
import { ExecDecoder, refusalOf } from './exec-decoder.ts';
import { hasRollout } from './rollout.ts';
import { codexExecRow } from './row.ts';

/** Runs Codex unattended: one process for each prompt. What would need an answer is refused, and shown. */
export class CodexExecAdapter extends PerPromptAdapter<CodexWaits> {
  #threadId: string | undefined;
  #decoder: ExecDecoder | undefined;
  #runCount = 0;
  /** Totals of the thread at the last end of a turn; unknown after a resume. */
  #totals: Fields | undefined;

  constructor(id: string, options: CodexOptions = {}) {
    super(id, codexExecRow, settingsOf(options));
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    const binary = findBinary(config.binaryPath ?? 'codex', this.settings.environment);
    if (!binary.ok) throw notFound(codexStart, binary);
    await mustBeFolder(config.workspacePath);
    const { environment, waits } = this.settings;
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
    this.config = config;
    this.binary = { command, prefixArguments, path: binary.path };
    this.version = /\d+\.\d+\.\d+\S*/.exec(asked.stdout)?.[0];
    this.mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
    this.#threadId = resume;
    this.#totals = undefined;
    this.isUp = true;
    return {
      binaryPath: this.binary.path,
      session: this.#threadId === undefined ? 'new' : 'resumed',
      unasked: unaskedIn(this.mode),
      credentialScope: codexExecRow.credentialScope,
      ...given('binaryVersion', this.version),
      ...given('nativeSessionId', this.#threadId),
      ...given('model', config.model),
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const run = this.#spawn(prompt.mode ?? this.mode, turn);
    this.run = run;
    this.stall.start();
    const texts = inputOf(prompt).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
    const isWritten = await run.process.write(texts.join('\n\n'));
    run.process.closeInput();
    // An input that is closed already belongs to a process that has ended; its exit ends the turn.
    if (!isWritten) tellRaw(this.out, 'unsent', 'The prompt was not taken.');
  }

  #spawn(mode: AdapterMode, turn: Turn): PromptRun {
    this.#runCount += 1;
    const { model, environment: extra, workspacePath, customArgs = [] } = this.config;
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
      onCompleted: (usage) => this.finished(run, { outcome: 'completed', ...given('usage', this.#usageOf(usage)) }),
      onFailed: (message) => this.finished(run, { outcome: 'failed', error: failureOf(message) }),
    });
    this.#decoder = decoder;
    const child = new LineProcess({
      command: this.binary.command,
      arguments: [...this.binary.prefixArguments, ...customArgs, ...flags, ...resume, '-'],
      workspacePath,
      environment: this.settings.environment,
      extraEnvironment: { ...extra },
      ...given('onStarted', this.settings.onProcessStarted),
      onMessage: (message, line) => {
        this.stall.sign();
        decoder.line(message, line);
      },
      onNoise: (kind, text) => (kind === 'stderr' ? this.#diagnostics(text) : tellRaw(this.out, kind, text)),
      onLineTooLong: (bytes) => tellLineTooLong(this.out, bytes),
      onExit: (exit) => void this.exited(run, exit),
    });
    const run: PromptRun = { process: child, turn, isInterrupted: false };
    return run;
  }

  protected stalled(silentMs: number): void {
    if (this.status !== 'EXECUTING' || this.#decoder?.hasRunningTool === true) return;
    tellStalled(this.out, silentMs);
  }

  protected unaskedIn(mode: AdapterMode): string[] {
    return unaskedIn(mode);
  }

  #threadNamed(threadId: string): void {
    if (threadId === '') return;
    if (threadId !== this.#threadId) this.#totals = {};
    this.#threadId = threadId;
    this.out.emit('SESSION_STARTED', { nativeSessionId: threadId, ...given('model', this.config.model) });
  }

  /** Nothing on its output tells of a refusal; its diagnostics do. */
  #diagnostics(text: string): void {
    for (const line of text.split('\n')) {
      const refusal = refusalOf(line);
      if (refusal !== undefined) this.out.emit('STATUS', { code: 'refused_unattended', text: refusal });
    }
    tellRaw(this.out, 'stderr', text);
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
