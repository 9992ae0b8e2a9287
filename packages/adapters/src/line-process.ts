import type { Fields } from './fields.ts';
import { createJsonlReader } from './jsonl.ts';
import { type AgentProcess, type ProcessExit, type ProcessRecord, spawnAgent } from './process/index.ts';

export interface LineProcessOptions {
  command: string;
  arguments: readonly string[];
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  extraEnvironment: Readonly<Record<string, string>>;
  onStarted?(record: ProcessRecord): void;
  onMessage(message: Fields, line: string): void;
  /** What is no message: `stdout` or `stderr`. */
  onNoise(kind: string, text: string): void;
  onLineTooLong(byteLength: number): void;
  onExit(exit: ProcessExit): void;
}

/** One process that speaks JSON lines both ways. What they mean is decided elsewhere. */
export class LineProcess {
  readonly exited: Promise<ProcessExit>;
  readonly #process: AgentProcess;
  #isAlive = true;

  constructor(options: LineProcessOptions) {
    const reader = createJsonlReader({
      onObject: (message, line) => options.onMessage(message, line),
      onNoise: (text) => options.onNoise('stdout', text),
      onLineTooLong: (byteLength) => options.onLineTooLong(byteLength),
    });
    this.#process = spawnAgent({
      command: options.command,
      arguments: options.arguments,
      workspacePath: options.workspacePath,
      environment: options.environment,
      extraEnvironment: options.extraEnvironment,
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
      options.onExit(exit);
      return exit;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Resolves to whether the bytes were taken whole. */
  send(message: Fields): Promise<boolean> {
    return this.write(`${JSON.stringify(message)}\n`);
  }

  /** The same for text that is no message. */
  async write(text: string): Promise<boolean> {
    return (await this.#process.write(text)).ok;
  }

  /** A signal to the agent alone. */
  interrupt(): boolean {
    return this.#process.interrupt();
  }

  closeInput(): void {
    this.#process.closeInput();
  }

  /** Ends the agent and all it started. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end({ graceMs });
  }
}
