import type { Timer } from '../../pipeline/timer.ts';

export interface InterruptOptions {
  startTimer: Timer;
  /** Each step is given this long before the next. */
  stepMs: number;
  /** Resolves to whether Codex acknowledged. */
  ask(): Promise<boolean>;
  end(): void;
  onEscalated(): void;
}

/**
 * Stops a turn: `turn/interrupt`, and where the turn does not end in time, the process (its thread can be resumed).
 * An interrupt signal between the two would end the process just as well, only slower.
 */
export class Interrupt {
  readonly #options: InterruptOptions;
  #stopTimer: () => void = () => undefined;
  #isOver = false;

  constructor(options: InterruptOptions) {
    this.#options = options;
  }

  async dispatch(): Promise<boolean> {
    const { startTimer, stepMs } = this.#options;
    this.#stopTimer = startTimer(stepMs, () => {
      if (this.#isOver) return;
      this.#options.onEscalated();
      this.#options.end();
    });
    return this.#options.ask();
  }

  /** The turn has ended, or the process: no further step. */
  over(): void {
    this.#isOver = true;
    this.#stopTimer();
  }
}
