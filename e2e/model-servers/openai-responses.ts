import { eventsOf, failedEvent } from './openai-responses-stream.ts';
import { type ModelServer, type ScriptedApi, sendJson, serverSentEvent, startScriptedServer } from './scripted-http.ts';

const titleQuestion = 'Your task is to generate a very short title';

/**
 * A scripted OpenAI Responses API on loopback, so that the real Codex runs without a network. Each request takes the
 * next step, also a summary, which is a turn of its own; only the title that Codex over ACP asks for on the side does not.
 */
export async function startResponsesServer(): Promise<ModelServer> {
  const server: ScriptedApi = {
    isMainLoop: (_path, body) => !JSON.stringify(body['input'] ?? '').includes(titleQuestion),
    serveOther(request, response, path) {
      if (request.method === 'POST' && path.endsWith('/responses')) return false;
      sendJson(response, 404, { error: { message: 'not here', type: 'not_found', code: null } });
      return true;
    },
    errorBody: ({ type, message }) => ({ error: { message, type, code: type } }),
    whole: () => undefined,
    *events(step, body) {
      // A fault with status 200 is one that the stream itself tells of.
      const events = step.error === undefined ? eventsOf(step, body['model']) : [failedEvent(step.error)];
      for (const event of events) yield serverSentEvent(event, event.type);
    },
    brokenOff() {
      const event = failedEvent({ type: 'server_error', message: 'Something went wrong.' });
      return serverSentEvent(event, event.type);
    },
  };
  const started = await startScriptedServer(server);
  return Object.assign(started, { url: `${started.url}/v1` });
}
