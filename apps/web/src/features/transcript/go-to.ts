import type { TimelineItem } from '@collagility/protocol/state';
import type { Row } from './rows.ts';

/** Where the transcript is asked to go. `nonce` makes the same wish new again. */
export type GoTo = { nonce: number } & (
  | { to: 'seq'; seq: number }
  | { to: 'prompt' | 'message'; step: -1 | 1 }
  | { to: 'end' }
);

const itemsOf = (row: Row): readonly TimelineItem[] => {
  switch (row.kind) {
    case 'reads':
    case 'run':
      return row.tools;
    case 'tool':
      return [row.item, ...row.steps];
    case 'turn_end':
    case 'voice':
      return [];
    default:
      return [row.item];
  }
};

/** The row that shows what event `seq` put there; else the last one before it, under which it is folded. */
export function rowOfSeq(rows: readonly Row[], seq: number): Row | undefined {
  let before: Row | undefined;
  for (const row of rows) {
    const items = itemsOf(row);
    if (items.some((item) => item.seq === seq)) return row;
    if ((items[0]?.seq ?? Number.POSITIVE_INFINITY) < seq) before = row;
  }
  return before ?? rows[0];
}

const isPrompt = (row: Row): boolean => row.kind === 'item' && row.item.kind === 'prompt';
const isMessage = (row: Row): boolean => isPrompt(row) || (row.kind === 'text' && row.item.kind === 'text');

/** The next prompt or message from the row at the upper edge; `undefined` where there is none. */
export function rowAfter(
  rows: readonly Row[],
  from: string | undefined,
  kind: 'prompt' | 'message',
  step: -1 | 1,
): Row | undefined {
  const fits = kind === 'prompt' ? isPrompt : isMessage;
  const at = from === undefined ? rows.length : rows.findIndex((row) => row.id === from);
  for (let index = at + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (row !== undefined && fits(row)) return row;
  }
  return undefined;
}
