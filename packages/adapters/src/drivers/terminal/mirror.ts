import type { TerminalSize } from '../../port.ts';
import type { Terminal } from './headless-terminal.mjs';

/** Lines above the screen that are kept for those who come late. */
export const maxScrollback = 1_000;

/** A terminal without a face. Loaded when the first program is shared: nobody else pays for it. */
export type Mirror = {
  readonly cols: number;
  readonly rows: number;
  readonly modes: { readonly bracketedPasteMode: boolean };
  write(text: string, onRead: () => void): void;
  resize(columns: number, rows: number): void;
  onData(listener: (text: string) => void): void;
  onOsc(code: number, handler: (body: string) => boolean): void;
  serialize(scrollback: number): string;
  /** From 1. `pendingWrap`: what brings the cursor behind the last column, where it is. */
  cursor(): { cursor: { row: number; column: number }; pendingWrap: string };
  text(): string[];
  dispose(): void;
};

/** The serializer means "nowhere" by these; terminals move by one, and a stray character stays behind. */
const noMove = /\x1b\[0[ABCD]/g;

export async function openMirror(size: TerminalSize): Promise<Mirror> {
  const { SerializeAddon, Terminal } = await import('./headless-terminal.mjs');
  const terminal = new Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: maxScrollback,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const serializer = new SerializeAddon();
  // It is written for the terminal with a face and uses nothing of that.
  terminal.loadAddon(serializer);
  return {
    get cols() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    get modes() {
      return terminal.modes;
    },
    write: (text, onRead) => terminal.write(text, onRead),
    resize: (columns, rows) => terminal.resize(columns, rows),
    onData: (listener) => void terminal.onData(listener),
    onOsc: (code, handler) => void terminal.parser.registerOscHandler(code, handler),
    serialize: (scrollback) => serializer.serialize({ scrollback }).replaceAll(noMove, ''),
    cursor: () => cursorOf(terminal),
    text: () => {
      const { active } = terminal.buffer;
      return Array.from(
        { length: terminal.rows },
        (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
      );
    },
    dispose: () => terminal.dispose(),
  };
}

function cursorOf(terminal: Terminal): ReturnType<Mirror['cursor']> {
  const { active } = terminal.buffer;
  const row = active.cursorY + 1;
  if (active.cursorX < terminal.cols) return { cursor: { row, column: active.cursorX + 1 }, pendingWrap: '' };
  const line = active.getLine(active.baseY + active.cursorY);
  const last = line?.getCell(terminal.cols - 1);
  const isHalf = last?.getWidth() === 0;
  const char = (isHalf ? line?.getCell(terminal.cols - 2) : last)?.getChars() ?? '';
  return { cursor: { row, column: terminal.cols - (isHalf ? 1 : 0) }, pendingWrap: char === '' ? ' ' : char };
}

/** What a program may want to know of our colours, which depend on who looks: a dark screen. */
const colours: ReadonlyArray<readonly [number, string]> = [
  [10, 'rgb:e6e6/e6e6/e6e6'],
  [11, 'rgb:1111/1313/1818'],
  [12, 'rgb:e6e6/e6e6/e6e6'],
];

/** The headless terminal leaves these unanswered, and a program that asks would wait. */
export function answerColourQueries(mirror: Pick<Mirror, 'onOsc'>, answer: (text: string) => void): void {
  for (const [code, colour] of colours) {
    mirror.onOsc(code, (body) => {
      if (body === '?') answer(`\x1b]${code};${colour}\x1b\\`);
      return true;
    });
  }
}
