import { runFanout } from '../fanout-run.ts';
import { interleaved, median, type Row } from '../row.ts';

/** The load client answers no marks, so it may get no more than a slow reader may have waiting. */
const fanout = { receivers: 100, bytes: 200, frames: 1000, window: 64 };

export const relayDurable: Row = {
  name: 'relay-durable',
  title: 'Durable Object relay in workerd, flood; a delivery’s CPU, naive partyserver broadcast ÷ relay',
  async run({ rounds }) {
    const results = await interleaved(['naive', 'durable'], rounds, (kind) => runFanout(kind, fanout));
    const of = (kind: 'naive' | 'durable', key: 'perSecond' | 'microsPerDelivery') =>
      median(results[kind].map((result) => result[key]));
    const [naive, durable] = [of('naive', 'microsPerDelivery'), of('durable', 'microsPerDelivery')];
    const delivered = of('durable', 'perSecond') / of('naive', 'perSecond');
    const detail = `${naive.toFixed(2)} ÷ ${durable.toFixed(2)} µs; delivered per second ${delivered.toFixed(1)} ×`;
    return [
      {
        what: 'flood 100 receivers × 200 B',
        value: naive / durable,
        unit: '×',
        better: 'higher',
        gate: 8,
        goal: 25,
        detail,
      },
    ];
  },
};
