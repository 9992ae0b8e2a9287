import { as, type ThreadId } from '@collagility/protocol/ids';
import type { ReviewThread } from '@collagility/protocol/state';
import { describe, expect, test } from 'vitest';
import { placeThreads } from './anchors.ts';
import { rowsOfDiff, sideOf, splitRows } from './diff-rows.ts';

const diff = '@@ -3,3 +3,4 @@ function x\n a\n-b\n+c\n+d\n e\n\\ No newline at end of file\n@@ -20 +21 @@\n-z\n';

describe('a diff as rows', () => {
  test('has the numbers of both sides, the gaps and the notes', () => {
    const rows = rowsOfDiff(diff);
    expect(rows[0]).toEqual({ kind: 'gap', lines: 2, title: 'function x' });
    expect(rows.slice(1, 6)).toEqual([
      { kind: 'line', sign: ' ', old: 3, new: 3, text: 'a' },
      { kind: 'line', sign: '-', old: 4, text: 'b' },
      { kind: 'line', sign: '+', new: 4, text: 'c' },
      { kind: 'line', sign: '+', new: 5, text: 'd' },
      { kind: 'line', sign: ' ', old: 5, new: 6, text: 'e' },
    ]);
    expect(rows[6]).toEqual({ kind: 'note', text: 'No newline at end of file' });
    expect(rows[7]).toEqual({ kind: 'gap', lines: 14, title: '' });
    expect(rows.at(-1)).toEqual({ kind: 'line', sign: '-', old: 20, text: 'z' });
    expect(sideOf(rows, 'old')).toEqual({ code: 'a\nb\ne\nz', numbers: [3, 4, 5, 20] });
  });

  test('stands side by side, what came beside what went', () => {
    const pairs = splitRows(rowsOfDiff(diff)).flatMap((row) =>
      row.kind === 'pair' ? [[row.left?.text, row.right?.text]] : [],
    );
    expect(pairs).toEqual([
      ['a', 'a'],
      ['b', 'c'],
      [undefined, 'd'],
      ['e', 'e'],
      ['z', undefined],
    ]);
  });

  // microsoft/vscode #35428, versionpress/versionpress #1072: the same line came and went, with nothing to be seen.
  test('says which lines end otherwise where that may be all that changed, and nothing where all end so', () => {
    const ends = (text: string) =>
      rowsOfDiff(text).flatMap((row) => (row.kind === 'line' ? [row.hasOtherEnd ?? false] : []));
    expect(ends('@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n')).toEqual([false, true, false]);
    expect(ends('@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n')).toEqual([false, false, false]);
  });

  test('garbage is no rows and no crash', () => {
    for (const text of ['', 'Binary files differ', '@@ -x +y @@', '+only', '\n\n'])
      expect(rowsOfDiff(text)).toEqual([]);
  });

  test('a thread is found where its text is now, not where its number was', () => {
    const rows = rowsOfDiff(diff);
    const thread = (line: number, quote: string, side: 'old' | 'new' = 'new'): ReviewThread => ({
      threadId: as<ThreadId>(`${line}`),
      comments: [],
      anchor: { path: 'x', side, line, quote },
    });
    const moved = thread(90, 'd');
    const gone = thread(4, 'was here');
    const { placed, elsewhere } = placeThreads(rows, [moved, gone, thread(20, 'z', 'old')]);
    expect([...placed.keys()]).toEqual(['new:5', 'old:20']);
    expect(elsewhere).toEqual([gone]);
  });
});
