import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { ModelServer } from './anthropic.ts';

export type Json = Record<string, unknown>;

export interface ScriptedApi {
  /** Whether this request is the agent's main loop, which takes the next step; every other one gets a small answer. */
  isMainLoop(path: string, body: Json): boolean;
  /** Requests that are no questions to the model: lists of models, counts of tokens, probes. True where it answered. */
  serveOther(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  errorBody(error: NonNullable<ModelStep['error']>): Json;
  answer(response: ServerResponse, step: ModelStep, body: Json, path: string): Promise<void>;
}

/** A scripted model on loopback, whatever its API: steps in, requests out, errors as the provider writes them. */
export async function startScriptedServer(api: ScriptedApi): Promise<ModelServer> {
  const steps: ModelStep[] = [];
  const requests: Json[] = [];
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (api.serveOther(request, response, path)) return;
    const isMain = api.isMainLoop(path, body);
    if (isMain) requests.push(body);
    const step = isMain ? (steps.shift() ?? {}) : { content: [{ type: 'text' as const, text: 'ok' }] };
    if (step.error !== undefined) {
      sendJson(response, step.error.status, api.errorBody(step.error), step.error.headers);
      return;
    }
    if (step.dieAfterEvents === 0) {
      server.onDie();
      return;
    }
    await api.answer(response, step, body, path);
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

export function sendJson(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The pieces in which a text is streamed. */
export function piecesOf(text: string, size = 24): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}
