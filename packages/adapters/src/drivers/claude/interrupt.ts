import type { Timer } from '../../pipeline/timer.ts';
import type { ClaudeConnection } from './connection.ts';

export interface InterruptOptions {
  connection: ClaudeConnection;
  startTimer: Timer;
  /** Each step is given this long before the next. */
  stepMs: number;
  graceMs: number;
  /** Without the control protocol the signal is the first step. */
  canAskToStop: boolean;
  onStep(step: 'signal' | 'end'): void;
}

/**
 * Stops a turn: asked to stop → SIGINT → TERM → KILL, each only when the one before did not end the turn in time.
 * Asking keeps the process and the session; SIGINT ends the process, and its session can be resumed.
 */
export class Interrupt {
  readonly #options: InterruptOptions;
  #stopTimer: () => void = () => undefined;
  #isOver = false;
  #wasSignalled = false;

  constructor(options: InterruptOptions) {
    this.#options = options;
  }

  /** The process ends by itself, whatever became of the turn. */
  get wasSignalled(): boolean {
    return this.#wasSignalled;
  }

  /** Resolves to whether the agent acknowledged. */
  async dispatch(): Promise<boolean> {
    const { connection, canAskToStop, stepMs } = this.#options;
    if (!canAskToStop) {
      this.#signal();
      return false;
    }
    this.#next(() => this.#signal());
    const reply = await connection.request({ subtype: 'interrupt', cancel_queued: true }, stepMs);
    return reply.ok;
  }

  /** The turn has ended, or the process: no further step. */
  over(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  #signal(): void {
    if (this.#options.canAskToStop) this.#options.onStep('signal');
    this.#wasSignalled = this.#options.connection.interruptSignal();
    this.#next(() => {
      this.#options.onStep('end');
      void this.#options.connection.end(this.#options.graceMs);
    });
  }

  #next(run: () => void): void {
    if (this.#isOver) return;
    this.#stopTimer = this.#options.startTimer(this.#options.stepMs, () => {
      if (!this.#isOver) run();
    });
  }
}
