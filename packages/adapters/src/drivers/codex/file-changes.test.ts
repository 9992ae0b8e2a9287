import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { describe, expect, it } from 'vitest';
import { fileChangesOf } from './file-changes.ts';

const renamed = (diff: string) =>
  fileChangesOf(
    { changes: [{ path: '/app/a.ts', kind: { type: 'update', move_path: '/app/b.ts' }, diff }] },
    'tool',
    '/app',
  )[0];

describe('a file that was renamed', () => {
  it('has its hunks without the words behind them', () => {
    const hunks = '@@ -1 +1 @@\n-a\n+Moved to: nowhere';
    expect(renamed(`${hunks}\n\nMoved to: /app/b.ts\n`)).toMatchObject({
      path: 'b.ts',
      previousPath: 'a.ts',
      change: 'renamed',
      diff: `--- a/a.ts\n+++ b/b.ts\n${hunks}\n`,
    });
    expect(renamed('Moved to: /app/b.ts')).toMatchObject({ change: 'renamed', diff: '' });
  });

  it.each(['Moved to: ', '\n'])('with %j a hundred thousand times is read in no time', (piece) => {
    const startMs = cpuMs();
    renamed(`@@ -1 +1 @@\n+${piece.repeat(100_000)}\n\nx`);
    // Reading the rest of the line again from each of them takes minutes, in which the bridge answers nobody.
    expect(cpuMs() - startMs).toBeLessThan(3_000);
  });
});
