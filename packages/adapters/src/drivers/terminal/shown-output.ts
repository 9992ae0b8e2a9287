import type { TerminalPiece } from './escape-reader.ts';

/**
 * What of a program's output others may be given. Viewers get what draws: text, colours, cursor, modes. They do not get
 * what asks (only the bridge answers), what reaches beyond the screen (clipboard, links, titles, printing, windows)
 * and what hides or turns text around.
 */
export function shownOutput(piece: TerminalPiece): string {
  switch (piece.kind) {
    case 'text':
      return hiddenCharacters.test(piece.source) ? piece.source.replaceAll(everyHidden, '') : piece.source;
    case 'csi':
      return isShownCsi(piece) ? piece.source : '';
    case 'esc':
      return isShownEscape(piece) ? piece.source : '';
    case 'osc':
    case 'string':
      return '';
    default:
      return piece satisfies never;
  }
}

/** Controls that draw nothing (bell and "who are you" among them), and characters that turn the text around or hide in it. */
const hidden =
  '[\\x00-\\x07\\x10-\\x1a\\x1c-\\x1f\\x7f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufff9-\\ufffb]';
const hiddenCharacters = new RegExp(hidden);
const everyHidden = new RegExp(hidden, 'g');

/** Without a prefix: cursor, erase, insert, scroll, tabs, colours, margins. */
const plainFinals = new Set('@ABCDEFGHIJKLMPSTXZ`abdefghlmrsu');
const prefixedFinals = new Set('hlJK');
/** Cursor keys, columns' wrap, blink, visibility, alternate screen, mouse, paste, one picture at a time. */
const privateModes = new Set([
  1, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1005, 1006, 1015, 1016, 1047, 1048, 1049, 2004, 2026,
]);

function isShownCsi({ prefix, params, intermediates, final }: Extract<TerminalPiece, { kind: 'csi' }>): boolean {
  if (intermediates !== '') {
    // The cursor's shape, a soft reset, protected cells.
    return (
      prefix === '' &&
      ((intermediates === ' ' && final === 'q') ||
        (intermediates === '!' && final === 'p') ||
        (intermediates === '"' && final === 'q'))
    );
  }
  if (prefix === '') return plainFinals.has(final);
  if (prefix !== '?' || !prefixedFinals.has(final)) return false;
  return final === 'J' || final === 'K' || params.split(';').every((mode) => privateModes.has(Number(mode)));
}

const escapeFinals = new Set('78=>cDEHMNO');

function isShownEscape({ intermediates, final }: Extract<TerminalPiece, { kind: 'esc' }>): boolean {
  if (intermediates === '') return escapeFinals.has(final);
  return intermediates === '#' ? final === '8' : /^[()*+]$/.test(intermediates);
}

const maxTitleUnits = 120;

/** The title that a program gives itself, as a plain line; `undefined` where this is no title. */
export function titleOf(piece: TerminalPiece): string | undefined {
  if (piece.kind !== 'osc') return undefined;
  const match = /^[02];(.*)$/s.exec(piece.body);
  return match?.[1]
    ?.replaceAll(everyHidden, '')
    .replaceAll(/[\x08-\x0f\x1b]/g, '')
    .slice(0, maxTitleUnits);
}
