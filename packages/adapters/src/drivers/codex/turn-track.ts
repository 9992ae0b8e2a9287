import { type Deferred, deferred } from '../../deferred.ts';
import type { Turn } from '../../event-writer.ts';
import type { Fields } from '../../fields.ts';
import { TurnUsage } from './usage.ts';

/** One prompt on its way through Codex. */
export class TurnTrack {
  readonly turn: Turn;
  readonly usage = new TurnUsage();
  /** Classes of retries that were told. */
  readonly toldRetries = new Set<string>();
  /** What went wrong last, for an end that does not say it. */
  lastError: Fields | undefined;
  readonly #bound: Deferred<string | undefined> = deferred();
  #turnId: string | undefined;
  #isEnding = false;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get turnId(): string | undefined {
    return this.#turnId;
  }

  /** Codex’s own id of the turn, as soon as it is known; undefined where the turn ended before. */
  get bound(): Promise<string | undefined> {
    return this.#bound.promise;
  }

  /** True the first time only. */
  bind(turnId: string): boolean {
    if (this.#turnId !== undefined) return false;
    this.#turnId = turnId;
    this.#bound.resolve(turnId);
    return true;
  }

  /** True the first time only. */
  startEnding(): boolean {
    const isFirst = !this.#isEnding;
    this.#isEnding = true;
    return isFirst;
  }

  over(): void {
    this.#bound.resolve(undefined);
  }
}

/** Late events name old turns; of so many it is still known whose they are. */
const maxKnown = 64;

/** Codex's ids of turns → ours. */
export class TurnNames {
  readonly #turns = new Map<string, Turn>();

  add(turnId: string, turn: Turn): void {
    this.#turns.set(turnId, turn);
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= maxKnown) break;
      this.#turns.delete(oldest);
    }
  }

  find(turnId: string | undefined): Turn | undefined {
    return turnId === undefined ? undefined : this.#turns.get(turnId);
  }

  /** Codex's id of our turn, while it is known. */
  turnIdOf(promptId: string): string | undefined {
    return [...this.#turns].find(([, turn]) => turn.promptId === promptId)?.[0];
  }

  clear(): void {
    this.#turns.clear();
  }
}
