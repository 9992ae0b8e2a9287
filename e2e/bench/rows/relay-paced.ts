import { runFanout } from '../fanout-run.ts';
import { interleaved, median, type Row } from '../row.ts';

export const relayPaced: Row = {
  name: 'relay-paced',
  title: 'Node relay, 60 frames/s to 100 receivers ÷ bare ws broadcast',
  async run({ rounds }) {
    const fanout = { receivers: 100, bytes: 200, frames: 300, perSecond: 60 };
    const results = await interleaved(['plain', 'relay'], Math.max(5, rounds), (kind) => runFanout(kind, fanout));
    const of = (key: 'p50Ms' | 'p99Ms' | 'microsPerDelivery') => {
      const [relay, plain] = [results.relay, results.plain].map((all) => median(all.map((result) => result[key])));
      const [ours = Number.NaN, anchor = Number.NaN] = [relay, plain];
      return { ours, anchor, value: ours / anchor };
    };
    const [p50, p99, cpu] = [of('p50Ms'), of('p99Ms'), of('microsPerDelivery')];
    const behind = ({ ours, anchor }: typeof p50, unit: string) => `${ours.toFixed(2)} ÷ ${anchor.toFixed(2)} ${unit}`;
    const common = { unit: '×', better: 'lower' } as const;
    return [
      { what: 'paced p50', value: p50.value, ...common, detail: behind(p50, 'ms') },
      { what: 'paced p99', value: p99.value, ...common, gate: 1.25, goal: 1.05, detail: behind(p99, 'ms') },
      { what: 'paced CPU per delivery', value: cpu.value, ...common, gate: 1.1, goal: 1.05, detail: behind(cpu, 'µs') },
    ];
  },
};
