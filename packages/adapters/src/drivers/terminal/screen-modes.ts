import type { TerminalPiece } from './escape-reader.ts';

/** Rows count from 1. */
type Region = { top: number; bottom: number };

/** What a screen is besides its cells, and what the serializer leaves out. */
export type ScreenModes = {
  isCursorHidden: boolean;
  /** `CSI n SP q`; 0 is the terminal's own. */
  cursorStyle: number;
  /** How the mouse is reported, beside whether. */
  mouseEncoding: 0 | 1005 | 1006 | 1015 | 1016;
  isOrigin: boolean;
  isAlternate: boolean;
  /** Of each of the two screens; absent: all rows. */
  region: { normal?: Region; alternate?: Region };
  /** G0 to G3 as designated, and which of them is in use. */
  charsets: readonly string[];
  charset: 0 | 1;
  /** What a saved cursor brings back with it, of each of the two screens. */
  savedCharset: { normal: string; alternate: string };
};

const ascii = ['B', 'B', 'B', 'B'];

export const freshModes: ScreenModes = {
  isCursorHidden: false,
  cursorStyle: 0,
  mouseEncoding: 0,
  isOrigin: false,
  isAlternate: false,
  region: {},
  charsets: ascii,
  charset: 0,
  savedCharset: { normal: 'B', alternate: 'B' },
};

const mouseEncodings = [1005, 1006, 1015, 1016] as const;

/** The modes after one more piece of output. */
export function stepModes(modes: ScreenModes, piece: TerminalPiece): ScreenModes {
  switch (piece.kind) {
    case 'text':
      return stepShift(modes, piece.source);
    case 'esc':
      return stepEscape(modes, piece);
    case 'csi':
      return stepCsi(modes, piece);
    default:
      return modes;
  }
}

/** A new size gives each screen all its rows back. */
export const resizedModes = (modes: ScreenModes): ScreenModes => ({ ...modes, region: {} });

function stepShift(modes: ScreenModes, text: string): ScreenModes {
  const shift = Math.max(text.lastIndexOf('\x0e'), text.lastIndexOf('\x0f'));
  return shift === -1 ? modes : { ...modes, charset: text.charAt(shift) === '\x0e' ? 1 : 0 };
}

function stepEscape(
  modes: ScreenModes,
  { intermediates, final }: Extract<TerminalPiece, { kind: 'esc' }>,
): ScreenModes {
  if (intermediates === '' && final === 'c') return freshModes;
  if (intermediates === '' && final === '7') return saveCharset(modes);
  if (intermediates === '' && final === '8') return restoreCharset(modes);
  const slot = ['(', ')', '*', '+'].indexOf(intermediates);
  if (slot === -1) return modes;
  return { ...modes, charsets: modes.charsets.map((charset, at) => (at === slot ? final : charset)) };
}

function stepCsi(modes: ScreenModes, piece: Extract<TerminalPiece, { kind: 'csi' }>): ScreenModes {
  const { prefix, intermediates, final, params } = piece;
  if (prefix === '' && intermediates === ' ' && final === 'q') return { ...modes, cursorStyle: Number(params) || 0 };
  if (prefix === '' && intermediates === '!' && final === 'p')
    return { ...modes, isCursorHidden: false, isOrigin: false, region: {}, charsets: ascii, charset: 0 };
  if (prefix === '' && intermediates === '' && final === 'r') return withRegion(modes, params);
  if (prefix !== '?' || intermediates !== '' || (final !== 'h' && final !== 'l')) return modes;
  return params.split(';').reduce((next, mode) => stepMode(next, Number(mode), final === 'h'), modes);
}

const screenOf = (modes: ScreenModes): 'normal' | 'alternate' => (modes.isAlternate ? 'alternate' : 'normal');

function saveCharset(modes: ScreenModes): ScreenModes {
  const inUse = modes.charsets[modes.charset] ?? 'B';
  return { ...modes, savedCharset: { ...modes.savedCharset, [screenOf(modes)]: inUse } };
}

function restoreCharset(modes: ScreenModes): ScreenModes {
  const saved = modes.savedCharset[screenOf(modes)];
  return { ...modes, charsets: modes.charsets.map((charset, at) => (at === modes.charset ? saved : charset)) };
}

function withRegion(modes: ScreenModes, params: string): ScreenModes {
  const [top = 0, bottom = 0] = params.split(';').map(Number);
  const screen = modes.isAlternate ? 'alternate' : 'normal';
  const { [screen]: _before, ...others } = modes.region;
  if (bottom === 0 && top <= 1) return { ...modes, region: others };
  return { ...modes, region: { ...others, [screen]: { top: Math.max(1, top), bottom } } };
}

function stepMode(modes: ScreenModes, mode: number, isOn: boolean): ScreenModes {
  const encoding = mouseEncodings.find((known) => known === mode);
  if (encoding !== undefined) {
    if (isOn) return { ...modes, mouseEncoding: encoding };
    return modes.mouseEncoding === encoding ? { ...modes, mouseEncoding: 0 } : modes;
  }
  switch (mode) {
    case 6:
      return { ...modes, isOrigin: isOn };
    case 25:
      return { ...modes, isCursorHidden: !isOn };
    case 1048:
      return isOn ? saveCharset(modes) : restoreCharset(modes);
    case 1049:
      return isOn ? { ...saveCharset(modes), isAlternate: true } : restoreCharset({ ...modes, isAlternate: false });
    case 47:
    case 1047:
      return { ...modes, isAlternate: isOn };
    default:
      return modes;
  }
}

/**
 * What follows a serialized screen so that it goes on as the one it was taken from. `cursor` counts from 1; it stands
 * there absolutely, because a serialized full row leaves it one column short.
 */
export function modesText(modes: ScreenModes, cursor: { row: number; column: number }, rows: number): string {
  const region = modes.isAlternate ? modes.region.alternate : modes.region.normal;
  const bottom = region === undefined || region.bottom === 0 ? rows : Math.min(region.bottom, rows);
  const top = region?.top ?? 1;
  const row = modes.isOrigin ? Math.max(1, cursor.row - top + 1) : cursor.row;
  return [
    ...modes.charsets.map((charset, at) => (charset === 'B' ? '' : `\x1b${'()*+'.charAt(at)}${charset}`)),
    modes.charset === 1 ? '\x0e' : '',
    modes.mouseEncoding === 0 ? '' : `\x1b[?${modes.mouseEncoding}h`,
    modes.cursorStyle === 0 ? '' : `\x1b[${modes.cursorStyle} q`,
    modes.isCursorHidden ? '\x1b[?25l' : '',
    region === undefined || top >= bottom ? '' : `\x1b[${top};${bottom}r`,
    `\x1b[${row};${cursor.column}H`,
  ].join('');
}
