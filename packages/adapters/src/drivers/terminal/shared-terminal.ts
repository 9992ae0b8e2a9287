import type { AdapterTerminal, TerminalActivity, TerminalEvent, TerminalSize, TerminalSnapshot } from '../../port.ts';
import { type PtyProcess, type PtyProcessOptions, spawnPty } from '../../process/index.ts';
import { type ActivitySigns, activityOf, busyMs } from './activity.ts';
import { maxScrollback } from './mirror.ts';
import type { TerminalSettings } from './options.ts';
import { Screen } from './screen.ts';
import { isTerminalSize } from './terminal-size.ts';

/** Typed and not answered by any output: beyond this the program does not read. */
const maxUnreadKeys = 256 * 1024;
const lookMs = 250;

type Program = { screen: Screen; process: PtyProcess };
export type ProgramExit = { exitCode: number; signal?: number };
type Command = Pick<PtyProcessOptions, 'command' | 'arguments' | 'workspacePath' | 'extraEnvironment'>;

/** One terminal over as many starts of its program as it takes: its size, its screen, who watches it. */
export class SharedTerminal implements AdapterTerminal {
  readonly #settings: TerminalSettings;
  readonly #signs: ActivitySigns;
  readonly #watchers = new Set<(event: TerminalEvent) => void>();
  #size: TerminalSize;
  #program: Program | undefined;
  #screen: Screen | undefined;
  #activity: TerminalActivity = 'idle';
  #unreadKeys = 0;
  #text = '';
  #changedMs = 0;
  #outputMs = 0;
  #stopLooking: (() => void) | undefined;

  constructor(settings: TerminalSettings, signs: ActivitySigns) {
    this.#settings = settings;
    this.#signs = signs;
    this.#size = settings.size;
  }

  get size(): TerminalSize {
    return this.#size;
  }
  get activity(): TerminalActivity {
    return this.#activity;
  }
  get isRunning(): boolean {
    return this.#program !== undefined;
  }
  get marksPastes(): boolean {
    return this.#screen?.marksPastes ?? false;
  }
  /** Since the program last printed anything. */
  get quietMs(): number {
    return this.#settings.clock.monotonicMs() - this.#outputMs;
  }

  /** Rejects with AgentAdapterError. `onExit` comes after all output, and not where it was ended by `end`. */
  async start(command: Command, onExit: (exit: ProgramExit) => void): Promise<void> {
    const { environment, onProcessStarted, clock, loadPty } = this.#settings;
    this.#screen?.dispose();
    const screen = await Screen.open({
      size: this.#size,
      clock,
      onShown: (text) => this.#tell({ type: 'output', text }),
      onTitle: (title) => this.#tell({ type: 'title', title }),
      onAnswer: (text) => program?.process.write(text),
      onPressure: (isHigh) => (isHigh ? program?.process.pause() : program?.process.resume()),
    });
    this.#screen = screen;
    this.#unreadKeys = 0;
    this.#text = '';
    let program: Program | undefined;
    this.#tell({ type: 'started', size: this.#size });
    const process = await spawnPty({
      ...command,
      environment,
      size: this.#size,
      ...(onProcessStarted && { onStarted: onProcessStarted }),
      ...(loadPty && { load: loadPty }),
      onOutput: (bytes) => {
        this.#unreadKeys = 0;
        this.#outputMs = clock.monotonicMs();
        screen.push(bytes);
      },
      onExit: (exit) => {
        screen.end();
        if (this.#program !== undefined && this.#program === program) this.#exited(exit, onExit);
      },
    });
    program = { screen, process };
    this.#program = program;
    this.#outputMs = clock.monotonicMs();
    this.#changedMs = this.#outputMs;
    this.#look();
  }

  watch(listener: (event: TerminalEvent) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  type(keys: string): boolean {
    if (this.#program === undefined || this.#unreadKeys + keys.length > maxUnreadKeys) return false;
    this.#unreadKeys += keys.length;
    this.#program.process.write(keys);
    return true;
  }

  resize(size: TerminalSize): boolean {
    if (!isTerminalSize(size)) return false;
    if (size.columns === this.#size.columns && size.rows === this.#size.rows) return true;
    this.#size = { columns: size.columns, rows: size.rows };
    this.#screen?.resize(this.#size);
    this.#program?.process.resize(this.#size);
    this.#tell({ type: 'resized', size: this.#size });
    return true;
  }

  snapshot(scrollback: number): TerminalSnapshot {
    return this.#screen?.snapshot(Math.min(scrollback, maxScrollback)) ?? { size: this.#size, text: '', title: '' };
  }

  /** The screen as text, from the top. */
  rows(): string[] {
    return this.#screen?.rows() ?? [];
  }

  /** Ends the program and all it started; its last screen stays. */
  async end(): Promise<void> {
    const program = this.#program;
    this.#program = undefined;
    this.#stopLooking?.();
    if (program === undefined) return;
    await program.process.end();
    this.#tell({ type: 'ended' });
  }

  #exited(exit: ProgramExit, onExit: (exit: ProgramExit) => void): void {
    const program = this.#program;
    this.#program = undefined;
    this.#stopLooking?.();
    this.#setActivity('idle');
    // What it left running goes with it.
    void program?.process.end();
    this.#tell({ type: 'ended', ...exit });
    onExit(exit);
  }

  /** Only a change of what can be read counts: a blinking cursor or a new title is no work. */
  #look(): void {
    const nowMs = this.#settings.clock.monotonicMs();
    if (this.#screen !== undefined && nowMs - this.#outputMs <= busyMs + lookMs) {
      const rows = this.#screen.rows();
      const text = rows.join('\n');
      if (text !== this.#text) {
        this.#text = text;
        this.#changedMs = nowMs;
      }
    }
    this.#setActivity(activityOf(this.#text.split('\n'), nowMs - this.#changedMs, this.#signs));
    this.#stopLooking = this.#settings.startTimer(lookMs, () => this.#look());
  }

  #setActivity(activity: TerminalActivity): void {
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#tell({ type: 'activity', activity });
  }

  #tell(event: TerminalEvent): void {
    for (const watcher of this.#watchers) watcher(event);
  }
}
