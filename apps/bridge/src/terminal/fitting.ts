import { width } from './style.ts';

/** The cursor's row stays free, and the top one: tmux keeps a screen that is erased whole as history, each second. */
const rowsKept = 2;

/** Rows that lines take on a terminal, which wraps those that are too long. */
export const rowsTaken = (lines: readonly string[], columns: number): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0);

/** Rows that are left beside these lines; negative where they do not fit. */
export const rowsLeft = (lines: readonly string[], columns: number, rows: number): number =>
  rows - rowsKept - rowsTaken(lines, columns);

/** What does not fit is cut at the top: the keys are at the bottom. */
export function fitting(lines: readonly string[], columns: number, rows: number): string[] {
  let free = rowsLeft([], columns, rows);
  const first = lines.findLastIndex((line) => {
    free -= rowsTaken([line], columns);
    return free < 0;
  });
  return lines.slice(first + 1);
}
