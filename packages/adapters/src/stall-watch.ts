import type { Timer } from './pipeline/timer.ts';

/** What it needs of a driver's settings. */
interface StallSettings {
  readonly waits: { readonly stallMs: number };
  readonly clock: { monotonicMs(): number };
  readonly startTimer: Timer;
}

/** Tells once when a running turn has been silent for a while; a new sign of life arms it again. */
export class StallWatch {
  readonly #settings: StallSettings;
  readonly #onStall: (silentMs: number) => void;
  #lastSignMs = 0;
  #wasTold = false;
  #stopTimer: (() => void) | undefined;

  constructor(settings: StallSettings, onStall: (silentMs: number) => void) {
    this.#settings = settings;
    this.#onStall = onStall;
  }

  start(): void {
    this.stop();
    this.sign();
    this.#arm(this.#settings.waits.stallMs);
  }

  sign(): void {
    this.#lastSignMs = this.#settings.clock.monotonicMs();
    this.#wasTold = false;
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  // One timer that looks back, not one per line: a turn has thousands of lines.
  #arm(delayMs: number): void {
    this.#stopTimer = this.#settings.startTimer(delayMs, () => {
      const { stallMs } = this.#settings.waits;
      const silentMs = this.#settings.clock.monotonicMs() - this.#lastSignMs;
      const isStalled = silentMs >= stallMs;
      if (isStalled && !this.#wasTold) {
        this.#wasTold = true;
        this.#onStall(silentMs);
      }
      this.#arm(isStalled ? stallMs : stallMs - silentMs);
    });
  }
}
