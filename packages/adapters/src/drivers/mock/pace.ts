import type { Timer } from '../../pipeline/timer.ts';

/** Thrown into a script when its turn is over. */
export class Stopped extends Error {
  constructor() {
    super('The turn was stopped.');
    this.name = 'Stopped';
  }
}

/** The time of one scripted turn. With `speed: Infinity` nothing waits, and the order stays the same. */
export class Pace {
  readonly #timer: Timer;
  readonly #speed: number;
  #isStopped = false;
  /** Several may wait at once: requests that are open at the same time. */
  readonly #waking = new Set<() => void>();

  constructor(timer: Timer, speed: number) {
    this.#timer = timer;
    this.#speed = speed;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
    for (const wake of this.#waking) wake();
  }

  check(): void {
    if (this.#isStopped) throw new Stopped();
  }

  /** `atLeastMs` holds at any speed, for scripts that wait for somebody. */
  async pause(ms: number, atLeastMs = 0): Promise<void> {
    this.check();
    const waitMs = Math.max(ms / this.#speed, atLeastMs);
    // One turn of the microtask queue at least, so that a stop gets in between.
    if (waitMs <= 0) await Promise.resolve();
    else {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          disarm();
          this.#waking.delete(wake);
          resolve();
        };
        const disarm = this.#timer(waitMs, wake);
        this.#waking.add(wake);
      });
    }
    this.check();
  }
}
