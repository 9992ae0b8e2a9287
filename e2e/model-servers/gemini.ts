import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { ModelServer } from './anthropic.ts';
import { type Json, piecesOf, type ScriptedApi, sendJson, startScriptedServer } from './scripted-http.ts';

const usage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };
let callCount = 0;

/** A scripted Gemini API (v1beta): answers `:streamGenerateContent` from the script, the rest by itself. */
export function startGeminiServer(): Promise<ModelServer> {
  const server = {
    isMainLoop: (path, body) => path.endsWith(':streamGenerateContent') && Array.isArray(body['tools']),
    serveOther(_request, response, path) {
      if (path.endsWith(':countTokens')) sendJson(response, 200, { totalTokens: 100 });
      else if (path.endsWith(':embedContent')) sendJson(response, 200, { embedding: { values: [0] } });
      else if (!/:(stream)?[gG]enerateContent$/.test(path))
        sendJson(response, 404, { error: { code: 404, message: 'Not found', status: 'NOT_FOUND' } });
      else return false;
      return true;
    },
    errorBody: ({ status, type, message }) => ({ error: { code: status, message, status: type, details: [] } }),
    async answer(response, step, body, path) {
      if (path.endsWith(':generateContent')) sendJson(response, 200, chunkOf([{ text: '{}' }], 'STOP'));
      else await stream(response, step);
      void body;
    },
  } satisfies ScriptedApi;
  return startScriptedServer(server);
}

async function stream(response: ServerResponse, step: ModelStep): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const parts = (step.content ?? [{ type: 'text' as const, text: 'done' }]).flatMap((block): Json[] => {
    if (block.type === 'text') return piecesOf(block.text, step.chunkSize).map((text) => ({ text }));
    if (block.type === 'thinking') return [{ text: `**Thinking**\n${block.thinking}`, thought: true }];
    callCount += 1;
    return [
      {
        functionCall: { id: `call-${callCount}`, name: block.name, args: block.input },
        thoughtSignature: 'c2lnbmF0dXJl',
      },
    ];
  });
  for (const [index, part] of parts.entries()) {
    if (response.destroyed) return;
    const isLast = index === parts.length - 1;
    response.write(`data: ${JSON.stringify(chunkOf([part], isLast ? 'STOP' : undefined))}\r\n\r\n`);
    if (step.chunkDelayMs !== undefined) await wait(step.chunkDelayMs);
  }
  response.end();
}

const chunkOf = (parts: Json[], finishReason: string | undefined): Json => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  usageMetadata: usage,
  modelVersion: 'scripted',
});
