/** A unified diff as rows to draw. Counts in hunk headers are not trusted: what stands there is what is shown. */
export type LineRow = {
  kind: 'line';
  sign: '+' | '-' | ' ';
  /** Line numbers on the two sides. */
  old?: number;
  new?: number;
  text: string;
  /** The line ends with a carriage return, and others that changed do not: that may be all that is different. */
  hasOtherEnd?: true;
};
type GapRow = { kind: 'gap'; lines: number | undefined; title: string };
type NoteRow = { kind: 'note'; text: string };
export type DiffRow = LineRow | GapRow | NoteRow;

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

export function rowsOfDiff(diff: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = 1;
  let newLine = 1;
  let isInHunk = false;
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const found = header.exec(line);
    if (found !== null) {
      const [, oldStart = '1', newStart = '1', title = ''] = found;
      const gap = Number(newStart) - newLine;
      if (gap > 0 || isInHunk) rows.push({ kind: 'gap', lines: gap > 0 ? gap : undefined, title });
      oldLine = Number(oldStart);
      newLine = Number(newStart);
      isInHunk = true;
      continue;
    }
    if (!isInHunk) continue;
    const sign = line[0];
    const text = line.slice(1);
    if (sign === '+') rows.push({ kind: 'line', sign, new: newLine++, text });
    else if (sign === '-') rows.push({ kind: 'line', sign, old: oldLine++, text });
    else if (sign === '\\') rows.push({ kind: 'note', text: text.trim() });
    else rows.push({ kind: 'line', sign: ' ', old: oldLine++, new: newLine++, text });
  }
  markEnds(rows);
  return rows;
}

/** Lines that end in two ways would look the same on both sides. In a file whose lines all end so it is no news. */
function markEnds(rows: readonly DiffRow[]): void {
  const changed = rows.filter((row): row is LineRow => row.kind === 'line' && row.sign !== ' ');
  if (new Set(changed.map(({ text }) => text.endsWith('\r'))).size < 2) return;
  for (const line of changed) if (line.text.endsWith('\r')) line.hasOtherEnd = true;
}

/** Two columns: what was taken out beside what came in its place. */
export type SplitRow = { kind: 'pair'; left?: LineRow; right?: LineRow } | GapRow | NoteRow;

export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const split: SplitRow[] = [];
  let removed: LineRow[] = [];
  let added: LineRow[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [left, right] = [removed[at], added[at]];
      split.push({ kind: 'pair', ...(left && { left }), ...(right && { right }) });
    }
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'line' && row.sign === '-') {
      if (added.length > 0) flush();
      removed.push(row);
    } else if (row.kind === 'line' && row.sign === '+') added.push(row);
    else {
      flush();
      split.push(row.kind === 'line' ? { kind: 'pair', left: row, right: row } : row);
    }
  }
  flush();
  return split;
}

export type Side = { code: string; numbers: number[] };

/** The lines of one side in one piece, to be coloured. */
export function sideOf(rows: readonly DiffRow[], side: 'old' | 'new'): Side {
  const lines: string[] = [];
  const numbers: number[] = [];
  for (const row of rows) {
    const number = row.kind === 'line' ? row[side] : undefined;
    if (row.kind !== 'line' || number === undefined) continue;
    lines.push(row.text);
    numbers.push(number);
  }
  return { code: lines.join('\n'), numbers };
}
