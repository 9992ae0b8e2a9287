import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitResult } from './git.ts';
import { TrackedIgnored } from './tracked-ignored.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tracked-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const answer = (text: string, timedOut = false): GitResult => {
  const stdout = new TextEncoder().encode(text);
  return { stdout, stderr: '', code: timedOut ? undefined : 0, ok: !timedOut, timedOut, isCut: false };
};

describe('the ignored files of an index', () => {
  it('are still those of before where git was too slow, and are asked for again by the next look', async () => {
    const index = join(root, 'index');
    writeFileSync(index, '1');
    const answers = [answer('deps.lock\0'), answer('', true), answer('deps.lock\0own.lock\0')];
    const tracked = new TrackedIgnored(async () => answers.shift() ?? answer(''), index);
    expect([...(await tracked.look(false)).paths]).toEqual(['deps.lock']);
    writeFileSync(index, '22');
    expect(await tracked.look(false)).toEqual({ paths: new Set(['deps.lock']), isNew: false });
    expect(await tracked.look(false)).toEqual({ paths: new Set(['deps.lock', 'own.lock']), isNew: true });
    expect((await tracked.look(false)).isNew).toBe(false);
    answers.push(answer('', true));
    tracked.beginAnew();
    expect(await tracked.look(false)).toEqual({ paths: new Set(['deps.lock', 'own.lock']), isNew: true });
  });
});
