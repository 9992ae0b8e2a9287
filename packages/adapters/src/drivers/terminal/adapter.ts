import { AdapterBase } from '../../adapter-base.ts';
import { AgentAdapterError } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import type { AdapterConfig, AdapterInitResult, AdapterTerminal, PromptPayload } from '../../port.ts';
import { findProgram } from './find-program.ts';
import { settingsOf, type TerminalOptions, type TerminalSettings } from './options.ts';
import { pasteOf, settleMs } from './paste.ts';
import type { TerminalProfile } from './profile.ts';
import { type ProgramExit, SharedTerminal } from './shared-terminal.ts';

/** How long a prompt waits for a busy screen, and Enter for a screen that never stands still. */
const calmWaitMs = 5_000;
const enterWaitMs = 2_000;
/** After each key of an interrupt; after the last one the turn ends whatever the screen does. */
const interruptStepMs = 3_000;
const lookMs = 50;

/** A program in a terminal that everybody watches. A turn is a text that was typed into it, until its screen is calm. */
export class TerminalAdapter extends AdapterBase {
  readonly #profile: TerminalProfile;
  readonly #settings: TerminalSettings;
  readonly #shared: SharedTerminal;
  #binaryPath = '';
  #cancelWait: (() => void) | undefined;

  constructor(id: string, profile: TerminalProfile, options: TerminalOptions = {}) {
    const settings = settingsOf(options);
    super({ id, row: profile.row, clock: settings.clock });
    this.#profile = profile;
    this.#settings = settings;
    this.#shared = new SharedTerminal(settings, profile.signs);
    this.#shared.watch((event) => {
      if (event.type !== 'activity' || event.activity !== 'needs_input' || this.out.turn === undefined) return;
      this.out.emit('STATUS', {
        code: 'terminal_needs_input',
        text: 'The program seems to wait for an answer. Look at its terminal.',
      });
    });
  }

  get terminal(): AdapterTerminal {
    return this.#shared;
  }

  protected async start(config: AdapterConfig): Promise<AdapterInitResult> {
    const { environment } = this.#settings;
    const found = findProgram(this.#profile, environment, config.binaryPath);
    this.#binaryPath = found.path;
    await this.#shared.start(
      {
        command: found.command,
        arguments: [...found.prefixArguments, ...this.#profile.arguments, ...(config.customArgs ?? [])],
        workspacePath: config.workspacePath,
        ...(config.environment && { extraEnvironment: config.environment }),
      },
      (exit) => this.#exited(exit),
    );
    if (this.status !== 'INITIALIZING') {
      // It was told to end while it started.
      await this.#shared.end();
      throw new AgentAdapterError('ILLEGAL_STATE', 'The terminal was closed while it started.');
    }
    return {
      binaryPath: this.#binaryPath,
      session: 'new',
      credentialScope: this.#profile.row.credentialScope,
      unasked: [this.#profile.unasked],
    };
  }

  protected async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    await this.#until(() => this.#shared.activity !== 'busy' || !this.#shared.isRunning, calmWaitMs);
    if (this.out.turn !== turn) return;
    const { activity } = this.#shared;
    if (activity === 'busy')
      throw notNow('The program is still working. Interrupt it first, or type into its terminal.');
    if (activity === 'needs_input')
      throw notNow('The program seems to wait for an answer. Give it in its terminal, then send the prompt again.');
    const paste = pasteOf(prompt.text, this.#shared.marksPastes);
    if (!paste.ok) throw new AgentAdapterError('UNSUPPORTED', paste.why, { detail: { beforeFirstByte: true } });
    for (const part of partsOf(paste.keys)) {
      // It reads a little at a time; what it does not read for long it will not read at all.
      let isTyped = false;
      await this.#until(() => {
        isTyped ||= this.#shared.type(part);
        return isTyped;
      }, calmWaitMs);
      if (this.out.turn !== turn) return;
      if (!isTyped) throw new AgentAdapterError('STALLED', 'The program does not read what is typed.');
    }
    const settle = settleMs(prompt.text);
    await this.#until(() => this.#shared.quietMs >= settle, enterWaitMs, settle);
    if (this.out.turn !== turn) return;
    this.#shared.type('\r');
    this.out.emit('STREAM_START', { streamId: `${this.id}-${turn.promptId}` }, { turn });
    void this.#watchTurn(turn);
  }

  protected async cancelTurn(turn: Turn): Promise<{ acknowledged: boolean }> {
    void this.#interruptTurn(turn);
    return { acknowledged: false };
  }

  protected answer(): Promise<void> {
    return Promise.resolve();
  }

  protected stop(): Promise<void> {
    this.#cancelWait?.();
    return this.#shared.end();
  }

  protected inspect(): { binaryPath: string; isProcessAlive: boolean } {
    return { binaryPath: this.#binaryPath, isProcessAlive: this.#shared.isRunning };
  }

  async #watchTurn(turn: Turn): Promise<void> {
    // A moment for the screen to show that something began.
    await this.#until(() => this.#shared.activity !== 'idle', settleMs(''), settleMs(''));
    await this.#until(() => this.out.turn !== turn || this.#shared.activity === 'idle');
    if (this.out.turn !== turn || this.status === 'INTERRUPTING') return;
    this.endTurn({ outcome: 'completed', reason: 'screen_is_calm' });
  }

  async #interruptTurn(turn: Turn): Promise<void> {
    for (const key of this.#profile.interruptKeys) {
      if (this.out.turn !== turn) return;
      this.#shared.type(key);
      await this.#until(() => this.out.turn !== turn || this.#shared.activity === 'idle', interruptStepMs, lookMs);
      if (this.#shared.activity === 'idle') break;
    }
    if (this.out.turn !== turn) return;
    const isCalm = this.#shared.activity === 'idle';
    this.endTurn({ outcome: 'interrupted', reason: isCalm ? 'interrupted' : 'screen_is_not_calm' });
  }

  #exited({ exitCode, signal }: ProgramExit): void {
    const how = signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`;
    const name = this.#profile.row.name;
    this.crashed(
      `${name}: the program has ended (${how}). Its last screen is kept.`,
      this.status === 'INTERRUPTING' ? 'interrupted' : 'failed',
    );
  }

  /** Resolves when it is so, after `limitMs`, or when the terminal is closed; not before `leastMs`. */
  async #until(isSo: () => boolean, limitMs = Number.POSITIVE_INFINITY, leastMs = 0): Promise<void> {
    const { clock, startTimer } = this.#settings;
    const startMs = clock.monotonicMs();
    for (;;) {
      const passedMs = clock.monotonicMs() - startMs;
      if (passedMs >= limitMs || (passedMs >= leastMs && isSo())) return;
      if (this.status === 'TERMINATING' || this.status === 'TERMINATED' || this.status === 'FAILED') return;
      await new Promise<void>((resolve) => {
        const disarm = startTimer(lookMs, resolve);
        this.#cancelWait = () => {
          disarm();
          resolve();
        };
      });
    }
  }
}

const notNow = (message: string): AgentAdapterError =>
  new AgentAdapterError('ILLEGAL_STATE', message, { detail: { beforeFirstByte: true } });

/** Keys in pieces that a terminal can hold, never between the halves of a character. */
function* partsOf(keys: string): Generator<string> {
  const maxUnits = 16 * 1024;
  for (let at = 0; at < keys.length; ) {
    let end = Math.min(keys.length, at + maxUnits);
    const last = keys.charCodeAt(end - 1);
    if (end < keys.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield keys.slice(at, end);
    at = end;
  }
}
