import type { Timer } from './pipeline/timer.ts';

export interface StallWatchOptions {
  stallMs: number;
  monotonicMs(): number;
  startTimer: Timer;
  onStall(silentMs: number): void;
}

/** Tells once when a running turn has been silent for a while; a new sign of life arms it again. */
export class StallWatch {
  readonly #options: StallWatchOptions;
  #lastSignMs = 0;
  #wasTold = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: StallWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.sign();
    this.#arm(this.#options.stallMs);
  }

  sign(): void {
    this.#lastSignMs = this.#options.monotonicMs();
    this.#wasTold = false;
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  // One timer that looks back, not one per line: a turn has thousands of lines.
  #arm(delayMs: number): void {
    this.#stopTimer = this.#options.startTimer(delayMs, () => {
      const silentMs = this.#options.monotonicMs() - this.#lastSignMs;
      const isStalled = silentMs >= this.#options.stallMs;
      if (isStalled && !this.#wasTold) {
        this.#wasTold = true;
        this.#options.onStall(silentMs);
      }
      this.#arm(isStalled ? this.#options.stallMs : this.#options.stallMs - silentMs);
    });
  }
}
