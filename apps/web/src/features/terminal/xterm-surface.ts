import type { TerminalNews } from '@collagility/protocol/client/terminals';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { answerNothing } from './answer-nothing.ts';

/** Drawn in one go at most; what waits beyond is left out, and the screen is asked for anew. */
const maxWaitingBytes = 1024 * 1024;
/** Width and height of a cell of this font, for one pixel of its size; until it was drawn once. */
const cell = { width: 0.6, height: 1.32 } as const;
const maxFontPx = 14;
const minFontPx = 4;
const fullFontPx = 13;

/** Dark in both themes: programs are told so when they ask. Each colour can be read on the ground. */
const theme = {
  background: '#111318',
  foreground: '#e6e6e6',
  cursor: '#93a5ff',
  cursorAccent: '#111318',
  selectionBackground: '#3b4a9c',
  black: '#3a3f4a',
  red: '#ff8f86',
  green: '#67c793',
  yellow: '#e3b565',
  blue: '#93a5ff',
  magenta: '#ee9fcb',
  cyan: '#58c2cb',
  white: '#d5d8df',
  brightBlack: '#8d93a1',
  brightRed: '#ffb0a9',
  brightGreen: '#9fe0bb',
  brightYellow: '#f3d49b',
  brightBlue: '#c0cbff',
  brightMagenta: '#f7c6e1',
  brightCyan: '#9be0e6',
  brightWhite: '#ffffff',
} as const;

export type SurfaceEvents = {
  keys(keys: string): void;
  /** The person wants to leave the terminal by its key. */
  leave(): void;
  /** Another part of the page has the keyboard now. */
  left(): void;
  /** Too much came to be drawn. */
  behind(): void;
};

/** The terminal with a face. It answers nothing by itself: only keys of this person leave it, and only while they type. */
export class XtermSurface {
  readonly #terminal: Terminal;
  readonly #events: SurfaceEvents;
  #waitingBytes = 0;
  #isTyping = false;

  constructor(parent: HTMLElement, events: SurfaceEvents, inputLabel: string) {
    this.#events = events;
    this.#terminal = new Terminal({
      cols: 80,
      rows: 24,
      scrollback: 1_000,
      fontFamily: getComputedStyle(parent).fontFamily,
      fontSize: 12,
      lineHeight: 1,
      disableStdin: true,
      cursorInactiveStyle: 'outline',
      allowProposedApi: true,
      screenReaderMode: false,
      theme,
      // What a program chose to be too faint is drawn so that it can be read.
      minimumContrastRatio: 4.5,
      // No link is ever made of what a program prints.
      linkHandler: { activate: () => undefined },
      logLevel: 'off',
    });
    answerNothing(this.#terminal);
    this.#terminal.open(parent);
    const field = this.#terminal.textarea;
    field?.setAttribute('aria-label', inputLabel);
    // A window that is left keeps its field; a click elsewhere does not.
    field?.addEventListener('blur', () => {
      if (this.#isTyping && document.activeElement !== field) events.left();
    });
    this.setTyping(false);
    this.#terminal.onData((keys) => {
      if (this.#isTyping) events.keys(keys);
    });
    this.#terminal.onBinary((keys) => {
      if (this.#isTyping) events.keys(keys);
    });
    this.#terminal.attachCustomKeyEventHandler((event) => {
      // Who only watches has clicked into it at most: every key is the page's.
      if (!this.#isTyping) return false;
      // F6 goes on to the room's regions.
      if (event.key === 'F6') return false;
      if (event.ctrlKey && event.code === 'BracketRight') {
        if (event.type === 'keydown') {
          event.preventDefault();
          events.leave();
        }
        return false;
      }
      return true;
    });
  }

  draw(news: TerminalNews): void {
    if (news.type === 'screen') {
      const { columns, rows, text } = news.screen;
      this.#terminal.reset();
      this.#terminal.resize(columns, rows);
      this.#write(text, text.length);
    } else if (news.type === 'output') this.#write(news.bytes, news.bytes.length);
  }

  setTyping(isTyping: boolean): void {
    this.#isTyping = isTyping;
    this.#terminal.options.disableStdin = !isTyping;
    this.#terminal.options.cursorBlink = false;
    const field = this.#terminal.textarea;
    if (field !== undefined) field.tabIndex = isTyping ? 0 : -1;
    if (isTyping) this.#terminal.focus();
    else this.#terminal.blur();
  }

  /** The largest font with which the whole screen fits; its own size where it need not fit. */
  fit(room: { width: number; height: number }, isFitted: boolean): void {
    // The second time by what the first one really took.
    for (let round = 0; round < 2; round += 1) {
      const { width, height } = this.#cell();
      const { cols, rows } = this.#terminal;
      const fitted = Math.min(room.width / (cols * width), room.height / (rows * height), maxFontPx);
      const fontPx = isFitted ? Math.max(minFontPx, Math.floor(fitted * 8) / 8) : fullFontPx;
      if (this.#terminal.options.fontSize !== fontPx) this.#terminal.options.fontSize = fontPx;
    }
  }

  /** How many cells of a readable size a room has, within what a terminal may have. */
  fitting(room: { width: number; height: number }): { columns: number; rows: number } {
    const { width, height } = this.#cell();
    return {
      columns: Math.max(40, Math.min(240, Math.floor(room.width / (fullFontPx * width)))),
      rows: Math.max(10, Math.min(80, Math.floor(room.height / (fullFontPx * height)))),
    };
  }

  /** As drawn, for one pixel of the font's size. */
  #cell(): { width: number; height: number } {
    const drawn = this.#terminal.element?.querySelector('.xterm-screen')?.getBoundingClientRect();
    const { cols, rows } = this.#terminal;
    const fontPx = this.#terminal.options.fontSize ?? 0;
    if (drawn === undefined || drawn.width === 0 || drawn.height === 0 || fontPx === 0) return cell;
    return { width: drawn.width / cols / fontPx, height: drawn.height / rows / fontPx };
  }

  /** What stands on the screen now, row by row. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
    return rows.join('\n').trimEnd();
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  #write(data: string | Uint8Array, bytes: number): void {
    if (this.#waitingBytes > maxWaitingBytes) {
      this.#events.behind();
      return;
    }
    this.#waitingBytes += bytes;
    this.#terminal.write(data, () => {
      this.#waitingBytes -= bytes;
    });
  }
}
