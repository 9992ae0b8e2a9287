import { type Fields, fieldsAt, textAt } from '../../fields.ts';
import type { Timer } from '../../pipeline/timer.ts';

/** Updates that came before their session was known; more is a fault. */
const maxHeld = 512;

type Handle = (params: Fields) => void;

export interface ReplayWindowOptions {
  quietMs: number;
  maxMs: number;
  startTimer: Timer;
}

/**
 * Holds updates until their session is known, and lets none of a replayed history through: the room has its own. The
 * history may go on after the answer that should end it, so the window closes with a short silence.
 */
export class ReplayWindow {
  readonly #options: ReplayWindowOptions;
  #isKnown = false;
  #isReplaying = false;
  #held: Fields[] = [];
  #onTake: () => void = () => undefined;

  constructor(options: ReplayWindowOptions) {
    this.#options = options;
  }

  reset(): void {
    this.#isKnown = false;
    this.#isReplaying = false;
    this.#held = [];
  }

  take(params: Fields, handle: Handle): void {
    this.#onTake();
    const isMarked = fieldsAt(params, '_meta')['isReplay'] === true;
    if ((this.#isReplaying || isMarked) && isHistory(params)) return;
    if (this.#isKnown) handle(params);
    else if (this.#held.length < maxHeld) this.#held.push(params);
  }

  /** What was held for this session happens now; what was for another one is gone. */
  known(sessionId: string, handle: Handle): void {
    this.#isKnown = true;
    const held = this.#held;
    this.#held = [];
    for (const params of held) if (textAt(params, 'sessionId') === sessionId) handle(params);
  }

  /** The returned function ends it, as soon as it is quiet. */
  begin(): () => Promise<void> {
    this.#isReplaying = true;
    return () =>
      new Promise((resolve) => {
        const { startTimer, quietMs, maxMs } = this.#options;
        const finish = () => {
          stopQuiet();
          stopWhole();
          this.#onTake = () => undefined;
          this.#isReplaying = false;
          resolve();
        };
        const stopWhole = startTimer(maxMs, finish);
        let stopQuiet = startTimer(quietMs, finish);
        this.#onTake = () => {
          stopQuiet();
          stopQuiet = startTimer(quietMs, finish);
        };
      });
  }
}

/** News of the mode, the options and the like count in a replay too: they are of now. */
const isHistory = (params: Fields): boolean =>
  /^(user_message|agent_|tool_call|plan)/.test(textAt(fieldsAt(params, 'update'), 'sessionUpdate') ?? '');
