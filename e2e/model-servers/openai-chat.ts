import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { ModelServer } from './anthropic.ts';
import { type Json, piecesOf, type ScriptedApi, sendJson, startScriptedServer } from './scripted-http.ts';

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
let callCount = 0;

/** A scripted Chat Completions API. Questions without tools (titles, summaries) get "ok". */
export function startChatServer(): Promise<ModelServer> {
  const server = {
    isMainLoop: (_path, body) => Array.isArray(body['tools']) && body['tools'].length > 1,
    serveOther(request, response, path) {
      if (path.endsWith('/chat/completions')) return false;
      if (path.endsWith('/models'))
        sendJson(response, 200, { object: 'list', data: [{ id: 'fake-model', object: 'model', owned_by: 'fake' }] });
      else
        sendJson(response, request.method === 'GET' && path === '/' ? 200 : 404, {
          error: { message: 'Not found', type: 'invalid_request_error' },
        });
      return true;
    },
    errorBody: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
    async answer(response, step, body) {
      if (body['stream'] === true) await stream(response, step, body);
      else sendJson(response, 200, whole(step, body));
    },
  } satisfies ScriptedApi;
  return startScriptedServer(server);
}

const blocksOf = (step: ModelStep) => step.content ?? [{ type: 'text' as const, text: 'done' }];

function whole(step: ModelStep, body: Json): Json {
  const text = blocksOf(step)
    .flatMap((block) => (block.type === 'text' ? block.text : []))
    .join('');
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } };
  return {
    id: 'chatcmpl-whole',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body['model'],
    usage,
    choices: [choice],
  };
}

async function stream(response: ServerResponse, step: ModelStep, body: Json): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  callCount += 1;
  const base = {
    id: `chatcmpl-${callCount}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: body['model'],
  };
  const send = (more: Json) => response.write(`data: ${JSON.stringify({ ...base, ...more })}\n\n`);
  const chunk = (delta: Json, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] });
  chunk({ role: 'assistant', content: '' });
  let calls = 0;
  for (const block of blocksOf(step)) {
    if (block.type === 'tool_use') {
      const call = { name: block.name, arguments: JSON.stringify(block.input) };
      chunk({ tool_calls: [{ index: calls, id: `call_${callCount}_${calls}`, type: 'function', function: call }] });
      calls += 1;
      continue;
    }
    const key = block.type === 'text' ? 'content' : 'reasoning_content';
    for (const piece of piecesOf(block.type === 'text' ? block.text : block.thinking, step.chunkSize)) {
      if (response.destroyed) return;
      chunk({ [key]: piece });
      if (step.chunkDelayMs !== undefined) await wait(step.chunkDelayMs);
    }
  }
  chunk({}, calls > 0 ? 'tool_calls' : 'stop');
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
