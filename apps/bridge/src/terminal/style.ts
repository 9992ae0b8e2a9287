import { stripVTControlCharacters } from 'node:util';

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
// East Asian wide and emoji take two columns; exact enough for names and commands.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}/u;

const columnsOf = (cluster: string) => (wide.test(cluster) ? 2 : 1);

/** ASCII and frames: what most lines are made of, one column each and far quicker to measure. */
const narrow = /^[\u0020-\u007e\u2500-\u257f]*$/;

/** Columns that the text takes on the screen. */
export function width(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (narrow.test(bare)) return bare.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(bare)) columns += columnsOf(segment);
  return columns;
}

export const padEnd = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Unstyled text cut to `columns`, with a mark that something is missing. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += columnsOf(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Unstyled text broken into lines of `columns`: at blanks where there are any, nothing left out. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  const push = (word: string) => {
    if (line === '') line = word;
    else if (width(line) + 1 + width(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
    while (width(line) > columns) {
      let head = '';
      for (const { segment } of segmenter.segment(line)) {
        if (width(head) + columnsOf(segment) > columns) break;
        head += segment;
      }
      lines.push(head);
      line = line.slice(head.length);
    }
  };
  for (const word of text.split(' ')) push(word);
  lines.push(line);
  return lines;
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
