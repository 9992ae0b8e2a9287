/** Lines of context around a change, as git shows them. */
const contextLines = 3;
/** Above this product of changed lines the middle is shown as replaced whole: quadratic time otherwise. */
const maxCells = 4_000_000;

type Line = { sign: ' ' | '+' | '-'; text: string };

const linesOf = (content: string): string[] => {
  if (content === '') return [];
  const lines = content.split('\n');
  if (lines.at(-1) === '') return lines.slice(0, -1);
  // Git's mark for a last line without an end.
  return [...lines.slice(0, -1), `${lines.at(-1)}\n\\ No newline at end of file`];
};

/** The shortest edit between two lists of lines, by the longest common subsequence. */
function edit(before: string[], after: string[]): Line[] {
  const removed = before.map((text): Line => ({ sign: '-', text }));
  const added = after.map((text): Line => ({ sign: '+', text }));
  if (before.length * after.length > maxCells) return [...removed, ...added];
  const width = after.length + 1;
  const best = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      best[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [was, is] = [before[i], after[j]];
    if (was !== undefined && was === is) {
      lines.push({ sign: ' ', text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: was });
      i += 1;
    } else if (is !== undefined) {
      lines.push({ sign: '+', text: is });
      j += 1;
    }
  }
  return lines;
}

function compare(before: string[], after: string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (lines: string[]): Line[] => lines.map((text) => ({ sign: ' ', text }));
  return [
    ...same(before.slice(0, head)),
    ...edit(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

/** Ranges of `lines` that hold changes with their context, close ones joined. */
function hunkRanges(lines: Line[]): Array<{ from: number; to: number }> {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const [index, line] of lines.entries()) {
    if (line.sign === ' ') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(lines.length, index + contextLines + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

const isOld = (line: Line): boolean => line.sign !== '+';
const isNew = (line: Line): boolean => line.sign !== '-';

function hunk(lines: Line[], from: number, to: number): string {
  const start = (side: (line: Line) => boolean): string => {
    const before = lines.slice(0, from).filter(side).length;
    const count = lines.slice(from, to).filter(side).length;
    return `${count === 0 ? before : before + 1},${count}`;
  };
  const body = lines.slice(from, to).map((line) => line.sign + line.text);
  return [`@@ -${start(isOld)} +${start(isNew)} @@`, ...body].join('\n');
}

export type FileDiff = { diff: string; added: number; removed: number };

/** A unified diff as git writes it; `undefined` content is a file that is not there. */
export function fileDiff(path: string, before: string | undefined, after: string | undefined): FileDiff {
  const lines = compare(linesOf(before ?? ''), linesOf(after ?? ''));
  const names = [
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${path}`}`,
  ];
  const hunks = hunkRanges(lines).map(({ from, to }) => hunk(lines, from, to));
  return {
    diff: hunks.length === 0 ? '' : `${[...names, ...hunks].join('\n')}\n`,
    added: lines.filter((line) => line.sign === '+').length,
    removed: lines.filter((line) => line.sign === '-').length,
  };
}
