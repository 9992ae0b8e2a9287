import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownObjects } from './own-objects.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'own-objects-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const object = (at: number) => at.toString(16).padStart(38, '0');
function fill(source: string, folder: string, names: string[]): void {
  mkdirSync(join(source, folder), { recursive: true });
  for (const name of names) writeFileSync(join(source, folder, name), 'x');
}
const namesBelow = (folder: string) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);

describe('the objects of a repository', () => {
  it.each([
    ['objects', 'ab', Array.from({ length: 21 }, (_, at) => object(at))],
    ['names that are no objects', 'ab', Array.from({ length: 21 }, (_, at) => `name-${at}`)],
    ['packs', 'pack', Array.from({ length: 21 }, (_, at) => `pack-${at}.idx`)],
    ['folders', '', Array.from({ length: 21 }, (_, at) => `name-${at}`)],
  ])('with %s beyond any measure are lent, and none is taken', async (_what, folder, names) => {
    const source = join(root, 'source');
    fill(source, folder, names);
    const target = join(root, 'target');
    expect(await ownObjects(source, target, { copiedBytes: 1_000, files: 20 })).toBe(false);
    expect(namesBelow(target)).toEqual([]);
    expect(await ownObjects(source, target, { copiedBytes: 1_000, files: 2_000 })).toBe(true);
  });

  // A disk of its own, on which nothing can be linked.
  const otherDisk = '/dev/shm';
  const isOther = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev;
  it.skipIf(!isOther)('are whole under their name at every moment, as we may be ended in between', async () => {
    const source = mkdtempSync(join(otherDisk, 'objects-'));
    try {
      const bytes = 48 * 1024 * 1024;
      mkdirSync(join(source, 'ab'));
      writeFileSync(join(source, 'ab', object(1)), Buffer.alloc(bytes, 7));
      const target = join(root, 'target');
      const sizes = new Set<number>();
      let isOver = false;
      const copied = ownObjects(source, target).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const found = statSync(join(target, 'ab', object(1)), { throwIfNoEntry: false });
        if (found !== undefined) sizes.add(found.size);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(await copied).toBe(true);
      sizes.add(statSync(join(target, 'ab', object(1))).size);
      expect([...sizes]).toEqual([bytes]);
      expect(readdirSync(join(target, 'ab'))).toEqual([object(1)]);
    } finally {
      rmSync(source, { recursive: true });
    }
  });
});
