import type { ReviewThread } from '@collagility/protocol/state';
import type { ReviewAnchor } from '@collagility/protocol/workspace';
import type { DiffRow, LineRow } from './diff-rows.ts';

const quoteUnits = 300;

export const quoteOf = (text: string): string =>
  [...text.slice(0, quoteUnits)].filter((character) => !/^[\ud800-\udfff]$/.test(character)).join('');

/** Where a line of a diff is called by: `new:12`. */
export type LineKey = `${'old' | 'new'}:${number}`;
export const keyOf = (side: 'old' | 'new', line: number): LineKey => `${side}:${line}`;

/** A line is spoken of on the side that has it: what was taken out by its old number, all else by its new one. */
export const sideOfRow = (row: LineRow): { side: 'old' | 'new'; line: number } =>
  row.sign === '-' ? { side: 'old', line: row.old ?? 0 } : { side: 'new', line: row.new ?? 0 };

/** Threads at the lines they are about; lines move, so the text that stood there counts more than the number. */
export function placeThreads(
  rows: readonly DiffRow[],
  threads: readonly ReviewThread[],
): { placed: Map<LineKey, ReviewThread[]>; elsewhere: ReviewThread[] } {
  const placed = new Map<LineKey, ReviewThread[]>();
  const elsewhere: ReviewThread[] = [];
  for (const thread of threads) {
    const line = lineOf(rows, thread.anchor);
    if (line === undefined) {
      elsewhere.push(thread);
      continue;
    }
    const key = keyOf(thread.anchor.side, line);
    placed.set(key, [...(placed.get(key) ?? []), thread]);
  }
  return { placed, elsewhere };
}

function lineOf(rows: readonly DiffRow[], anchor: ReviewAnchor): number | undefined {
  const { side, quote } = anchor;
  const wanted = anchor.endLine ?? anchor.line;
  let nearest: number | undefined;
  for (const row of rows) {
    const line = row.kind === 'line' ? row[side] : undefined;
    if (row.kind !== 'line' || line === undefined || quoteOf(row.text) !== quote) continue;
    if (nearest === undefined || Math.abs(line - wanted) < Math.abs(nearest - wanted)) nearest = line;
  }
  return nearest;
}
