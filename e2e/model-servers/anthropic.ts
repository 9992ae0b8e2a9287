import { eventsOf, messageOf } from './anthropic-stream.ts';
import { type ModelServer, type ScriptedApi, sendJson, serverSentEvent, startScriptedServer } from './scripted-http.ts';

/**
 * A scripted Messages API on loopback, so that the real Claude Code runs without a network.
 * A request that carries tools is the main loop's and takes the next step; every other one (titles, probes) gets "ok".
 */
export function startModelServer(): Promise<ModelServer> {
  const server: ScriptedApi = {
    isMainLoop: (_path, body) => Array.isArray(body['tools']) && body['tools'].length > 0,
    serveOther(_request, response, path) {
      if (path.endsWith('/count_tokens')) sendJson(response, 200, { input_tokens: 100 });
      else if (path.endsWith('/v1/messages')) return false;
      else sendJson(response, 404, errorOf('not_found_error', 'not here'));
      return true;
    },
    errorBody: ({ type, message }) => errorOf(type, message),
    whole: (step, body) => (body['stream'] === true ? undefined : messageOf(step, body['model'])),
    *events(step, body) {
      for (const event of eventsOf(messageOf(step, body['model']), step)) yield serverSentEvent(event, event.type);
    },
    brokenOff: () => serverSentEvent(errorOf('overloaded_error', 'Overloaded'), 'error'),
  };
  return startScriptedServer(server);
}

const errorOf = (type: string, message: string) => ({ type: 'error', error: { type, message } });
