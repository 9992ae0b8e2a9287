import { runFanout } from '../fanout-run.ts';
import { type Figure, interleaved, median, type Row } from '../row.ts';

const cases = [
  { what: '100 receivers × 200 B', receivers: 100, bytes: 200, frames: 4000, window: 64, gate: 5, goal: 15 },
  { what: '100 receivers × 2 KB', receivers: 100, bytes: 2048, frames: 1500, window: 16, gate: 3, goal: 5 },
  { what: '1000 receivers × 200 B', receivers: 1000, bytes: 200, frames: 400, window: 16, gate: 3, goal: 6 },
  { what: '1000 receivers × 2 KB', receivers: 1000, bytes: 2048, frames: 200, window: 8, gate: 2, goal: 3 },
];

export const relayFlood: Row = {
  name: 'relay-flood',
  title: 'Node relay, flood; a delivery’s CPU at the server, bare ws broadcast ÷ relay',
  async run({ rounds }) {
    const figures: Figure[] = [];
    for (const { what, gate, goal, ...fanout } of cases) {
      const results = await interleaved(['plain', 'relay'], rounds, (kind) => runFanout(kind, fanout));
      const of = (kind: 'plain' | 'relay', key: 'perSecond' | 'microsPerDelivery') =>
        median(results[kind].map((result) => result[key]));
      const plain = of('plain', 'microsPerDelivery');
      const relay = of('relay', 'microsPerDelivery');
      const delivered = of('relay', 'perSecond') / of('plain', 'perSecond');
      // Of the rates the load client has its share, the more the fuller the machine; of the server's CPU it has none.
      const detail = `${plain.toFixed(2)} ÷ ${relay.toFixed(2)} µs; delivered per second ${delivered.toFixed(1)} ×`;
      figures.push({ what: `flood ${what}`, value: plain / relay, unit: '×', better: 'higher', gate, goal, detail });
    }
    return figures;
  },
};
