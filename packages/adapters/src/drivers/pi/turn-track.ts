import type { Turn } from '../../event-writer.ts';
import { type Fields, textAt } from '../../fields.ts';
import { TurnUsage } from './usage.ts';

/** One prompt on its way through pi. */
export class TurnTrack {
  readonly turn: Turn;
  readonly usage = new TurnUsage();
  /** Classes of retries that were told. */
  readonly toldRetries = new Set<string>();
  /** The last entry of the session, once the run has ended. */
  place: string | undefined;
  #hasStarted = false;
  #lastStop: { reason: string; message: string } | undefined;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  /** True the first time only. */
  start(): boolean {
    const isFirst = !this.#hasStarted;
    this.#hasStarted = true;
    return isFirst;
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** The last answer of the model decides how the turn ended. */
  answered(message: Fields): void {
    this.#lastStop = {
      reason: textAt(message, 'stopReason') ?? 'stop',
      message: textAt(message, 'errorMessage') ?? '',
    };
  }

  get failure(): string | undefined {
    return this.#lastStop?.reason === 'error' ? this.#lastStop.message : undefined;
  }

  /** The answer reached the length that was set for it. */
  get isCut(): boolean {
    return this.#lastStop?.reason === 'length';
  }

  get wasAborted(): boolean {
    return this.#lastStop?.reason === 'aborted';
  }
}
