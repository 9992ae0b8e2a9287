import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import {
  type Json,
  type ModelServer,
  piecesOf,
  type ScriptedApi,
  sendJson,
  startScriptedServer,
} from './scripted-http.ts';

const usage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };
let callCount = 0;

/** A scripted Gemini API (v1beta): answers `:streamGenerateContent` from the script, the rest by itself. */
export function startGeminiServer(): Promise<ModelServer> {
  const server: ScriptedApi = {
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
    whole: (_step, _body, path) => (path.endsWith(':generateContent') ? chunkOf([{ text: '{}' }], 'STOP') : undefined),
    events: eventsOf,
    brokenOff: () => eventOf({ error: { code: 503, message: 'Something went wrong.', status: 'UNAVAILABLE' } }),
  };
  return startScriptedServer(server);
}

function* eventsOf(step: ModelStep): Generator<string> {
  const parts = (step.content ?? [{ type: 'text' as const, text: 'done' }]).flatMap((block): Json[] => {
    if (block.type === 'text') return [...piecesOf(block.text, step.chunkSize)].map((text) => ({ text }));
    if (block.type === 'thinking') return [{ text: `**Thinking**\n${block.thinking}`, thought: true }];
    callCount += 1;
    return [
      {
        functionCall: { id: `call-${callCount}`, name: block.name, args: block.input },
        thoughtSignature: 'c2lnbmF0dXJl',
      },
    ];
  });
  for (const [index, part] of parts.entries())
    yield eventOf(chunkOf([part], index === parts.length - 1 ? 'STOP' : undefined));
}

/** This API ends its lines as the protocol of the web does. */
const eventOf = (data: Json): string => `data: ${JSON.stringify(data)}\r\n\r\n`;

const chunkOf = (parts: Json[], finishReason: string | undefined): Json => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  usageMetadata: usage,
  modelVersion: 'scripted',
});
