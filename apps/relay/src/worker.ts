import type { Hono } from 'hono';
import { routePartykitRequest } from 'partyserver';
import { createApp } from './app.ts';
import { metrics } from './durable-object.ts';

export { DurableRoom } from './durable-object.ts';

let app: { env: Cloudflare.Env; hono: Hono } | undefined;

/** The Worker: the web app's files, the relay's own answers, and one Durable Object per room. */
export default {
  async fetch(request, env) {
    if (app?.env !== env) app = { env, hono: appFor(env) };
    return app.hono.fetch(request);
  },
} satisfies ExportedHandler<Cloudflare.Env>;

function appFor(env: Cloudflare.Env): Hono {
  return createApp({
    relayInfo: () => ({ relay: null }),
    async room(request, roomId) {
      // Nothing of the caller's query goes on: it would end up in the socket's small stored state.
      const plain = new Request(`${new URL(request.url).origin}/parties/room/${roomId}`, request);
      return (await routePartykitRequest(plain, env)) ?? new Response('No such room.', { status: 404 });
    },
    files: (request) => env.ASSETS.fetch(request),
    metrics: (request) => (mayReadMetrics(request, env.METRICS_TOKEN) ? metrics.text() : undefined),
  });
}

const mayReadMetrics = (request: Request, token: string | undefined): boolean =>
  token !== undefined && token !== '' && request.headers.get('authorization') === `Bearer ${token}`;
