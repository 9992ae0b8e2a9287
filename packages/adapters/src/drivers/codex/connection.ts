import type { Fields } from '../../fields.ts';
import { JsonRpc, type RpcId, type RpcReply, type RpcRequest, rpcCodes } from '../../json-rpc.ts';
import type { Timer } from '../../pipeline/timer.ts';
import { type AgentCommand, AgentLines, type LineNews, type ProcessExit } from '../../process/index.ts';

export interface ConnectionOptions extends AgentCommand, LineNews {
  startTimer: Timer;
  overloadMs: readonly number[];
  onRequest(request: RpcRequest): void;
  onNotification(method: string, params: Fields, line: string): void;
}

/** The queue of the app-server is full; it did nothing with the request. */
const overloadCode = -32_001;

/** One process of `codex app-server`: lines in, lines out, our requests answered. What they mean is decided elsewhere. */
export class CodexConnection {
  readonly #lines: AgentLines;
  readonly #rpc: JsonRpc;
  readonly #startTimer: Timer;
  readonly #overloadMs: readonly number[];

  constructor(options: ConnectionOptions) {
    this.#startTimer = options.startTimer;
    this.#overloadMs = options.overloadMs;
    this.#rpc = new JsonRpc({
      dialect: 'headerless',
      send: (line) => this.#lines.write(line),
      startTimer: options.startTimer,
      onRequest: (request) => options.onRequest(request),
      onNotification: (method, params, line) => options.onNotification(method, params, line),
      onStray: (kind, line) => options.onNoise(kind, line),
    });
    this.#lines = new AgentLines({
      ...options,
      onObject: (message, line) => this.#rpc.receive(message, line),
      onLineTooLong: (byteLength, head) => {
        this.#rpc.unread(head);
        options.onLineTooLong(byteLength, head);
      },
      onClosed: () => this.#rpc.close(),
    });
  }

  get isAlive(): boolean {
    return this.#lines.isAlive;
  }

  get exited(): Promise<ProcessExit> {
    return this.#lines.exited;
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

  respond(id: RpcId, result: unknown): Promise<{ ok: boolean }> {
    return this.#rpc.respond(id, result);
  }

  refuse(id: RpcId, message: string): Promise<{ ok: boolean }> {
    return this.#rpc.refuse(id, { code: rpcCodes.methodNotFound, message });
  }

  interruptSignal(): boolean {
    return this.#lines.interruptSignal();
  }

  end(graceMs: number): Promise<number[]> {
    return this.#lines.end(graceMs);
  }
}
