import { type Fields, fieldsAt, given, isFields, numberAt, textAt } from './fields.ts';
import type { Timer } from './pipeline/timer.ts';

export type RpcId = string | number;

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

export type RpcReply =
  | { ok: true; result: unknown; line: string }
  | { ok: false; reason: 'refused'; error: RpcError; line: string }
  | { ok: false; reason: 'no_answer' | 'closed'; message: string };

/** A request of the other side. It waits until it is answered: what is not known must be refused, never left open. */
export interface RpcRequest {
  id: RpcId;
  method: string;
  params: Fields;
  /** The bytes as they came. */
  line: string;
}

export interface JsonRpcOptions {
  /** `2.0` carries and demands the version header; `headerless` is the dialect of Codex. */
  dialect: '2.0' | 'headerless';
  send(line: string): Promise<{ ok: boolean }>;
  startTimer: Timer;
  onRequest(request: RpcRequest): void;
  onNotification(method: string, params: Fields, line: string): void;
  /** An object that is no message, or an answer that nobody waits for (any more): for the diagnostics. */
  onStray(kind: 'not_a_message' | 'unknown_answer', line: string): void;
}

export const rpcCodes = { methodNotFound: -32_601, invalidParams: -32_602, internalError: -32_603 } as const;

/**
 * One side of a JSON-RPC conversation over lines, whatever carries them. Each request gets its answer, a refusal, the
 * end of its wait or the end of the connection; exactly once. Meanings are decided elsewhere.
 */
export class JsonRpc {
  readonly #options: JsonRpcOptions;
  readonly #waiting = new Map<RpcId, (reply: RpcReply) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
  }

  /** Without `timeoutMs` it waits as long as the connection lives. `onWritten` tells whether its bytes went out. */
  request(
    method: string,
    params: Fields,
    { timeoutMs, onWritten }: { timeoutMs?: number; onWritten?: (isWritten: boolean) => void } = {},
  ): Promise<RpcReply> {
    if (this.#isClosed) {
      onWritten?.(false);
      return Promise.resolve(closedReply);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const stopTimer =
        timeoutMs === undefined
          ? () => undefined
          : this.#options.startTimer(timeoutMs, () =>
              settle({ ok: false, reason: 'no_answer', message: `No answer to ${method}.` }),
            );
      const settle = (reply: RpcReply) => {
        stopTimer();
        if (this.#waiting.delete(id)) resolve(reply);
      };
      this.#waiting.set(id, settle);
      void this.#send({ id, method, params }).then(({ ok }) => {
        onWritten?.(ok);
        if (!ok) settle(closedReply);
      });
    });
  }

  notify(method: string, params: Fields): Promise<{ ok: boolean }> {
    return this.#send({ method, params });
  }

  respond(id: RpcId, result: unknown): Promise<{ ok: boolean }> {
    return this.#send({ id, result });
  }

  refuse(id: RpcId, error: RpcError): Promise<{ ok: boolean }> {
    return this.#send({ id, error });
  }

  /** One object of the other side, with the line that it was read from. */
  receive(message: Fields, line: string): void {
    const id = idOf(message);
    const method = textAt(message, 'method');
    if (this.#options.dialect === '2.0' && message['jsonrpc'] !== '2.0') {
      this.#options.onStray('not_a_message', line);
    } else if (method !== undefined) {
      const params = fieldsAt(message, 'params');
      if (id === undefined) this.#options.onNotification(method, params, line);
      else this.#options.onRequest({ id, method, params, line });
    } else if (id !== undefined && ('result' in message || isFields(message['error']))) {
      this.#answered(id, message, line);
    } else {
      this.#options.onStray('not_a_message', line);
    }
  }

  /**
   * A message that was too long to be read, of which only the head is known. Whoever asked so is refused, and whoever
   * waits for this answer waits no more: else both would wait for ever.
   */
  unread(head: string): void {
    const { id, isRequest } = readHead(head);
    if (id === undefined) return;
    const message = 'The message is longer than what is read here.';
    if (isRequest) void this.refuse(id, { code: rpcCodes.invalidParams, message });
    else this.#waiting.get(id)?.({ ok: false, reason: 'no_answer', message: 'The answer was too long to be read.' });
  }

  /** The other side is gone: whoever waits is told. */
  close(): void {
    this.#isClosed = true;
    for (const settle of [...this.#waiting.values()]) settle(closedReply);
  }

  #answered(id: RpcId, message: Fields, line: string): void {
    const settle = this.#waiting.get(id);
    if (settle === undefined) {
      this.#options.onStray('unknown_answer', line);
    } else if (isFields(message['error'])) {
      settle({ ok: false, reason: 'refused', error: errorOf(message['error']), line });
    } else {
      settle({ ok: true, result: message['result'], line });
    }
  }

  #send(message: Fields): Promise<{ ok: boolean }> {
    const whole = this.#options.dialect === '2.0' ? { jsonrpc: '2.0', ...message } : message;
    return this.#options.send(`${JSON.stringify(whole)}\n`);
  }
}

/** What stands before the long part: the id, and whether a method is named. Not what only looks like them further in. */
function readHead(head: string): { id: RpcId | undefined; isRequest: boolean } {
  const members =
    /^\s*\{((?:\s*"(?:jsonrpc|id|method)"\s*:\s*(?:\d{1,15}|"[^"\\]{0,200}")\s*,)+)/.exec(head)?.[1] ?? '';
  const id = /"id"\s*:\s*(?:(\d+)|"([^"]*)")/.exec(members);
  return { id: id?.[1] === undefined ? id?.[2] : Number(id[1]), isRequest: /"method"\s*:/.test(members) };
}

/** `null` is the id of an answer to something unreadable: nobody can wait for it. */
function idOf(message: Fields): RpcId | undefined {
  return textAt(message, 'id') ?? numberAt(message, 'id');
}

function errorOf(error: Fields): RpcError {
  return {
    code: numberAt(error, 'code') ?? rpcCodes.internalError,
    message: textAt(error, 'message') ?? 'The agent refused without a reason.',
    ...given('data', error['data']),
  };
}

const closedReply: RpcReply = { ok: false, reason: 'closed', message: 'The agent has ended.' };
