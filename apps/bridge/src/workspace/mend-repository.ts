import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';

/**
 * Our own repository after a crash: a git that was killed leaves a lock that nobody gives back, and a computer that lost
 * its power leaves files without content. Nobody else works in it, so what stands in the way is taken away: the index is
 * made anew by the next look, the rest by `git init`. Called before the first git.
 */
export function mendRepository(gitFolder: string): void {
  for (const folder of [gitFolder, join(gitFolder, 'refs'), join(gitFolder, 'refs', 'checkpoints')]) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) if (name.endsWith('.lock')) rmSync(join(folder, name), { force: true });
  }
  const head = join(gitFolder, 'HEAD');
  if (!existsSync(head)) return;
  if (!/^ref: refs\/\S+\n?$/.test(readSmallFile(head, maxHeadBytes) ?? '')) rmSync(head, { force: true });
  for (const name of ['refs', 'objects']) mkdirSync(join(gitFolder, name), { recursive: true, mode: 0o700 });
  const index = join(gitFolder, 'index');
  if (existsSync(index) && !isWhole(readFileSync(index))) rmSync(index, { force: true });
}

const maxHeadBytes = 4 * 1024;

/** Git writes the sum of all that stands before at the end of an index, and does not look at it again when it reads. */
function isWhole(index: Buffer): boolean {
  return [
    { name: 'sha1', bytes: 20 },
    { name: 'sha256', bytes: 32 },
  ].some(({ name, bytes }) => {
    const end = index.length - bytes;
    return end > 0 && createHash(name).update(index.subarray(0, end)).digest().equals(index.subarray(end));
  });
}
