import { type Fields, fieldsAt, textAt } from '../../fields.ts';
import type { Timer } from '../../pipeline/timer.ts';
import { controlRequest } from './wire.ts';

export type ControlReply =
  | { ok: true; response: Fields }
  | { ok: false; reason: 'refused' | 'no_answer' | 'closed'; message: string };

export interface ControlChannelOptions {
  send(message: Fields): Promise<{ ok: boolean }>;
  newId(): string;
  startTimer: Timer;
}

/** Our own requests to the agent: each gets its answer, a refusal, or the end of its wait; exactly once. */
export class ControlChannel {
  readonly #options: ControlChannelOptions;
  readonly #waiting = new Map<string, (reply: ControlReply) => void>();
  #isClosed = false;

  constructor(options: ControlChannelOptions) {
    this.#options = options;
  }

  request(request: Fields, timeoutMs: number): Promise<ControlReply> {
    if (this.#isClosed) return Promise.resolve(closedReply);
    const requestId = this.#options.newId();
    return new Promise((resolve) => {
      const stopTimer = this.#options.startTimer(timeoutMs, () =>
        settle({ ok: false, reason: 'no_answer', message: `No answer to "${textAt(request, 'subtype')}".` }),
      );
      const settle = (reply: ControlReply) => {
        stopTimer();
        if (this.#waiting.delete(requestId)) resolve(reply);
      };
      this.#waiting.set(requestId, settle);
      void this.#options.send(controlRequest(requestId, request)).then((written) => {
        if (!written.ok) settle(closedReply);
      });
    });
  }

  /** An answer of the agent; false where nobody waits for it (any more). */
  receive(line: Fields): boolean {
    const body = fieldsAt(line, 'response');
    const settle = this.#waiting.get(textAt(body, 'request_id') ?? '');
    if (settle === undefined) return false;
    if (textAt(body, 'subtype') === 'success') settle({ ok: true, response: fieldsAt(body, 'response') });
    else settle({ ok: false, reason: 'refused', message: textAt(body, 'error') ?? 'The agent refused.' });
    return true;
  }

  close(): void {
    this.#isClosed = true;
    for (const settle of [...this.#waiting.values()]) settle(closedReply);
  }
}

const closedReply: ControlReply = { ok: false, reason: 'closed', message: 'The agent has ended.' };
