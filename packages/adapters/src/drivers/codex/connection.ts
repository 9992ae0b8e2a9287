import type { Fields } from '../../fields.ts';
import { JsonRpc, type RpcReply, type RpcRequest } from '../../json-rpc.ts';
import { createJsonlReader } from '../../jsonl.ts';
import type { Timer } from '../../pipeline/timer.ts';
import { type AgentProcess, type ProcessExit, type ProcessRecord, spawnAgent } from '../../process/index.ts';

export interface ConnectionOptions {
  command: string;
  arguments: readonly string[];
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  extraEnvironment?: Readonly<Record<string, string>>;
  startTimer: Timer;
  overloadMs: readonly number[];
  onStarted?(record: ProcessRecord): void;
  onRequest(request: RpcRequest): void;
  onNotification(method: string, params: Fields, line: string): void;
  onNoise(kind: string, text: string): void;
  onLineTooLong(byteLength: number): void;
  onExit(exit: ProcessExit): void;
}

/** The queue of the app-server is full; it did nothing with the request. */
const overloadCode = -32_001;

/** One process of `codex app-server`: lines in, lines out, our requests answered. What they mean is decided elsewhere. */
export class CodexConnection {
  readonly exited: Promise<ProcessExit>;
  readonly #process: AgentProcess;
  readonly #rpc: JsonRpc;
  readonly #startTimer: Timer;
  readonly #overloadMs: readonly number[];
  #isAlive = true;

  constructor(options: ConnectionOptions) {
    this.#startTimer = options.startTimer;
    this.#overloadMs = options.overloadMs;
    this.#rpc = new JsonRpc({
      dialect: 'headerless',
      send: (line) => this.#process.write(line),
      startTimer: options.startTimer,
      onRequest: (request) => options.onRequest(request),
      onNotification: (method, params, line) => options.onNotification(method, params, line),
      onStray: (kind, line) => options.onNoise(kind, line),
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
      this.#rpc.close();
      options.onExit(exit);
      return exit;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** A request that meets a full queue was not looked at, so it is sent again, a few times and ever later. */
  async request(
    method: string,
    params: Fields,
    options: { timeoutMs?: number; onWritten?: (isWritten: boolean) => void } = {},
  ): Promise<RpcReply> {
    for (const waitMs of this.#overloadMs) {
      const reply = await this.#rpc.request(method, params, options);
      if (reply.ok || reply.reason !== 'refused' || reply.error.code !== overloadCode) return reply;
      await new Promise<void>((resolve) => {
        this.#startTimer(waitMs, resolve);
      });
    }
    return this.#rpc.request(method, params, options);
  }

  notify(method: string): Promise<{ ok: boolean }> {
    return this.#rpc.notify(method, {});
  }

  respond(id: string | number, result: unknown): Promise<{ ok: boolean }> {
    return this.#rpc.respond(id, result);
  }

  refuse(id: string | number, message: string): Promise<{ ok: boolean }> {
    return this.#rpc.refuse(id, { code: -32_601, message });
  }

  interruptSignal(): boolean {
    return this.#process.interrupt();
  }

  /** Ends the agent and all it started. */
  end(graceMs: number): Promise<number[]> {
    return this.#process.end({ graceMs });
  }
}
