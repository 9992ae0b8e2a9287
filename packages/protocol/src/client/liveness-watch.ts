import type { Clock, Timer } from '../host/contract.ts';
import { initialLiveness, type Liveness, type LivenessInput, livenessDeadlineMs, stepLiveness } from '../liveness.ts';

/** Runs the liveness machine: its clock, its timer, its pings (CLG-56 to 58). */
export class LivenessWatch {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #randomUnit: () => number;
  readonly #ping: (pingId: number) => void;
  readonly #changed: () => void;
  readonly #doubted: () => void;
  #state: Liveness = initialLiveness;
  #cancelTimer: (() => void) | undefined;

  constructor(options: {
    clock: Clock;
    timer: Timer;
    randomUnit: () => number;
    ping: (pingId: number) => void;
    changed: () => void;
    /** What was live is so no more: is the way still open? */
    doubted: () => void;
  }) {
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#randomUnit = options.randomUnit;
    this.#ping = options.ping;
    this.#changed = options.changed;
    this.#doubted = options.doubted;
  }

  get state(): Liveness {
    return this.#state;
  }

  /** Host's monotonic clock minus ours, by the newest measurement. */
  get offsetMs(): number {
    return this.#state.offsets.at(-1)?.offsetMs ?? 0;
  }

  take(input: LivenessInput): void {
    const before = this.#state;
    const now = { monotonicMs: this.#clock.monotonicMs(), wallMs: this.#clock.wallMs() };
    const { state, effects } = stepLiveness(before, input, now, this.#randomUnit());
    this.#state = state;
    for (const { pingId } of effects) this.#ping(pingId);
    this.#schedule();
    if (before.status !== state.status && state.status === 'not_live') this.#doubted();
    if (before.status !== state.status || before.check?.seq !== state.check?.seq) this.#changed();
  }

  stop(): void {
    this.#cancelTimer?.();
  }

  #schedule(): void {
    this.#cancelTimer?.();
    const deadlineMs = livenessDeadlineMs(this.#state);
    if (deadlineMs === undefined) return;
    const inMs = Math.max(1, deadlineMs - this.#clock.monotonicMs());
    this.#cancelTimer = this.#timer(inMs, () => this.take({ kind: 'tick' }));
  }
}
