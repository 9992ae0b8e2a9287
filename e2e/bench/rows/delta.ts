import { openDeltaRoom } from '../delta-room.ts';
import { openWs } from '../open-ws.ts';
import { interleaved, median, percentile, type Row } from '../row.ts';
import { startServer } from '../server-under-load.ts';

const samples = 250;
/** A session is long, and its code compiled: so many go before, without a pause. */
const warmUp = 2_000;
/** A fast agent's deltas. */
const paceMs = 8;
const text = `${'the words of the agent '.repeat(9).slice(0, 199)}\n`;

/** Sends one delta; `onArrived` of the run is called when it is there. */
type Lane = { send(number: number): void; close(): Promise<void> };

export const delta: Row = {
  name: 'delta',
  title: 'delta leaves the window at the bridge → shown by a client behind the relay ÷ the same bytes through bare ws',
  async run({ rounds }) {
    const results = await interleaved(['plain', 'room'], Math.max(5, rounds), measure);
    const of = (share: number) => {
      const at = (runs: number[][]) => median(runs.map((run) => percentile(run, share)));
      const [room, plain] = [at(results.room), at(results.plain)];
      return { value: room / plain, detail: `${room.toFixed(3)} ÷ ${plain.toFixed(3)} ms` };
    };
    const common = { unit: '×', better: 'lower' } as const;
    return [
      { what: 'delta p50', ...of(0.5), ...common, gate: 1.5, goal: 1.2 },
      { what: 'delta p99', ...of(0.99), ...common, gate: 2, goal: 1.5 },
    ];
  },
};

async function measure(kind: 'plain' | 'room'): Promise<number[]> {
  const server = await startServer(kind === 'room' ? 'relay' : 'plain');
  let arrived: (number: number) => void = () => undefined;
  const lane = await (kind === 'room' ? roomLane : plainLane)(server.port, (number) => arrived(number));
  const latenciesMs: number[] = [];
  for (let number = 0; number < warmUp + samples; number++) {
    const startedAt = performance.now();
    const isThere = new Promise<void>((resolve) => {
      arrived = (which) => {
        if (which !== number) return;
        latenciesMs.push(performance.now() - startedAt);
        resolve();
      };
    });
    lane.send(number);
    await isThere;
    if (number >= warmUp) await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  await lane.close();
  await server.stop();
  return latenciesMs.slice(warmUp);
}

async function plainLane(port: number, onArrived: (number: number) => void): Promise<Lane> {
  const url = `ws://127.0.0.1:${port}`;
  const reader = await openWs(url, (message) => onArrived(Number(JSON.parse(String(message)).d[0].o) / text.length));
  const writer = await openWs(url, () => undefined);
  return {
    send: (number) => writer.send(JSON.stringify({ d: [{ k: 'text', b: 'm:0', o: number * text.length, x: text }] })),
    close: async () => {
      reader.terminate();
      writer.terminate();
    },
  };
}

async function roomLane(port: number, onArrived: (number: number) => void): Promise<Lane> {
  const room = await openDeltaRoom(port, (view) => {
    const length = view.live['m:0']?.x.length ?? 0;
    onArrived(length / text.length - 1);
  });
  return {
    send: (number) => room.flushNow({ k: 'text', b: 'm:0', o: number * text.length, x: text }),
    close: async () => room.close(),
  };
}
