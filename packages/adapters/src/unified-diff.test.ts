import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileDiff } from './unified-diff.ts';

describe('the unified diff', () => {
  it('shows a new, a changed and a deleted file as git does', () => {
    expect(fileDiff('a.txt', undefined, 'one\ntwo\n')).toEqual({
      diff: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      added: 2,
      removed: 0,
    });
    expect(fileDiff('a.txt', 'one\ntwo\n', undefined).diff).toBe(
      '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n',
    );
    expect(fileDiff('a.txt', 'same\n', 'same\n')).toEqual({ diff: '', added: 0, removed: 0 });
  });

  it('can be applied by git, whatever changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'diff-'));
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 25; round += 1) {
      const lines = Array.from({ length: random(40) + 1 }, () => `line ${random(9)}`);
      const changed = lines.flatMap((line) => [[line], [], [line, 'new'], ['other']][random(12)] ?? [line]);
      const before = `${lines.join('\n')}\n`;
      const after = changed.join('\n') + (round % 3 === 0 ? '' : '\n');
      const { diff } = fileDiff('file', before, after === '\n' ? '' : after);
      if (diff === '') continue;
      writeFileSync(join(folder, 'file'), before);
      writeFileSync(join(folder, 'patch'), diff);
      execFileSync('git', ['apply', '--unsafe-paths', 'patch'], { cwd: folder });
      expect(readFileSync(join(folder, 'file'), 'utf8')).toBe(after === '\n' ? '' : after);
    }
    rmSync(folder, { recursive: true });
  });
});
