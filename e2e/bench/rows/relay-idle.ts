import { openRoom } from '../load-room.ts';
import { interleaved, median, type Row } from '../row.ts';
import { type ServerKind, startServer } from '../server-under-load.ts';

/** Each process may have 20 000 open files here; the server and the clients are two. */
const sockets = 10_000;
/** What has been freed is given back within this. */
const settleMs = 2_000;

export const relayIdle: Row = {
  name: 'relay-idle',
  title: `Node relay, memory per idle socket, ${sockets} sockets, and bare ws`,
  async run() {
    // Memory does not depend on what else runs, so once is enough.
    const results = await interleaved(['plain', 'relay'], 1, idle);
    const relay = median(results.relay);
    const plain = median(results.plain);
    const detail = `${relay.toFixed(2)} ÷ ${plain.toFixed(2)} KB`;
    return [
      { what: 'idle socket', value: relay, unit: 'KB', better: 'lower', gate: 10, goal: 6.5 },
      { what: 'idle socket ÷ bare ws', value: relay / plain, unit: '×', better: 'lower', gate: 1.2, detail },
    ];
  },
};

/** KB of resident memory per socket. */
async function idle(kind: ServerKind): Promise<number> {
  const server = await startServer(kind);
  const before = await server.usage();
  const room = await openRoom(kind, server.port, sockets, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const after = await server.usage();
  room.close();
  await server.stop();
  return (after.rssBytes - before.rssBytes) / sockets / 1024;
}
