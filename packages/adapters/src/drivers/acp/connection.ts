import type { Fields } from '../../fields.ts';
import { JsonRpc, type RpcError, type RpcId, type RpcReply, type RpcRequest } from '../../json-rpc.ts';
import type { Timer } from '../../pipeline/timer.ts';
import { type AgentCommand, AgentLines, type LineNews, type ProcessExit } from '../../process/index.ts';

export interface AcpConnectionOptions extends AgentCommand, LineNews {
  startTimer: Timer;
  onRequest(request: RpcRequest): void;
  onNotification(method: string, params: Fields, line: string): void;
}

/** One process of an agent and the conversation with it. What the messages mean is decided elsewhere. */
export class AcpConnection {
  readonly #lines: AgentLines;
  readonly #rpc: JsonRpc;

  constructor(options: AcpConnectionOptions) {
    this.#rpc = new JsonRpc({
      dialect: '2.0',
      send: (line) => this.#lines.write(line),
      startTimer: options.startTimer,
      onRequest: (request) => options.onRequest(request),
      onNotification: (method, params, line) => options.onNotification(method, params, line),
      onStray: (_kind, line) => options.onNoise('stray', line),
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
    return this.#lines.stderrTail();
  }

  end(graceMs: number): Promise<number[]> {
    return this.#lines.end(graceMs);
  }
}
