import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isLoopback } from './address.ts';
import { createApp, type RelayInfo } from './app.ts';
import type { Budgets } from './budgets.ts';
import type { Log } from './log.ts';
import { Authorities, ownNames } from './node/authorities.ts';
import { NodeRelay } from './node/node-relay.ts';
import { staticFiles } from './node/static-files.ts';
import { sqliteStorage } from './node/storage-sqlite.ts';
import { memoryStorage } from './storage-memory.ts';

export type { Log, LogLine } from './log.ts';

export type NodeRelayOptions = {
  /** Default 127.0.0.1. Anything wider is refused unless `beyondLoopback` says so. */
  host?: string;
  /** Default: a free one. */
  port?: number;
  beyondLoopback?: boolean;
  tls?: { cert: string | Buffer; key: string | Buffer };
  /** The web app's static export; without it this is a relay alone. */
  webRoot?: string;
  /** `memory` for the embedded relay, else the path of one SQLite file. Default: memory. */
  storage?: 'memory' | { file: string };
  /** Public names (`relay.example.com`, `name:8443`) beside loopback's and this machine's own addresses. */
  allowedAuthorities?: readonly string[];
  /** Header in which our own proxy names the caller, for example `cf-connecting-ip`. */
  trustProxyHeader?: string;
  /** Origin of another relay that the served pages dial, for example `https://relay.example.com`. */
  pagesDial?: string;
  /** The pages are a bridge's own: on plain loopback they hold no device longer than the bridge runs (CLG-81). */
  isBridge?: boolean;
  /** Serve `/metrics`. Off by default: guests of an embedded relay reach this listener. */
  metrics?: boolean;
  budgets?: Partial<Budgets>;
  log?: Log;
};

export type RunningRelay = {
  /** `http://127.0.0.1:PORT`, or https with TLS files. */
  url: string;
  port: number;
  /** Takes one more public name, for example a tunnel's once it is known. */
  allowAuthority(name: string): void;
  /** Sockets that are open now. */
  readonly sockets: number;
  close(): Promise<void>;
};

/** Starts the Node relay: the same room and app as on Durable Objects, on Node's sockets. */
export async function startNodeRelay(options: NodeRelayOptions = {}): Promise<RunningRelay> {
  const { host = '127.0.0.1', tls, pagesDial } = options;
  if (!options.beyondLoopback && host !== 'localhost' && !isLoopback(host)) {
    throw new Error(`The relay listens on loopback only unless told otherwise; ${host} reaches further.`);
  }
  const authorities = new Authorities(options.allowedAuthorities);
  const storage =
    options.storage === undefined || options.storage === 'memory'
      ? memoryStorage()
      : sqliteStorage(options.storage.file);
  const relay = new NodeRelay({ ...options, storage, authorities });
  const relayInfo = (request: Request): RelayInfo => ({
    relay: pagesDial ?? null,
    ...(options.isBridge && tls === undefined && isLoopback(new URL(request.url).hostname) && { bound: true }),
  });
  const files = options.webRoot === undefined ? undefined : staticFiles(options.webRoot, () => dialled(pagesDial));
  const app = createApp({
    relayInfo,
    room: () => new Response('This address takes WebSocket connections only.', { status: 426 }),
    ...(files && { files: (request) => files.fetch(request) }),
    ...(options.metrics && { metrics: () => relay.metrics.text() }),
  });
  const listener = getRequestListener((request) => {
    const { host: name, pathname } = new URL(request.url);
    // A page of another name that was pointed at this address gets nothing (DNS rebinding).
    if (pathname !== '/healthz' && !authorities.has(name)) return new Response('Unknown name.', { status: 421 });
    return app.fetch(request);
  });
  const server: Server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener);
  server.on('upgrade', (request, connection, head) => relay.upgrade(request, connection, head));
  const port = await listen(server, host, options.port ?? 0);
  for (const name of ownNames(host, port)) authorities.add(name);
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${shownHost}:${port}`,
    port,
    allowAuthority: (name) => authorities.add(name),
    get sockets() {
      return relay.socketCount;
    },
    close: () => closeAll(server, relay),
  };
}

/** Policy sources for another relay: its pages' fetches and its sockets. */
function dialled(origin: string | undefined): string[] {
  return origin === undefined ? [] : [origin, origin.replace(/^http/, 'ws')];
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function closeAll(server: Server, relay: NodeRelay): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  relay.close();
  server.closeAllConnections();
  await closed;
}
