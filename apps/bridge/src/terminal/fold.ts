import { units, width } from './style.ts';

type Cell = { text: string; columns: number };

const sgr = /(\u001b\[[\d;]*m)/;

/** One line, styled or not, as rows of at most `columns`: nothing is left out, and its indent stays. */
export function fold(line: string, columns: number): string[] {
  if (width(line) <= columns) return [line];
  const indent = ' '.repeat(Math.min(line.length - line.trimStart().length, Math.floor(columns / 3)));
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let used = 0;
  const free = () => columns - (rows.length === 0 ? 0 : indent.length);
  for (const cell of cellsOf(line)) {
    while (used > 0 && used + cell.columns > free()) {
      const at = breakOf(row);
      rows.push(row.slice(0, at));
      row = row.slice(row[at]?.text === ' ' ? at + 1 : at);
      used = row.reduce((sum, { columns }) => sum + columns, 0);
    }
    if (used === 0 && rows.length > 0 && cell.text === ' ') continue;
    row.push(cell);
    used += cell.columns;
  }
  return styled([...rows, row]).map((text, at) => (at === 0 ? text : indent + text));
}

/** At the last blank between words; in a word that is too long, at its end. */
function breakOf(row: readonly Cell[]): number {
  const blank = row.findLastIndex(({ text }) => text === ' ');
  const word = row.findIndex(({ text, columns }) => columns > 0 && text !== ' ');
  return blank > word && word !== -1 ? blank : row.length;
}

function* cellsOf(line: string): Generator<Cell> {
  for (const part of line.split(sgr)) {
    if (sgr.test(part)) yield { text: part, columns: 0 };
    else yield* units(part);
  }
}

/** What is on at a row's end is put out there and on again in the next: beside it stand frames. */
function styled(rows: readonly Cell[][]): string[] {
  let on: string[] = [];
  return rows.map((row) => {
    const before = on.join('');
    for (const { text } of row) {
      if (!sgr.test(text)) continue;
      on = closes(text) ? on.filter((open) => closerOf(open) !== text) : [...on, text];
    }
    return `${before}${row.map(({ text }) => text).join('')}${on.toReversed().map(closerOf).join('')}`;
  });
}

const closes = (code: string) => /\[(?:22|39)m$/.test(code);
const closerOf = (open: string) => (open === '\u001b[1m' ? '\u001b[22m' : '\u001b[39m');
