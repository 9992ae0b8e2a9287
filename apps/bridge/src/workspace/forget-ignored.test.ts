import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Git, GitResult } from './git.ts';
import { limitsIn, takeSnapshot } from './snapshot.ts';
import { TrackedIgnored } from './tracked-ignored.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ignored-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const answer = (text: string, more: Partial<GitResult> = {}): GitResult => ({
  ...{ stdout: new TextEncoder().encode(text), stderr: '', code: 0, ok: true, timedOut: false, isCut: false },
  ...more,
});

/** A look whose git answers so where it is asked what is ignored, and to take it out of the index. */
function look(ignored: GitResult, removal: GitResult) {
  const git: Git = async ([command, ...args]) => {
    if (command === 'ls-files') return args.includes('-i') ? ignored : answer('');
    if (command === 'write-tree') return answer('0'.repeat(40));
    return removal;
  };
  const tracked = new TrackedIgnored(git, undefined);
  const shadow = { git, folder, prefix: '', gitFolder: folder, isRepository: true, tracked, hidden: [] };
  return takeSnapshot(shadow, limitsIn(true));
}

describe('what came to be ignored', () => {
  const list = answer('private.txt\0');
  it.each([
    ['git was too slow to name it', answer('', { ok: false, timedOut: true }), answer('')],
    ['there is more of it than is read', answer('private.txt\0', { isCut: true }), answer('')],
    ['it could not be taken out of the index', list, answer('', { ok: false, code: 128 })],
  ])('is not shown where %s: that look fails', async (_why, ignored, removal) => {
    expect(await look(ignored, removal)).toMatchObject({ ok: false, reason: 'failed' });
    expect(await look(list, answer(''))).toMatchObject({ ok: true });
  });
});
