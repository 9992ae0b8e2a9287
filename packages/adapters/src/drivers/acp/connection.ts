import type { Fields } from '../../fields.ts';
import { JsonRpc, type RpcError, type RpcId, type RpcReply, type RpcRequest } from '../../json-rpc.ts';
import { createJsonlReader } from '../../jsonl.ts';
import type { Timer } from '../../pipeline/timer.ts';
import { type AgentProcess, type ProcessExit, type ProcessRecord, spawnAgent } from '../../process/index.ts';

export interface AcpConnectionOptions {
  command: string;
  arguments: readonly string[];
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  extraEnvironment: Readonly<Record<string, string>>;
  startTimer: Timer;
  onStarted?(record: ProcessRecord): void;
  onRequest(request: RpcRequest): void;
  onNotification(method: string, params: Fields, line: string): void;
  onNoise(kind: 'stdout' | 'stderr' | 'stray', text: string): void;
  onLineTooLong(byteLength: number): void;
  onExit(exit: ProcessExit): void;
}

/** One process of an agent and the conversation with it. What the messages mean is decided elsewhere. */
export class AcpConnection {
  readonly exited: Promise<ProcessExit>;
  readonly #process: AgentProcess;
  readonly #rpc: JsonRpc;
  #isAlive = true;

  constructor(options: AcpConnectionOptions) {
    this.#rpc = new JsonRpc({
      dialect: '2.0',
      send: (line) => this.#process.write(line),
      startTimer: options.startTimer,
      onRequest: (request) => options.onRequest(request),
      onNotification: (method, params, line) => options.onNotification(method, params, line),
      onStray: (_kind, line) => options.onNoise('stray', line),
    });
    const reader = createJsonlReader({
      onObject: (message, line) => this.#rpc.receive(message, line),
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
      this.#rpc.close();
      options.onExit(exit);
      return exit;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  request(
    method: string,
    params: Fields,
    options?: { timeoutMs?: number; onWritten?: (ok: boolean) => void },
  ): Promise<RpcReply> {
    return this.#rpc.request(method, params, options);
  }

  notify(method: string, params: Fields): Promise<{ ok: boolean }> {
    return this.#rpc.notify(method, params);
  }

  respond(id: RpcId, result: unknown): Promise<{ ok: boolean }> {
    return this.#rpc.respond(id, result);
  }

  refuse(id: RpcId, error: RpcError): Promise<{ ok: boolean }> {
    return this.#rpc.refuse(id, error);
  }

  stderrTail(): string {
    return this.#process.stderrTail();
  }

  /** Ends the agent and all it started: some agents do not end with their input, and some ignore signals. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end({ graceMs });
  }
}
