import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordAgent } from './drift/record.ts';
import { driftOf, type StreamShape, shapeOf } from './drift/stream-shape.ts';
import { pinnedVersionOf, versionOf } from './installed.ts';

// Not a promise of ours but news of other people's programs: run by `npm run test:agents -- --latest` and `--record`.

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'agents');
const agents: string[] = JSON.parse(process.env['DRIFT_AGENTS'] ?? '[]');
const report = process.env['DRIFT_REPORT'];
const shapeFile = (agent: string): string => join(fixtures, agent, 'shapes', `${pinnedVersionOf(agent)}.json`);

describe('what real agents say', { timeout: 300_000 }, () => {
  test.for(agents)('%s', async (agent) => {
    const shape = shapeOf(await recordAgent(agent));
    const file = shapeFile(agent);
    if (process.env['DRIFT_RECORD'] !== undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(shape, undefined, 1)}\n`);
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
