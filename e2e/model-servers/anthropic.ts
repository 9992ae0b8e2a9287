import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { eventsOf, messageOf } from './anthropic-stream.ts';

type Json = Record<string, unknown>;

export interface ModelServer {
  url: string;
  /** What the model answers next, one step per request of the agent's main loop. */
  addTurn(steps: readonly ModelStep[]): void;
  /** Forgets what was not asked for. */
  clear(): void;
  /** Bodies of the main loop's requests, oldest first. */
  requests(): readonly Json[];
  /** Called where a step says that the agent dies. */
  onDie: () => void;
  close(): Promise<void>;
}

/**
 * A scripted Messages API on loopback, so that the real Claude Code runs without a network.
 * A request that carries tools is the main loop's and takes the next step; every other one (titles, probes) gets "ok".
 */
export async function startModelServer(): Promise<ModelServer> {
  const steps: ModelStep[] = [];
  const requests: Json[] = [];

  const http = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 100 });
    if (!path.endsWith('/v1/messages')) return sendJson(response, 404, notFoundError);
    const isMainLoop = Array.isArray(body['tools']) && body['tools'].length > 0;
    if (isMainLoop) requests.push(body);
    const step = isMainLoop ? (steps.shift() ?? {}) : { content: [{ type: 'text' as const, text: 'ok' }] };
    if (step.error !== undefined) {
      const { status, headers, ...error } = step.error;
      return sendJson(response, status, { type: 'error', error }, headers);
    }
    const message = messageOf(step, body['model']);
    if (body['stream'] !== true) return sendJson(response, 200, message);
    await stream(response, message, step);
  }

  async function stream(response: ServerResponse, message: ReturnType<typeof messageOf>, step: ModelStep) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    let count = 0;
    for (const event of eventsOf(message, step)) {
      if (response.destroyed) return;
      if (step.cut !== undefined && count >= step.cut.afterEvents) {
        // What was sent must have arrived, else the agent has nothing to take back.
        await wait(100);
        return cut(response, step.cut.how);
      }
      if (step.dieAfterEvents !== undefined && count >= step.dieAfterEvents) return server.onDie();
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      count += 1;
      if (step.chunkDelayMs !== undefined) await wait(step.chunkDelayMs);
    }
    response.end();
  }

  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.');
  const server: ModelServer = {
    url: `http://127.0.0.1:${address.port}`,
    addTurn: (more) => void steps.push(...more),
    clear: () => void steps.splice(0),
    requests: () => requests,
    onDie: () => undefined,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

const notFoundError = { type: 'error', error: { type: 'not_found_error', message: 'not here' } };

function cut(response: ServerResponse, how: 'destroy' | 'stall' | 'sse_error'): void {
  if (how === 'destroy') response.destroy();
  if (how === 'sse_error') {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function sendJson(response: ServerResponse, status: number, body: Json, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
