import type { Timer } from './pipeline/timer.ts';

/** One thing more that is tried where a turn did not stop. */
export interface EscalationStep {
  /** After the step before it. */
  afterMs: number;
  act(): void;
}

/** What follows an interrupt that the agent does not obey, step by step, until the turn is over. */
export class Escalation {
  readonly #startTimer: Timer;
  #stopTimer: () => void = () => undefined;
  #isOver = false;

  constructor(startTimer: Timer, steps: readonly EscalationStep[]) {
    this.#startTimer = startTimer;
    this.#arm(steps);
  }

  /** The turn has ended, or the process: no further step. */
  over(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  #arm([step, ...later]: readonly EscalationStep[]): void {
    if (step === undefined) return;
    this.#stopTimer = this.#startTimer(step.afterMs, () => {
      if (this.#isOver) return;
      step.act();
      if (!this.#isOver) this.#arm(later);
    });
  }
}
