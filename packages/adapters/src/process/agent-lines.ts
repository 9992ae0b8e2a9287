import { createJsonlReader } from '../jsonl.ts';
import type { ProcessRecord } from './end-tree.ts';
import { type AgentProcess, type ProcessExit, spawnAgent, type WriteOutcome } from './spawn-agent.ts';

/** How an agent's process is started, the same for every driver. */
export interface AgentCommand {
  command: string;
  arguments: readonly string[];
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  extraEnvironment?: Readonly<Record<string, string>>;
  onStarted?(record: ProcessRecord): void;
}

/** What a connection hears beside its own messages. */
export interface LineNews {
  /** Text that is no message: for the diagnostics. */
  onNoise(kind: string, text: string): void;
  onLineTooLong(byteLength: number, head: string): void;
  onExit(exit: ProcessExit): void;
}

export interface AgentLinesOptions extends AgentCommand, LineNews {
  onObject(value: Record<string, unknown>, line: string): void;
  /** Before `onExit`: whoever waits for an answer gets none. */
  onClosed(): void;
}

/** A process that speaks JSON lines: objects out, lines in. What they mean is decided elsewhere. */
export class AgentLines {
  readonly exited: Promise<ProcessExit>;
  readonly #process: AgentProcess;
  #isAlive = true;

  constructor(options: AgentLinesOptions) {
    const reader = createJsonlReader({
      onObject: options.onObject,
      onNoise: (text) => options.onNoise('stdout', text),
      onLineTooLong: options.onLineTooLong,
    });
    const { command, workspacePath, environment, extraEnvironment, onStarted } = options;
    this.#process = spawnAgent({
      command,
      arguments: options.arguments,
      workspacePath,
      environment,
      ...(extraEnvironment === undefined ? {} : { extraEnvironment }),
      ...(onStarted === undefined ? {} : { onStarted }),
      // A grandchild that still prints after the exit is not the agent.
      onStdout: (chunk) => {
        if (this.#isAlive) reader.push(chunk);
      },
      onStderr: (chunk) => options.onNoise('stderr', chunk.toString('utf8')),
    });
    this.exited = this.#process.exited.then((exit) => {
      reader.end();
      this.#isAlive = false;
      options.onClosed();
      options.onExit(exit);
      return exit;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  write(line: string): Promise<WriteOutcome> {
    return this.#process.write(line);
  }

  stderrTail(): string {
    return this.#process.stderrTail();
  }

  interruptSignal(): boolean {
    return this.#process.interrupt();
  }

  /** Ends the agent and all it started: some agents do not end with their input, and some ignore signals. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end({ graceMs });
  }
}
