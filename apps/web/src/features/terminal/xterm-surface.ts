import type { TerminalNews } from '@collagility/protocol/client/terminals';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { answerNothing } from './answer-nothing.ts';
import { type ExtraKey, extraKey, withControl } from './extra-keys.ts';

/** Drawn in one go at most; what waits beyond is left out, and the screen is asked for anew. */
const maxWaitingBytes = 1024 * 1024;
/** Width and height of a cell of this font, for one pixel of its size; until it was drawn once. */
const cell = { width: 0.6, height: 1.32 } as const;
const maxFontPx = 14;
const minFontPx = 4;
const fullFontPx = 13;
/** What is seen on both sides of the cursor at least. */
const cursorMarginCells = 6;

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
  /** It stands elsewhere. */
  cursor(): void;
  /** The next letter goes with Control, or it went. */
  control(isHeld: boolean): void;
};

/** The terminal with a face. It answers nothing by itself: only keys of this person leave it, and only while they type. */
export class XtermSurface {
  readonly #terminal: Terminal;
  readonly #events: SurfaceEvents;
  #waitingBytes = 0;
  #isTyping = false;
  #isControlHeld = false;

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
      if (!this.#isTyping) return;
      const controlled = this.#isControlHeld ? withControl(keys) : undefined;
      this.holdControl(false);
      events.keys(controlled ?? keys);
    });
    this.#terminal.onBinary((keys) => {
      if (this.#isTyping) events.keys(keys);
    });
    this.#terminal.onCursorMove(() => {
      if (this.#isTyping) events.cursor();
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

  /** A key that this device has no button for. */
  press(key: ExtraKey): void {
    if (!this.#isTyping) return;
    this.holdControl(false);
    this.#events.keys(extraKey(key, this.#terminal.modes.applicationCursorKeysMode));
    this.#terminal.focus();
  }

  /** As the program wants what is pasted: in brackets, or as if it were typed. */
  paste(text: string): void {
    if (this.#isTyping) this.#terminal.paste(text);
  }

  holdControl(isHeld: boolean): void {
    if (this.#isControlHeld === isHeld) return;
    this.#isControlHeld = isHeld;
    this.#events.control(isHeld);
  }

  setTyping(isTyping: boolean): void {
    this.#isTyping = isTyping;
    if (!isTyping) this.holdControl(false);
    this.#terminal.options.disableStdin = !isTyping;
    this.#terminal.options.cursorBlink = false;
    const field = this.#terminal.textarea;
    if (field !== undefined) field.tabIndex = isTyping ? 0 : -1;
    if (isTyping) this.#terminal.focus();
    else this.#terminal.blur();
  }

  /**
   * The largest font with which the whole screen fits, but none below `leastPx` (then it scrolls); its own size where it
   * need not fit.
   */
  fit(room: { width: number; height: number }, isFitted: boolean, leastPx: number = minFontPx): void {
    // The second time by what the first one really took.
    for (let round = 0; round < 2; round += 1) {
      const { width, height } = this.#cell();
      const { cols, rows } = this.#terminal;
      const fitted = Math.min(room.width / (cols * width), room.height / (rows * height), maxFontPx);
      const fontPx = isFitted ? Math.max(leastPx, Math.floor(fitted * 8) / 8) : fullFontPx;
      if (this.#terminal.options.fontSize !== fontPx) this.#terminal.options.fontSize = fontPx;
    }
  }

  /** Scrolls the frame around it so that what is typed is seen. */
  showCursor(frame: HTMLElement): void {
    const drawn = this.#terminal.element?.querySelector('.xterm-screen')?.getBoundingClientRect();
    if (drawn === undefined) return;
    const { active } = this.#terminal.buffer;
    const width = drawn.width / this.#terminal.cols;
    const height = drawn.height / this.#terminal.rows;
    const seen = frame.getBoundingClientRect();
    const left = drawn.left + active.cursorX * width - seen.left;
    const top = drawn.top + active.cursorY * height - seen.top;
    frame.scrollLeft += beyond(left - cursorMarginCells * width, left + cursorMarginCells * width, seen.width);
    frame.scrollTop += beyond(top, top + 2 * height, seen.height);
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

/** How far to scroll so that a part of what is `0` to `size` is inside of it. */
const beyond = (from: number, to: number, size: number): number =>
  from < 0 ? from : to > size ? Math.min(from, to - size) : 0;
