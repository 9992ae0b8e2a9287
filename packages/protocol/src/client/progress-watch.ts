import type { Clock, Timer } from '../host/contract.ts';
import { progressMs } from '../limits.ts';

/** Something was asked and nothing comes: the relay may hold it back, and a resume finds out (CLG-42). */
export class ProgressWatch {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #isWaiting: () => boolean;
  readonly #onStuck: () => void;
  #lastMs = 0;
  #cancel: (() => void) | undefined;

  constructor(options: { clock: Clock; timer: Timer; isWaiting: () => boolean; onStuck: () => void }) {
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#isWaiting = options.isWaiting;
    this.#onStuck = options.onStuck;
  }

  asked(): void {
    if (this.#cancel !== undefined) return;
    this.progressed();
    this.#schedule(progressMs);
  }

  progressed(): void {
    this.#lastMs = this.#clock.monotonicMs();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(inMs: number): void {
    this.#cancel = this.#timer(inMs, () => {
      this.#cancel = undefined;
      if (!this.#isWaiting()) return;
      const silentMs = this.#clock.monotonicMs() - this.#lastMs;
      if (silentMs >= progressMs) this.#onStuck();
      else this.#schedule(progressMs - silentMs);
    });
  }
}
