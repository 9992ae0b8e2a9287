import { Hono } from 'hono';

/** What a page asks its own origin for, to learn where its room's relay is. */
export type RelayInfo = {
  /** Origin of the relay that pages of this origin dial, as `https://host[:port]`; null: their own. */
  relay: string | null;
  /** Set where the asked name is loopback's: another program may have this port, and its pages' storage, tomorrow. */
  bound?: true;
};

export type AppSetup = {
  relayInfo: (request: Request) => RelayInfo;
  /** A request under `/parties/room/<roomId>`; a WebSocket upgrade where this host passes those through. */
  room: (request: Request, roomId: string) => Response | Promise<Response>;
  /** The web app's files. Without it this is a relay alone. */
  files?: (request: Request) => Response | Promise<Response>;
  /** Prometheus text; left out where guests can reach the listener, undefined for who may not read it. */
  metrics?: (request: Request) => string | undefined;
};

export const roomIdPattern = /^[0-9a-f]{32}$/;

/** The one HTTP face of the relay, the same on every host. */
export function createApp(setup: AppSetup): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.get('/relay.json', (context) => {
    // A page from elsewhere may dial this relay, so it may read this too; there is nothing secret in it.
    context.header('Access-Control-Allow-Origin', '*');
    context.header('Cache-Control', 'no-cache');
    return context.json(setup.relayInfo(context.req.raw));
  });
  app.get('/metrics', (context) => {
    const text = setup.metrics?.(context.req.raw);
    if (text === undefined) return context.notFound();
    return context.text(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  app.all('/parties/room/:roomId', (context) => {
    const roomId = context.req.param('roomId');
    if (!roomIdPattern.test(roomId)) return context.text('No such room.', 404);
    if (context.req.header('upgrade')?.toLowerCase() !== 'websocket') {
      return context.text('This address takes WebSocket connections only.', 426, { Upgrade: 'websocket' });
    }
    return setup.room(context.req.raw, roomId);
  });
  app.all('/parties/*', (context) => context.text('No such room.', 404));
  app.on(['GET', 'HEAD'], '*', (context) =>
    setup.files === undefined ? context.text('This is a relay.', 404) : setup.files(context.req.raw),
  );
  app.notFound((context) => context.text('There is nothing here.', 404));
  app.onError((_error, context) => context.text('The relay had an error of its own.', 500));
  return app;
}
