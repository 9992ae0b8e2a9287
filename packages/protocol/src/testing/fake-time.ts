import type { Clock, Timer } from '../host/contract.ts';

/** Clock, timers and end-of-turn work that move only when a test says so. */
export class FakeTime {
  #nowMs = 0;
  #wallOffsetMs = 1_700_000_000_000;
  #nextId = 1;
  readonly #due = new Map<number, { atMs: number; work: () => void }>();
  readonly #deferred: Array<() => void> = [];

  readonly clock: Clock = {
    monotonicMs: () => this.#nowMs,
    wallMs: () => this.#nowMs + this.#wallOffsetMs,
  };

  readonly timer: Timer = (ms, work) => {
    const id = this.#nextId++;
    this.#due.set(id, { atMs: this.#nowMs + Math.max(0, ms), work });
    return () => {
      this.#due.delete(id);
    };
  };

  /** Runs `work` at the end of the present turn. */
  readonly defer = (work: () => void): void => {
    this.#deferred.push(work);
  };

  /** Behind what was deferred so far, as the end of a turn is behind its promises. */
  readonly endOfTurn = (work: () => void): void => this.defer(() => this.defer(work));

  /** A process that is gone runs nothing more of its turn. */
  forgetDeferred(): void {
    this.#deferred.length = 0;
  }

  moveWallClock(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** Runs what was deferred, and what that made, until nothing is left and no promise of ours is open. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      let work = this.#deferred.shift();
      while (work !== undefined) {
        quiet = 0;
        work();
        work = this.#deferred.shift();
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** Lets `ms` pass; timers fire in order, each with its consequences before the next. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await this.settle();
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      const [id, { atMs, work }] = next;
      this.#due.delete(id);
      this.#nowMs = Math.max(this.#nowMs, atMs);
      work();
      await this.settle();
    }
    this.#nowMs = untilMs;
  }

  /** The clock jumps over `ms` without firing anything: a machine that slept. */
  jump(ms: number): void {
    this.#nowMs += ms;
  }

  #next(untilMs: number): [number, { atMs: number; work: () => void }] | undefined {
    let best: [number, { atMs: number; work: () => void }] | undefined;
    for (const entry of this.#due) {
      if (entry[1].atMs <= untilMs && (best === undefined || entry[1].atMs < best[1].atMs)) best = entry;
    }
    return best;
  }
}
