import { randomUUID } from 'node:crypto';
import { type Fields, textAt } from '../../fields.ts';
import type { Timer } from '../../pipeline/timer.ts';
import {
  type AgentCommand,
  AgentLines,
  type LineNews,
  type ProcessExit,
  type WriteOutcome,
} from '../../process/index.ts';
import { ControlChannel, type ControlReply } from './control-channel.ts';
import { encodeLine } from './wire.ts';

export interface ConnectionOptions extends AgentCommand, LineNews {
  startTimer: Timer;
  /** Every line but the answers to our own requests. */
  onLine(line: Fields, text: string): void;
}

/** One process of Claude Code: lines in, lines out, our requests answered. What they mean is decided elsewhere. */
export class ClaudeConnection {
  readonly #lines: AgentLines;
  readonly #control: ControlChannel;
  readonly #startTimer: Timer;

  constructor(options: ConnectionOptions) {
    this.#startTimer = options.startTimer;
    this.#control = new ControlChannel({
      send: (message) => this.send(message),
      newId: randomUUID,
      startTimer: options.startTimer,
    });
    this.#lines = new AgentLines({
      ...options,
      onObject: (line, text) => {
        if (textAt(line, 'type') === 'control_response' && this.#control.receive(line)) return;
        options.onLine(line, text);
      },
      onClosed: () => this.#control.close(),
    });
  }

  get isAlive(): boolean {
    return this.#lines.isAlive;
  }

  get exited(): Promise<ProcessExit> {
    return this.#lines.exited;
  }

  send(message: Fields): Promise<WriteOutcome> {
    return this.#lines.write(encodeLine(message));
  }

  request(request: Fields, timeoutMs: number): Promise<ControlReply> {
    return this.#control.request(request, timeoutMs);
  }

  interruptSignal(): boolean {
    return this.#lines.interruptSignal();
  }

  end(graceMs: number): Promise<number[]> {
    return this.#lines.end(graceMs);
  }

  /** The same, after a while in which it may end by itself. */
  async endBySelf(waitMs: number): Promise<number[]> {
    await new Promise<void>((resolve) => {
      const stopTimer = this.#startTimer(waitMs, resolve);
      void this.exited.then(() => {
        stopTimer();
        resolve();
      });
    });
    return this.end(waitMs);
  }
}
