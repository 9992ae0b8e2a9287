import { type Fields, fieldsAt, textAt } from '../../fields.ts';
import { LineProcess, type LineProcessOptions } from '../../line-process.ts';
import type { Timer } from '../../pipeline/timer.ts';
import type { ProcessExit } from '../../process/index.ts';

export interface ConnectionOptions extends Omit<LineProcessOptions, 'onMessage'> {
  startTimer: Timer;
  /** Everything that is no answer to a command. */
  onMessage(type: string, message: Fields, line: string): void;
}

export type Reply =
  | { ok: true; data: Fields }
  | { ok: false; reason: 'refused' | 'no_answer' | 'closed'; message: string };

type Waiting = { settle(reply: Reply): void; stopTimer(): void };

/** One process of `pi --mode rpc`: commands out, their answers matched by id, the rest handed on. */
export class PiConnection {
  readonly #process: LineProcess;
  readonly #startTimer: Timer;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(options: ConnectionOptions) {
    this.#startTimer = options.startTimer;
    this.#process = new LineProcess({
      ...options,
      onMessage: (message, line) => {
        const type = textAt(message, 'type') ?? 'untyped';
        if (type !== 'response' || !this.#answered(message)) options.onMessage(type, message, line);
      },
      onExit: (exit) => {
        for (const { settle } of [...this.#waiting.values()]) {
          settle({ ok: false, reason: 'closed', message: 'pi has ended.' });
        }
        options.onExit(exit);
      },
    });
  }

  get exited(): Promise<ProcessExit> {
    return this.#process.exited;
  }

  get isAlive(): boolean {
    return this.#process.isAlive;
  }

  /** Without `timeoutMs` it waits as long as the process lives. */
  command(
    type: string,
    fields: Fields = {},
    options: { timeoutMs?: number; onWritten?: (isWritten: boolean) => void } = {},
  ): Promise<Reply> {
    this.#count += 1;
    const id = `c${this.#count}`;
    return new Promise((resolve) => {
      const settle = (reply: Reply) => {
        this.#waiting.get(id)?.stopTimer();
        this.#waiting.delete(id);
        resolve(reply);
      };
      const { timeoutMs } = options;
      const message = `pi did not answer "${type}" in time.`;
      const stopTimer =
        timeoutMs === undefined
          ? () => undefined
          : this.#startTimer(timeoutMs, () => settle({ ok: false, reason: 'no_answer', message }));
      this.#waiting.set(id, { settle, stopTimer });
      void this.send({ id, type, ...fields }).then((isWritten) => {
        options.onWritten?.(isWritten);
        if (!isWritten) settle({ ok: false, reason: 'closed', message: 'pi reads no more.' });
      });
    });
  }

  /** Resolves to whether the bytes were taken whole. */
  send(message: Fields): Promise<boolean> {
    return this.#process.send(message);
  }

  /** Ends the agent and all it started. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end(graceMs);
  }

  #answered(message: Fields): boolean {
    const waiting = this.#waiting.get(textAt(message, 'id') ?? '');
    if (waiting === undefined) return false;
    const text = textAt(message, 'error') ?? 'pi refused the command.';
    waiting.settle(
      message['success'] === true
        ? { ok: true, data: fieldsAt(message, 'data') }
        : { ok: false, reason: 'refused', message: text },
    );
    return true;
  }
}
