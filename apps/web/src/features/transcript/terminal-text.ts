/**
 * Output of a program as readable lines: escape sequences become a few quiet colours or are dropped, a line that was
 * written over shows its last form only, and no control character is left. One pass, linear in the length.
 */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'quiet' | 'strong' | 'mark';
type Segment = { text: string; tone: Tone };
export type Line = Segment[];

type Style = { color: Tone; isBold: boolean; isDim: boolean };
const noStyle: Style = { color: 'plain', isBold: false, isDim: false };

/** One step: CSI, OSC (ended by BEL, ST, or else by the line's end), other escapes, one control character, or text. */
const step =
  /(?:\x1b\[|\x9b)([0-9:;<=>?]*)[ -/]*([@-~])?|(?:\x1b\]|\x9d)[^\x07\x1b\n\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[P^_X][^\x1b\n]*(?:\x1b\\)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]|[^\x00-\x1f\x1b\x7f-\x9f]+/g;

/** Colours of the eight-colour palette that mean something; the others are plain. */
const colors: Record<number, Tone> = { 1: 'bad', 2: 'good', 3: 'warn', 4: 'mark', 5: 'mark', 6: 'mark' };

class Screen {
  readonly lines: Line[] = [[]];
  #row = 0;
  /** The next character begins the line anew: after a carriage return or a move to another line. */
  #isFresh = false;
  #style: Style = noStyle;

  write(text: string): void {
    if (this.#isFresh) this.lines[this.#row] = [];
    this.#isFresh = false;
    const line = this.#line();
    const tone = toneOf(this.#style);
    const last = line[line.length - 1];
    if (last !== undefined && last.tone === tone) last.text += text;
    else line.push({ text, tone });
  }

  control(character: string): void {
    if (character === '\n') {
      this.#row += 1;
      if (this.#row === this.lines.length) this.lines.push([]);
      this.#isFresh = false;
    } else if (character === '\r') this.#isFresh = true;
    else if (character === '\t') this.write('\t');
    else if (character === '\b') this.#backspace();
  }

  csi(parameters: string, final: string | undefined): void {
    const first = Number.parseInt(parameters, 10) || 0;
    // `CSI > 4 ; 1 m` sets a keyboard, not a colour.
    if (/^[<=>?]/.test(parameters)) return;
    if (final === 'm') this.#style = styled(this.#style, parameters);
    else if (final === 'K' && (first === 2 || this.#isFresh)) this.lines[this.#row] = [];
    else if (final === 'J' && first >= 2) this.#clear();
    else if (final === 'J' && first === 0) this.#clearBelow();
    else if (final === 'H' || final === 'f') this.#moveTo(Math.min(this.lines.length, Math.max(1, first)) - 1);
    else if (final === 'D' && first >= this.#columns()) this.#isFresh = true;
    else if (final === 'A' || final === 'F') this.#moveTo(this.#row - Math.max(1, first));
    else if (final === 'B' || final === 'E')
      this.#moveTo(Math.min(this.lines.length - 1, this.#row + Math.max(1, first)));
    else if (final === 'G' && first <= 1) this.#isFresh = true;
  }

  #line(): Line {
    let line = this.lines[this.#row];
    if (line === undefined) {
      line = [];
      this.lines[this.#row] = line;
    }
    return line;
  }

  #moveTo(row: number): void {
    this.#row = Math.max(0, row);
    this.#isFresh = true;
  }

  #columns(): number {
    return this.#line().reduce((sum, { text }) => sum + text.length, 0);
  }

  #clearBelow(): void {
    this.lines.length = this.#row + 1;
    if (this.#isFresh) this.lines[this.#row] = [];
  }

  /** All that was drawn is gone, also where a program sets its terminal back (`ESC c`). */
  clear(): void {
    this.#clear();
    this.#style = noStyle;
  }

  #clear(): void {
    this.lines.length = 0;
    this.lines.push([]);
    this.#row = 0;
    this.#isFresh = false;
  }

  #backspace(): void {
    const line = this.#line();
    const last = line[line.length - 1];
    if (last === undefined) return;
    last.text = last.text.slice(0, isLowSurrogate(last.text.charCodeAt(last.text.length - 1)) ? -2 : -1);
    if (last.text === '') line.pop();
  }
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const toneOf = ({ color, isBold, isDim }: Style): Tone =>
  color !== 'plain' ? color : isDim ? 'quiet' : isBold ? 'strong' : 'plain';

function styled(before: Style, parameters: string): Style {
  let style = before;
  // Colons keep a code and what it takes together, semicolons do not.
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; at++) {
    const [first = '', ...own] = (codes[at] ?? '').split(':');
    const code = Number.parseInt(first, 10) || 0;
    if (code === 0) style = noStyle;
    else if (code === 1) style = { ...style, isBold: true };
    else if (code === 2) style = { ...style, isDim: true };
    else if (code === 22) style = { ...style, isBold: false, isDim: false };
    else if (code >= 30 && code <= 37) style = { ...style, color: colors[code - 30] ?? 'plain' };
    else if (code >= 90 && code <= 97)
      style = { ...style, color: code === 90 ? 'quiet' : (colors[code - 90] ?? 'plain') };
    else if (code === 39) style = { ...style, color: 'plain' };
    else if (code === 38 || code === 48 || code === 58) {
      // Exact colours are dropped with their numbers: they were chosen for another background. The third is of underlines.
      if (own.length === 0) at += codes[at + 1] === '5' ? 2 : 4;
      if (code === 38) style = { ...style, color: 'plain' };
    }
  }
  return style;
}

/** Reads the output of a program into lines. A line break at the very end makes no empty line. */
export function terminalLines(text: string): Line[] {
  const screen = new Screen();
  for (const match of text.matchAll(step)) {
    const whole = match[0];
    const code = whole.charCodeAt(0);
    if (code === 0x9b || (code === 0x1b && whole.charCodeAt(1) === 0x5b)) screen.csi(match[1] ?? '', match[2]);
    else if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
      if (whole.length === 1) screen.control(whole);
      else if (whole === '\x1bc') screen.clear();
    } else screen.write(whole);
  }
  const { lines } = screen;
  if (lines.length > 1 && lines[lines.length - 1]?.length === 0) lines.pop();
  return lines;
}

/** The same without colours: what is copied. */
export const plainTerminalText = (text: string): string =>
  terminalLines(text)
    .map((line) => line.map((segment) => segment.text).join(''))
    .join('\n');
