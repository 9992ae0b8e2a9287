import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { eventsOf, failedEvent } from './openai-responses-stream.ts';

type Json = Record<string, unknown>;

export interface ResponsesServer {
  url: string;
  /** What the model answers next, one step per request. */
  addTurn(steps: readonly ModelStep[]): void;
  /** Forgets what was not asked for. */
  clear(): void;
  /** Bodies of the requests, oldest first. */
  requests(): readonly Json[];
  /** Called where a step says that the agent dies. */
  onDie: () => void;
  close(): Promise<void>;
}

/**
 * A scripted OpenAI Responses API on loopback, so that the real Codex runs without a network. Each request takes the
 * next step: Codex makes no hidden ones with a provider of the user's own, and its summaries are turns of their own.
 */
export async function startResponsesServer(): Promise<ResponsesServer> {
  const steps: ModelStep[] = [];
  const requests: Json[] = [];

  const http = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.method !== 'POST' || !(request.url ?? '').split('?')[0]?.endsWith('/responses')) {
      return sendJson(response, 404, { error: { message: 'not here', type: 'not_found', code: null } });
    }
    requests.push(body);
    const step = steps.shift() ?? {};
    if (step.error !== undefined && step.error.status !== 200) {
      const { status, headers, type, message } = step.error;
      return sendJson(response, status, { error: { message, type, code: type } }, headers);
    }
    await stream(response, step, body['model']);
  }

  async function stream(response: ServerResponse, step: ModelStep, model: unknown): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const send = (event: Json & { type: string }) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (step.error !== undefined) {
      send(failedEvent(step.error.type, step.error.message));
      response.end();
      return;
    }
    let count = 0;
    for (const event of eventsOf(step, model)) {
      if (response.destroyed) return;
      if (step.cut !== undefined && count >= step.cut.afterEvents) {
        // What was sent must have arrived, else the agent has nothing to take back.
        await wait(100);
        if (step.cut.how === 'destroy') response.destroy();
        if (step.cut.how === 'sse_error') {
          send(failedEvent('server_error', 'Something went wrong.'));
          response.end();
        }
        return;
      }
      if (step.dieAfterEvents !== undefined && count >= step.dieAfterEvents) return server.onDie();
      send(event);
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
  const server: ResponsesServer = {
    url: `http://127.0.0.1:${address.port}/v1`,
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
