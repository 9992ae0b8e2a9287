import type { Row } from './rows.ts';

/** A guess at a row's height in px, until it has been in the page once: near enough for the scroll bar. */
export function guessHeight(row: Row): number {
  switch (row.kind) {
    case 'text': {
      const { content } = row.item;
      const units = content === undefined ? 400 : 'text' in content ? content.text.length : 2000;
      return row.item.kind === 'reasoning' ? 28 : 40 + Math.min(4000, (units / 80) * 22);
    }
    case 'tool':
      return row.item.toolKind === 'execute' ? 150 : 46;
    case 'file':
      return 46;
    case 'reads':
    case 'run':
      return 28;
    case 'turn_end':
    case 'voice':
      return 24;
    case 'item':
      return row.item.kind === 'prompt' ? 90 + Math.min(2000, (row.item.text.length / 80) * 21) : 44;
  }
}
