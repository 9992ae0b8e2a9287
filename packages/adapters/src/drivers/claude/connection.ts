import { randomUUID } from 'node:crypto';
import { type Fields, textAt } from '../../fields.ts';
import { createJsonlReader } from '../../jsonl.ts';
import {
  type AgentProcess,
  type ProcessExit,
  type ProcessRecord,
  spawnAgent,
  type WriteOutcome,
} from '../../process/index.ts';
import { ControlChannel, type ControlReply, type StartTimer } from './control-channel.ts';
import { encodeLine } from './wire.ts';

export interface ConnectionOptions {
  command: string;
  arguments: readonly string[];
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  extraEnvironment?: Readonly<Record<string, string>>;
  startTimer: StartTimer;
  onStarted?(record: ProcessRecord): void;
  /** Every line but the answers to our own requests. */
  onLine(line: Fields, text: string): void;
  onNoise(kind: 'stdout' | 'stderr', text: string): void;
  onLineTooLong(byteLength: number): void;
  onExit(exit: ProcessExit): void;
}

/** One process of Claude Code: lines in, lines out, our requests answered. What they mean is decided elsewhere. */
export class ClaudeConnection {
  readonly exited: Promise<ProcessExit>;
  readonly #process: AgentProcess;
  readonly #control: ControlChannel;
  readonly #startTimer: StartTimer;
  #isAlive = true;

  constructor(options: ConnectionOptions) {
    this.#startTimer = options.startTimer;
    this.#control = new ControlChannel({
      send: (message) => this.send(message),
      newId: randomUUID,
      startTimer: options.startTimer,
    });
    const reader = createJsonlReader({
      onObject: (line, text) => {
        if (textAt(line, 'type') === 'control_response' && this.#control.receive(line)) return;
        options.onLine(line, text);
      },
      onNoise: (text) => options.onNoise('stdout', text),
      onLineTooLong: (byteLength) => options.onLineTooLong(byteLength),
    });
    this.#process = spawnAgent({
      command: options.command,
      arguments: options.arguments,
      workspacePath: options.workspacePath,
      environment: options.environment,
      ...(options.extraEnvironment === undefined ? {} : { extraEnvironment: options.extraEnvironment }),
      ...(options.onStarted === undefined ? {} : { onStarted: options.onStarted }),
      // A grandchild that still prints after the exit is not the agent.
      onStdout: (chunk) => {
        if (this.#isAlive) reader.push(chunk);
      },
      onStderr: (chunk) => options.onNoise('stderr', chunk.toString('utf8')),
    });
    this.exited = this.#process.exited.then((exit) => {
      reader.end();
      this.#isAlive = false;
      this.#control.close();
      options.onExit(exit);
      return exit;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  send(message: Fields): Promise<WriteOutcome> {
    return this.#process.write(encodeLine(message));
  }

  request(request: Fields, timeoutMs: number): Promise<ControlReply> {
    return this.#control.request(request, timeoutMs);
  }

  interruptSignal(): boolean {
    return this.#process.interrupt();
  }

  /** Ends the agent and all it started. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end({ graceMs });
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
