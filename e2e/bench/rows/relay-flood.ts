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
  title: 'Node relay, flood; delivered per second ÷ bare ws broadcast',
  async run({ rounds }) {
    const figures: Figure[] = [];
    for (const { what, gate, goal, ...fanout } of cases) {
      const results = await interleaved(['plain', 'relay'], rounds, (kind) => runFanout(kind, fanout));
      const plain = median(results.plain.map((result) => result.perSecond));
      const relay = median(results.relay.map((result) => result.perSecond));
      const cpu = (kind: 'plain' | 'relay') => median(results[kind].map((result) => result.microsPerDelivery));
      figures.push({
        what: `flood ${what}`,
        value: relay / plain,
        unit: '×',
        better: 'higher',
        gate,
        goal,
        detail: `${kilo(relay)} ÷ ${kilo(plain)} per s; CPU ${cpu('relay').toFixed(2)} : ${cpu('plain').toFixed(2)} µs per delivery`,
      });
    }
    return figures;
  },
};

const kilo = (perSecond: number): string => `${(perSecond / 1000).toFixed(0)}k`;
