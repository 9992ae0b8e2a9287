import type { Row } from './rows.ts';

/** Lines that only tell: they stand close together, as one block; what is read or decided has room around it. */
function isQuiet(row: Row): boolean {
  switch (row.kind) {
    case 'reads':
    case 'run':
      return true;
    case 'turn_end':
      return (row.prompt.changes?.sum?.files ?? 0) === 0;
    case 'text':
      return row.item.kind === 'reasoning';
    case 'item':
      return quietItems.has(row.item.kind);
    case 'tool':
    case 'file':
    case 'voice':
      return false;
  }
}
const quietItems = new Set<string>(['people', 'notice', 'plan', 'suggestion', 'restore']);

/** The room above and below a row. It depends on the row alone, so that a measured height stays true. */
export const gapOf = (row: Row): string => (isQuiet(row) ? 'py-px' : 'py-[5px]');
