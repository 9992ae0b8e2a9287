import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

/** Only the sixteen colours that every terminal has, and never needed to understand: the words say it too. */
export type Style = {
  isPlain: boolean;
  bold(text: string): string;
  quiet(text: string): string;
  accent(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
};

const sgr = (open: number, close: number) => (text: string) =>
  text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;
const asIs = (text: string) => text;

export const colored: Style = {
  isPlain: false,
  bold: sgr(1, 22),
  quiet: sgr(90, 39),
  accent: sgr(94, 39),
  good: sgr(32, 39),
  bad: sgr(31, 39),
  warn: sgr(33, 39),
};

export const plain: Style = { isPlain: true, bold: asIs, quiet: asIs, accent: asIs, good: asIs, bad: asIs, warn: asIs };

const segmenter = new Intl.Segmenter();

/** ASCII and frames: what most lines are made of, one column each and far quicker to measure. */
const narrow = /^[\u0020-\u007e\u2500-\u257f]*$/;

/**
 * Columns of one code point, as `wcwidth` has them. What stands for one character on the screen may be several of them,
 * and is counted as their sum: too much rather than too little, so that no terminal wraps what counts as one row.
 */
const columnsOfPoint = (point: string) =>
  /^[\p{Mn}\p{Me}]/u.test(point) ? 0 : eastAsianWidth(point.codePointAt(0) ?? 0);

/** What a line may be broken between: clusters, and the parts of those that have no bound, such as a chain of jamo. */
export function* units(text: string): Generator<{ text: string; columns: number }> {
  if (narrow.test(text)) {
    for (const character of text) yield { text: character, columns: 1 };
    return;
  }
  for (const { segment } of segmenter.segment(text)) {
    const columns = width(segment);
    if (columns <= 2) yield { text: segment, columns };
    else for (const point of segment) yield { text: point, columns: columnsOfPoint(point) };
  }
}

/** Columns that the text takes on the screen. */
export function width(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (narrow.test(bare)) return bare.length;
  let columns = 0;
  for (const point of bare) columns += columnsOfPoint(point);
  return columns;
}

export const padEnd = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Unstyled text cut to `columns`, with a mark that something is missing. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const unit of units(text)) {
    used += unit.columns;
    if (used > columns - 1) break;
    kept += unit.text;
  }
  return `${kept}…`;
}

/** Unstyled text broken into lines of `columns`: at blanks where there are any, nothing left out, its indent kept. */
export function wrap(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const lines: string[] = [];
  let line: string | undefined;
  let used = 0;
  for (const word of text.slice(indent.length).split(' ')) {
    const wordColumns = width(word);
    if (line !== undefined && used + 1 + wordColumns <= columns) {
      line += ` ${word}`;
      used += 1 + wordColumns;
      continue;
    }
    if (line !== undefined) lines.push(line);
    const parts = chunks(line === undefined ? indent + word : word, columns);
    line = parts.pop() ?? '';
    used = width(line);
    for (const part of parts) lines.push(part);
  }
  lines.push(line ?? '');
  return lines;
}

/** Pieces of at most `columns`; each has a character at least, in a window of no width too. */
function chunks(text: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const unit of units(text)) {
    if (used + unit.columns > columns && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += unit.text;
    used += unit.columns;
  }
  return [...pieces, piece];
}

/** Items side by side, as many in a line as fit. */
export function flow(items: readonly string[], columns: number, gap = '    '): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    if (line !== undefined && width(line) + gap.length + width(item) <= columns)
      lines[lines.length - 1] = line + gap + item;
    else lines.push(item);
  }
  return lines;
}

/** "0:38", "12:05", "1:02:05". */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export const clockTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
