// One server under load, in a process of its own: `relay` is ours, `plain` is a bare `ws` broadcast.
import { createServer } from 'node:http';
import { startNodeRelay } from '@collagility/relay/node';
import { WebSocketServer } from 'ws';

const unlimited = { perSecond: 1e12, burst: 1e12 };

async function start(kind) {
  if (kind === 'relay') {
    const relay = await startNodeRelay({
      budgets: { hostFrames: unlimited, hostBytes: unlimited, socketsPerRoom: 20_000, unprovenPerRoom: 20_000 },
    });
    return relay.port;
  }
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const all = new Set();
  sockets.on('connection', (socket) => {
    all.add(socket);
    socket.on('close', () => all.delete(socket));
    socket.on('message', (message) => {
      for (const other of all) if (other !== socket) other.send(message, { binary: true });
    });
  });
  await new Promise((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  return server.address().port;
}

process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.send({ port: await start(process.argv[2]) });
