import type { TimelineItem } from '@collagility/protocol/state';
import { type Row, rowsOf, turnOf } from './rows.ts';

type Part = { items: readonly TimelineItem[]; rows: Row[] };

/**
 * Folds a long timeline turn by turn, and only those turns again in which something changed: an event costs the same
 * however much of the session is loaded. Older pages that come before change nothing of what is there.
 */
export class RowsCache {
  #parts = new Map<string, Part>();

  rows(items: readonly TimelineItem[]): Row[] {
    const parts = new Map<string, Part>();
    const cuts = cleanCuts(items);
    const rows: Row[] = [];
    for (const [index, from] of cuts.entries()) {
      const to = cuts[index + 1] ?? items.length;
      const first = items[from];
      if (first === undefined) continue;
      const known = this.#parts.get(first.id);
      const part = known !== undefined && isSame(known.items, items, from, to) ? known : fold(items.slice(from, to));
      parts.set(first.id, part);
      for (const row of part.rows) rows.push(row);
    }
    this.#parts = parts;
    return rows;
  }
}

const fold = (items: readonly TimelineItem[]): Part => ({ items, rows: rowsOf(items) });

function isSame(known: readonly TimelineItem[], items: readonly TimelineItem[], from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== items[from + at]) return false;
  return true;
}

/** Prompts before which every turn is over: nothing after them belongs to what stands before. Always begins with 0. */
function cleanCuts(items: readonly TimelineItem[]): number[] {
  const lastOf = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const turn = turnOf(item);
    if (turn !== undefined) lastOf.set(turn, index);
  }
  const cuts = [0];
  let openUntil = -1;
  for (const [index, item] of items.entries()) {
    if (item.kind === 'prompt' && index > 0 && openUntil < index) cuts.push(index);
    const turn = turnOf(item);
    if (turn !== undefined) openUntil = Math.max(openUntil, lastOf.get(turn) ?? index);
  }
  return cuts;
}
