import { X509Certificate } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { openTunnel, proxyFor } from './proxy.ts';

const handshakeTimeoutMs = 10_000;
/** A bundle is at most 256 KiB; what is larger is not from our relay. */
const maxMessageBytes = 512 * 1024;

export type RelaySocket = {
  send(message: Uint8Array | string): void;
  /** Sent, and still in this process. */
  readonly waitingBytes: number;
  close(): void;
  /** Ends at once, without the closing handshake: for a socket that is not answered any more. */
  drop(): void;
};
export type SocketEvents = {
  opened(socket: RelaySocket): void;
  received(message: Uint8Array): void;
  /** Any sign of life that is not a message: the answer to our heartbeat. */
  heard(): void;
  /** `code` 0: it never opened. */
  closed(code: number, reason: string): void;
};
/** Starts one connection; the returned function gives it up. */
export type Dial = (url: URL, events: SocketEvents) => () => void;

/**
 * Dials by `ws`, through the environment's proxy where there is one.
 * `ownCertificate`: the relay is our own listener on loopback, and its certificate names another host. Then exactly
 * this certificate must be shown, whatever it names.
 */
export function dialRelay(env: Readonly<Record<string, string | undefined>>, ownCertificate?: string): Dial {
  return (url, events) => {
    let giveUp = false;
    let webSocket: WebSocket | undefined;
    const start = async () => {
      const proxy = proxyFor(url, env);
      const tunnel = proxy === undefined ? undefined : await openTunnel(proxy, url, handshakeTimeoutMs);
      if (giveUp) return void tunnel?.destroy();
      webSocket = connect(url, tunnel, ownCertificate, events);
    };
    start().catch((error: unknown) => {
      if (!giveUp) events.closed(0, error instanceof Error ? error.message : String(error));
    });
    return () => {
      giveUp = true;
      webSocket?.terminate();
    };
  };
}

function connect(url: URL, tunnel: Socket | undefined, pinned: string | undefined, events: SocketEvents): WebSocket {
  const webSocket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeTimeoutMs,
    followRedirects: false,
    ...(tunnel === undefined ? {} : { agent: tunnelAgent(tunnel, url) }),
    ...(pinned === undefined ? {} : { rejectUnauthorized: false }),
  });
  let problem = '';
  let isClosed = false;
  if (pinned !== undefined) {
    const wanted = new X509Certificate(pinned);
    webSocket.on('upgrade', ({ socket }) => {
      const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (shown?.fingerprint512 === wanted.fingerprint512) return;
      problem = "another program answers on the bridge's own port";
      webSocket.terminate();
    });
  }
  webSocket.on('open', () =>
    events.opened({
      // A socket that is closing takes bytes and sends none. It ends at once, with the code that the relay gave: the other
      // side may never finish, and what is said meanwhile would be lost unnoticed (B46).
      send: (message) => {
        if (webSocket.readyState === WebSocket.OPEN) webSocket.send(message);
        else webSocket.terminate();
      },
      get waitingBytes() {
        return webSocket.bufferedAmount;
      },
      close: () => webSocket.close(1000),
      drop: () => webSocket.terminate(),
    }),
  );
  webSocket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) events.received(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    else events.heard();
  });
  webSocket.on('unexpected-response', (request, response) => {
    problem = `the relay answered with HTTP ${response.statusCode}`;
    request.destroy();
  });
  webSocket.on('error', (error) => {
    if (problem === '') problem = error.message;
    // A handshake that fails ends with `error`, not always with `close`.
    if (webSocket.readyState === WebSocket.CONNECTING) webSocket.terminate();
  });
  webSocket.on('close', (code, reason) => {
    if (isClosed) return;
    isClosed = true;
    events.closed(problem === '' ? code : 0, problem || reason.toString());
  });
  return webSocket;
}

/** An agent that hands the tunnel's socket to the one request that asks for a connection. */
function tunnelAgent(tunnel: Socket, url: URL): HttpAgent {
  if (url.protocol === 'ws:') {
    const agent = new HttpAgent();
    agent.createConnection = () => tunnel;
    return agent;
  }
  const agent = new HttpsAgent();
  agent.createConnection = () => connectTls({ socket: tunnel, servername: url.hostname, ALPNProtocols: ['http/1.1'] });
  return agent;
}
