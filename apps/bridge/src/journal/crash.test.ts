import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openTestJournal } from './test-journal.ts';

const writer = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
const rounds = 8;

it(`[B61] [CLG-16] is whole after kill -9 at ${rounds} random points while appending, and has all that was said to be on disk`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-crash-'));
  const path = join(folder, 'room.sqlite');
  const seed = Date.now() % 100_000;
  let random = seed;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (text: string) => {
        said += text;
        random = (random * 48_271) % 0x7fffffff;
        // From the first commit on, each report may be the last one.
        if (random % 20 === 0) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const promised = Number(said.split('\n').at(-2) ?? 0);
      const journal = openTestJournal(path);
      expect(journal.report.lost, `seed ${seed}, round ${round}`).toBe(0);
      expect(journal.store.head().seq, `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(promised);
      journal.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
