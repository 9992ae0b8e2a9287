import type { DoorView } from './live-view.ts';
import { safeText } from './safe-text.ts';
import { cut, elapsed, flow, type Style, wrap } from './style.ts';

/** Cards beyond these are counted, not listed: the page has the whole list. */
export const maxDoorRows = 3;

/** Who waits at the door, the first of them with its keys; with no place for one card it says so and names no key. */
export function doorLines(cards: readonly DoorView[], style: Style, columns: number, maxCards: number): string[] {
  if (cards.length === 0) return [];
  const below = (text: string) => wrap(text, columns - 8).map((row) => `       ${row}`);
  if (maxCards === 0) {
    const [first, ...rest] = below(`${cards.length} at the door: make this window higher, or press o for your page.`);
    return [`    ${style.accent('?')}  ${(first ?? '').trimStart()}`, ...rest];
  }
  const lines = cards.slice(0, maxCards).flatMap((card, at) => {
    const name = cut(safeText(card.name), 24);
    const who = `${style.accent('?')}  ${style.bold(name)}  at the door ${elapsed(card.waitingMs)}`;
    const words = `words: ${style.bold(card.words.join(' '))}`;
    const keys = at === 0 ? [`  ${style.bold('l')} let in   ${style.bold('x')} deny`] : [];
    const rows = flow([who, words, ...keys], columns - 8, '   ').map(
      (row, line) => `${line === 0 ? '    ' : '       '}${row.trimStart()}`,
    );
    if (card.warning !== undefined) rows.push(...below(card.warning).map(style.warn));
    return rows;
  });
  lines.push(...below('Let in only who tells you the same four words.').map(style.quiet));
  const more = cards.length - maxCards;
  if (more > 0) lines.push(style.quiet(`       and ${more} more at the door`));
  return lines;
}
