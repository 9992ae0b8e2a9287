import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentOutput, type Dialect, roundMark } from '../agent-output.ts';
import type { Row } from '../row.ts';
import { cpuMs } from '../row.ts';
import { drivers, program } from './adapters.ts';

const roundBytes = 16e6;
const longLineBytes = 17 * 1024 * 1024;

/** What the process holds while a driver reads a short and a very long stream: the second must not be more. */
export const adapterMemory: Row = {
  name: 'adapter-memory',
  title: 'A driver reads 1 GB: memory at the peak ÷ that of 64 MB of the same (resident set of the reader)',
  async run() {
    const figures = [];
    for (const dialect of ['claude', 'codex', 'acp'] as const) {
      const file = agentOutput(dialect, roundBytes, roundMark);
      // The compiler and the heap need a first one.
      await readRounds(dialect, file, 2);
      const short = await readRounds(dialect, file, 4);
      const long = await readRounds(dialect, file, 64);
      const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
      figures.push({
        what: `${dialect} adapter, 1 GB`,
        value: long.peakBytes / short.peakBytes,
        unit: '×' as const,
        better: 'lower' as const,
        gate: 1.25,
        goal: 1.05,
        detail: `${mb(short.peakBytes)} and ${mb(long.peakBytes)} MB; ${long.errors} errors`,
      });
    }
    return figures;
  },
};

/** One line that is too long is left out, and costs no more than the same bytes in usual lines. */
export const adapterLongLine: Row = {
  name: 'adapter-long-line',
  title: 'A line of 17 MiB in the stream: CPU of the whole ÷ that of as many bytes in usual lines',
  async run({ rounds }) {
    const usual = agentOutput('acp', roundBytes);
    const long = Buffer.concat([usual, Buffer.alloc(longLineBytes, 'x'), Buffer.from('\n')]);
    const same = Buffer.concat([usual, agentOutput('acp', longLineBytes)]);
    const costs = { long: [] as number[], same: [] as number[] };
    for (let round = 0; round < rounds + 2; round++) {
      const refused = await readRounds('acp', long, 1);
      if (refused.errors !== 1) throw new Error(`${refused.errors} errors instead of one for the long line`);
      const read = await readRounds('acp', same, 1);
      // The first two only warm up.
      if (round < 2) continue;
      costs.long.push(refused.cpuMs);
      costs.same.push(read.cpuMs);
    }
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    const value = sum(costs.long) / sum(costs.same);
    return [{ what: 'a line of 17 MiB', value, unit: '×', better: 'lower', gate: 1, goal: 0.75 }];
  },
};

async function readRounds(dialect: Dialect, content: Buffer, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'collagility-bench-'));
  const file = join(folder, 'output.jsonl');
  writeFileSync(file, content);
  const adapter = drivers[dialect]({
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    FLOOD_FILE: file,
    FLOOD_DIALECT: dialect,
    FLOOD_ROUNDS: String(rounds),
  });
  await adapter.initialize({ workspacePath: folder, binaryPath: program });
  const startedMs = cpuMs();
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: 'go' });
  let [peakBytes, errors, count] = [0, 0, 0];
  for await (const event of adapter.streamEvents()) {
    count++;
    if (count % 4096 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    if (event.type === 'ERROR') errors++;
    if (event.type === 'STREAM_END') break;
  }
  const spentMs = cpuMs() - startedMs;
  await adapter.terminate();
  rmSync(folder, { recursive: true, force: true });
  return { peakBytes, errors, cpuMs: spentMs };
}
