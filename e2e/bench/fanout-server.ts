// One server under load, in a process of its own: `relay` is ours, `plain` is a bare `ws` broadcast.
import { createServer } from 'node:http';
import { startNodeRelay } from '@collagility/relay/node';
import { type WebSocket, WebSocketServer } from 'ws';

const unlimited = { perSecond: 1e12, burst: 1e12 };
/** More than any run opens. */
const manySockets = 20_000;

async function start(kind: string | undefined): Promise<number> {
  if (kind === 'relay') {
    const relay = await startNodeRelay({
      budgets: {
        hostFrames: unlimited,
        hostBytes: unlimited,
        addressJoins: unlimited,
        socketsPerAddress: manySockets,
        socketsPerRoom: manySockets,
        unprovenPerRoom: manySockets,
        // The first of ten thousand is silent while the last ones come in.
        silentCloseMs: 3_600_000,
      },
    });
    return relay.port;
  }
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const all = new Set<WebSocket>();
  sockets.on('connection', (socket) => {
    all.add(socket);
    socket.on('close', () => all.delete(socket));
    socket.on('message', (message: Buffer) => {
      for (const other of all) if (other !== socket) other.send(message, { binary: true });
    });
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

process.on('message', (word) => {
  // V8 gives the pages of its garbage back when it likes; at this word, now.
  if (word === 'held') globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  else globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.send?.({ port: await start(process.argv[2]) });
