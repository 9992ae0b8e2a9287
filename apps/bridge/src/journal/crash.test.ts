import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@collagility/protocol/testing/seeded-random';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendTestTurn, openTestJournal, testTurnsOf } from './test-journal.ts';

const writer = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
const rounds = 8;
const cuts = 150;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets the writer append until it is killed; returns the last event that it said is on disk. */
async function writeUntilKilled(path: string, kind: string, mayKill: () => boolean): Promise<number> {
  const child = spawn(process.execPath, [writer, path, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
    // From the first commit on, each report may be the last one.
    if (mayKill()) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return Number(said.split('\n').at(-2) ?? 0);
}

describe('kill -9', () => {
  const seed = Date.now() % 100_000;
  for (const kind of ['events', 'turns'])
    it(`[B61] [CLG-16] leaves the journal whole at ${rounds} random points while ${kind} are written, with all that was said to be on disk`, async () => {
      const path = join(folder, 'room.sqlite');
      const random = seededRandom(seed);
      for (let round = 0; round < rounds; round += 1) {
        const promised = await writeUntilKilled(path, kind, () => random.next() < 0.05);
        const journal = openTestJournal(path);
        expect(journal.report.lost, `seed ${seed}, round ${round}`).toBe(0);
        expect(journal.store.head().seq, `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(promised);
        if (kind === 'turns') expect(testTurnsOf(journal).isWhole, `seed ${seed}, round ${round}`).toBe(true);
        journal.close();
      }
    });

  it(`[CLG-16] [CLG-64] a log cut at any byte holds whole turns: events, the command that made them and its outcome`, () => {
    const path = join(folder, 'room.sqlite');
    const journal = openTestJournal(path);
    const ends = [0];
    for (const [count, size] of [
      [1, 10],
      [7, 900],
      [3, 5_000],
      [12, 40],
    ] as const) {
      appendTestTurn(journal, count, size);
      ends.push(journal.store.head().seq);
    }
    const logBytes = statSync(`${path}-wal`).size;
    const random = seededRandom(seed);
    const copy = join(folder, 'copy.sqlite');
    const seen = new Set<number>();
    for (let cut = 0; cut < cuts; cut += 1) {
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      truncateSync(`${copy}-wal`, Math.floor(random.next() * (logBytes + 1)));
      const left = openTestJournal(copy);
      const { seq, isWhole } = testTurnsOf(left);
      expect(isWhole, `seed ${seed}, cut ${cut}`).toBe(true);
      expect(ends, `seed ${seed}, cut ${cut}`).toContain(seq);
      seen.add(seq);
      left.close();
    }
    // The cuts met more than one turn, or they prove nothing.
    expect(seen.size).toBeGreaterThan(2);
    journal.close();
  });
});
