import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';

export type Json = Record<string, unknown>;

/** A scripted model on loopback: steps in, requests out. */
export interface ModelServer {
  url: string;
  /** What the model answers next, one step per request of the agent's main loop. */
  addTurn(steps: readonly ModelStep[]): void;
  /** What it answers from now on wherever no step is left: an agent that tries again meets the same fault. */
  always(step: ModelStep | undefined): void;
  /** Forgets what was not asked for. */
  clear(): void;
  /** As when it was new: no step, no standing answer, no request. */
  startOver(): void;
  /** Bodies of the main loop's requests, oldest first. */
  requests(): readonly Json[];
  /** From now on nobody answers on its port. */
  refuse(): Promise<void>;
  close(): Promise<void>;
}

/** One provider's API: how it reads a request, and how it writes an answer. */
export interface ScriptedApi {
  /** Whether this request is the agent's main loop, which takes the next step; every other one gets a small answer. */
  isMainLoop(path: string, body: Json): boolean;
  /** Requests that are no questions to the model: lists of models, counts of tokens, probes. True where it answered. */
  serveOther(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  errorBody(error: NonNullable<ModelStep['error']>): Json;
  /** The answer in one piece, where the request wants it so. */
  whole(step: ModelStep, body: Json, path: string): Json | undefined;
  /** The answer as a stream: each entry is one event as it is written. */
  events(step: ModelStep, body: Json): Iterable<string>;
  /** How the provider tells of a fault in the middle of a stream. */
  brokenOff(): string;
}

/** Steps are taken in order, whatever the API; faults are played the same way for all of them. */
export async function startScriptedServer(api: ScriptedApi): Promise<ModelServer> {
  const steps: ModelStep[] = [];
  const requests: Json[] = [];
  let standing: ModelStep | undefined;
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (api.serveOther(request, response, path)) return;
    const isMain = api.isMainLoop(path, body);
    if (isMain) requests.push(body);
    const step = isMain ? (steps.shift() ?? standing ?? {}) : { content: [{ type: 'text' as const, text: 'ok' }] };
    if (step.error !== undefined && step.error.status !== 200)
      return sendJson(response, step.error.status, api.errorBody(step.error), step.error.headers);
    const whole = api.whole(step, body, path);
    if (whole !== undefined) return sendJson(response, 200, whole);
    await stream(response, step, body);
  }

  async function stream(response: ServerResponse, step: ModelStep, body: Json): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    let count = 0;
    for (const event of api.events(step, body)) {
      if (response.destroyed) return;
      if (step.cut !== undefined && count >= step.cut.afterEvents) {
        // What was sent must have arrived, else the agent has nothing to take back.
        await wait(100);
        if (step.cut.how === 'destroy') response.destroy();
        if (step.cut.how === 'sse_error') response.end(api.brokenOff());
        return;
      }
      response.write(event);
      count += 1;
      if (step.chunkDelayMs !== undefined) await wait(step.chunkDelayMs);
    }
    response.end();
  }

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    addTurn: (more) => void steps.push(...more),
    always(step) {
      standing = step;
    },
    clear: () => void steps.splice(0),
    startOver() {
      steps.splice(0);
      standing = undefined;
      requests.splice(0);
    },
    requests: () => requests,
    refuse: stop,
    close: stop,
  };
}

export const serverSentEvent = (data: Json, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

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
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Probes come without a body or with one that is no JSON.
    return {};
  }
}

const defaultPieceUnits = 24;

/** The pieces in which a text is streamed. */
export function* piecesOf(text: string, size = defaultPieceUnits): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
