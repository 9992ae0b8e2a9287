import { openRoom } from '../load-room.ts';
import { interleaved, median, type Row } from '../row.ts';
import { type ServerKind, startServer } from '../server-under-load.ts';

/** Each process may have 20 000 open files here; the server and the clients are two. */
const sockets = 10_000;
/** Code is compiled and first buffers are there after these: what follows is the sockets'. */
const firstSockets = 500;
/** What has been freed is given back within this. */
const settleMs = 2_000;

/** KB a socket: as the process stands after all came in, and what they hold once the garbage of coming in is gone. */
type PerSocket = { standing: number; held: number };

export const relayIdle: Row = {
  name: 'relay-idle',
  title: `Node relay, memory per idle socket, ${sockets} sockets, and bare ws`,
  async run() {
    // Memory does not depend on what else runs, so once is enough.
    const { relay, plain } = await interleaved(['plain', 'relay'], 1, idle);
    const of = (runs: PerSocket[], part: keyof PerSocket) => median(runs.map((run) => run[part]));
    const both = (part: keyof PerSocket) => `${of(relay, part).toFixed(2)} ÷ ${of(plain, part).toFixed(2)} KB`;
    const common = { better: 'lower' } as const;
    const held = of(relay, 'held') / of(plain, 'held');
    return [
      {
        what: 'idle socket',
        value: of(relay, 'standing'),
        unit: 'KB',
        ...common,
        gate: 10,
        goal: 6.5,
        detail: both('standing'),
      },
      { what: 'idle socket, held ÷ bare ws', value: held, unit: '×', ...common, gate: 1.2, detail: both('held') },
    ];
  },
};

async function idle(kind: ServerKind): Promise<PerSocket> {
  const server = await startServer(kind);
  const empty = await server.usage();
  const first = await openRoom(kind, server.port, firstSockets, () => undefined);
  const heldAtFirst = await server.heldBytes();
  const rest = await openRoom(kind, server.port, sockets - firstSockets, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const standing = await server.usage();
  const heldAtLast = await server.heldBytes();
  first.close();
  rest.close();
  await server.stop();
  const kilobytes = (bytes: number, count: number) => bytes / count / 1024;
  return {
    standing: kilobytes(standing.rssBytes - empty.rssBytes, sockets),
    held: kilobytes(heldAtLast - heldAtFirst, sockets - firstSockets),
  };
}
