type Signals = { on(name: NodeJS.Signals, listener: () => void): unknown };

/** Ctrl+C and its relatives: the first asks for a clean end, the second, after a moment, ends at once. */
export class StopSignal {
  readonly requested: Promise<void>;
  readonly #force: () => void;
  readonly #nowMs: () => number;
  #resolve: () => void = () => undefined;
  #requestedAtMs: number | undefined;

  constructor(signals: Signals, force: () => void, nowMs: () => number = () => performance.now()) {
    this.#force = force;
    this.#nowMs = nowMs;
    this.requested = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) signals.on(name, () => this.request());
  }

  get isRequested(): boolean {
    return this.#requestedAtMs !== undefined;
  }

  request(): void {
    const nowMs = this.#nowMs();
    if (this.#requestedAtMs === undefined) {
      this.#requestedAtMs = nowMs;
      this.#resolve();
      // The same key press reaches us twice where a launcher passes it on: that is not a second wish.
    } else if (nowMs - this.#requestedAtMs > doubledWithinMs) this.#force();
  }
}

export const doubledWithinMs = 300;
