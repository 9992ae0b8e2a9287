/** Which rows are in the page: pure, so that every jump and every page of history can be tried without a browser. */

/** Rows `from` up to but not `to`. */
export type Range = { from: number; to: number };

export type View = {
  /** Height of each row in px: measured, or a guess. */
  heights: readonly number[];
  /** Edges of what is seen, from the top of the first row. */
  top: number;
  bottom: number;
};

/** Rows beyond both edges that are there before they are seen. */
export const aheadPx = 1000;
/** Rows stay until they are this far away, so that going to and fro builds nothing anew. */
const keepPx = 2500;
/** Rows built ahead in one step: a step has to fit into a frame beside everything else. */
const maxAheadRows = 8;

/** The rows that touch the stretch from `top` to `bottom`; at least one where there are any. */
export function rowsBetween(heights: readonly number[], top: number, bottom: number): Range {
  let from = 0;
  let y = 0;
  while (from < heights.length - 1 && y + (heights[from] ?? 0) <= top) {
    y += heights[from] ?? 0;
    from += 1;
  }
  let to = from;
  while (to < heights.length && (to === from || y < bottom)) {
    y += heights[to] ?? 0;
    to += 1;
  }
  return { from, to };
}

/** The last rows that fill `px`. */
export function tailRows(heights: readonly number[], px: number): Range {
  let from = heights.length;
  for (let y = 0; from > 0 && y < px; from -= 1) y += heights[from - 1] ?? 0;
  return { from, to: heights.length };
}

/**
 * The next step from `current` to what should be there: what is seen at once, what comes next a few rows at a time.
 * Gives `current` itself where nothing is to be done; call it again until it does.
 */
export function stepTo(current: Range, { heights, top, bottom }: View): Range {
  const seen = rowsBetween(heights, top, bottom);
  const ahead = rowsBetween(heights, top - aheadPx, bottom + aheadPx);
  const keep = rowsBetween(heights, top - keepPx, bottom + keepPx);
  const kept = { from: Math.max(current.from, keep.from), to: Math.min(current.to, keep.to) };
  const touches = kept.from <= seen.to && kept.to >= seen.from && kept.from < kept.to;
  const base = touches ? { from: Math.min(kept.from, seen.from), to: Math.max(kept.to, seen.to) } : seen;
  let budget = maxAheadRows;
  let { from, to } = base;
  while (budget > 0 && (from > ahead.from || to < ahead.to)) {
    if (to < ahead.to) to += 1;
    if (from > ahead.from) from -= 1;
    budget -= 1;
  }
  return from === current.from && to === current.to ? current : { from, to };
}

export const heightOf = (heights: readonly number[], from: number, to: number): number => {
  let sum = 0;
  for (let at = from; at < to; at++) sum += heights[at] ?? 0;
  return sum;
};

/** The same rows after others came before them: by the row that was first. */
export function moved(range: Range, before: readonly { id: string }[], after: readonly { id: string }[]): Range {
  const first = before[0];
  if (first === undefined || after[0]?.id === first.id) return clamp(range, after.length);
  // A row may have become part of another one; then the distance from the end is the best guess.
  const found = after.findIndex(({ id }) => id === first.id);
  const shift = found === -1 ? after.length - before.length : found;
  return clamp({ from: range.from + shift, to: range.to + shift }, after.length);
}

const clamp = ({ from, to }: Range, length: number): Range => {
  const end = Math.min(Math.max(0, to), length);
  return { from: Math.min(Math.max(0, from), end), to: end };
};
