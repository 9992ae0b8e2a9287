import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { listOf } from '../agents/prompt-seen.ts';
import {
  type Json,
  type ModelServer,
  piecesOf,
  type ScriptedApi,
  sendJson,
  serverSentEvent,
  startScriptedServer,
} from './scripted-http.ts';

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
let callCount = 0;

/** Questions without tools (titles, summaries), and those about a turn that is over, get "ok". */
const hasTools = (body: Json): boolean =>
  Array.isArray(body['tools']) && body['tools'].length > 1 && !isAboutTheEnd(body['messages']);

/** Grok sums up a turn behind its last answer, with all its tools: in the place of a prompt stands a note of its own. */
function isAboutTheEnd(messages: unknown): boolean {
  const [answer, note] = listOf(messages).slice(-2);
  if (note?.['role'] !== 'user' || answer?.['role'] !== 'assistant' || answer['tool_calls'] !== undefined) return false;
  return /^<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(String(note['content']));
}

/** A scripted Chat Completions API, for agents that have no tools too: there the main loop is what is streamed. */
export const startPlainChatServer = (): Promise<ModelServer> => startChatServer((body) => body['stream'] === true);

/** A scripted Chat Completions API. */
export function startChatServer(isMainLoop = hasTools): Promise<ModelServer> {
  const server: ScriptedApi = {
    isMainLoop: (_path, body) => isMainLoop(body),
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
    whole: (step, body) => (body['stream'] === true ? undefined : wholeOf(step, body)),
    events: eventsOf,
    brokenOff: () => serverSentEvent({ error: { message: 'Something went wrong.', type: 'server_error' } }),
  };
  return startScriptedServer(server);
}

const blocksOf = (step: ModelStep) => step.content ?? [{ type: 'text' as const, text: 'done' }];

function wholeOf(step: ModelStep, body: Json): Json {
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

function* eventsOf(step: ModelStep, body: Json): Generator<string> {
  callCount += 1;
  const id = callCount;
  const base = {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: body['model'],
  };
  const event = (more: Json) => serverSentEvent({ ...base, ...more });
  const chunk = (delta: Json, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason }] });
  yield chunk({ role: 'assistant', content: '' });
  let calls = 0;
  for (const block of blocksOf(step)) {
    if (block.type === 'tool_use') {
      const call = { name: block.name, arguments: JSON.stringify(block.input) };
      yield chunk({ tool_calls: [{ index: calls, id: `call_${id}_${calls}`, type: 'function', function: call }] });
      calls += 1;
      continue;
    }
    const key = block.type === 'text' ? 'content' : 'reasoning_content';
    const text = block.type === 'text' ? block.text : block.thinking;
    for (const piece of piecesOf(text, step.chunkSize)) yield chunk({ [key]: piece });
  }
  yield chunk({}, calls > 0 ? 'tool_calls' : 'stop');
  yield event({ choices: [], usage });
  yield 'data: [DONE]\n\n';
}
