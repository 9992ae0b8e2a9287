import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acpFactories } from '@collagility/adapters/drivers/acp';
import { describe, expect, test } from 'vitest';
import { keptStream } from './drift/kept-stream.ts';
import { type Recording, recordAgent, saidByAgent } from './drift/record.ts';
import { driftOf, type StreamShape, shapeOf } from './drift/stream-shape.ts';
import { pinnedVersionOf, versionOf } from './installed.ts';

// Not a promise of ours but news of other people's programs: run by `npm run test:agents -- --latest` and `--record`.

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'agents');
const agents: string[] = JSON.parse(process.env['DRIFT_AGENTS'] ?? '[]');
const report = process.env['DRIFT_REPORT'];
const shapeFile = (agent: string): string => join(fixtures, agent, 'shapes', `${pinnedVersionOf(agent)}.json`);

/** Of the agents that speak the Agent Client Protocol the conversations are kept, as goldens read them. */
const isAcp = (agent: string): boolean => acpFactories().some(({ provider }) => provider === agent);

function keepStream(agent: string, { scenario, lines, places }: Recording): void {
  const folder = join(fixtures, agent, pinnedVersionOf(agent), `recorded-${scenario}`);
  mkdirSync(folder, { recursive: true });
  // What becomes of it is read anew: see CONTRIBUTING.md.
  rmSync(join(folder, 'events.jsonl'), { force: true });
  writeFileSync(join(folder, 'stream.jsonl'), keptStream(lines, places));
}

describe('what real agents say', { timeout: 300_000 }, () => {
  test.for(agents)('%s', async (agent) => {
    const recordings = await recordAgent(agent);
    const shape = shapeOf(saidByAgent(recordings));
    const file = shapeFile(agent);
    if (process.env['DRIFT_RECORD'] !== undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(shape, undefined, 1)}\n`);
      if (isAcp(agent)) for (const recording of recordings) keepStream(agent, recording);
      return;
    }
    expect(existsSync(file), `nothing is recorded of ${agent}: npm run test:agents -- ${agent} --record`).toBe(true);
    const before: StreamShape = JSON.parse(readFileSync(file, 'utf8'));
    const lines = driftOf(before, shape);
    const head = `${agent} ${pinnedVersionOf(agent)} → ${versionOf(agent)}: `;
    const words = lines.length === 0 ? 'says what it said\n' : `\n${lines.map((line) => `  ${line}\n`).join('')}`;
    if (report !== undefined) appendFileSync(report, head + words);
    else expect(lines).toEqual([]);
  });
});
