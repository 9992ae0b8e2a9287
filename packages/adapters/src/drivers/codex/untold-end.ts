import { type Fields, isFields, objectsAt, textAt } from '../../fields.ts';
import type { RpcReply } from '../../json-rpc.ts';
import type { Timer } from '../../pipeline/timer.ts';

export interface UntoldEndOptions {
  startTimer: Timer;
  /** Codex tells that it is idle a moment before it tells how the turn ended. */
  graceMs: number;
  /** The latest turns of the thread, without what was said in them. */
  askTurns(): Promise<RpcReply>;
  onEnd(turnId: string, turn: Fields): void;
}

/** Versions of Codex become idle and never tell the end of the turn: then it is asked for, and never guessed. */
export class UntoldEnd {
  readonly #options: UntoldEndOptions;
  #stopWaiting: (() => void) | undefined;

  constructor(options: UntoldEndOptions) {
    this.#options = options;
  }

  /** The thread has another status while this turn runs. */
  statusChanged(status: string | undefined, turnId: string | undefined): void {
    this.over();
    if ((status !== 'idle' && status !== 'systemError') || turnId === undefined) return;
    const { startTimer, graceMs } = this.#options;
    this.#stopWaiting = startTimer(graceMs, () => void this.#ask(turnId));
  }

  /** The end came, or something else goes on. */
  over(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  async #ask(turnId: string): Promise<void> {
    const reply = await this.#options.askTurns();
    const turns = reply.ok && isFields(reply.result) ? objectsAt(reply.result, 'data') : [];
    const turn = turns.find((one) => textAt(one, 'id') === turnId);
    // One that still runs, or that is not known, is left to the watch over silence.
    if (turn !== undefined && textAt(turn, 'status') !== 'inProgress') this.#options.onEnd(turnId, turn);
  }
}
