import { StringDecoder } from 'node:string_decoder';
import type { TerminalSize, TerminalSnapshot } from '../../port.ts';
import { EscapeReader } from './escape-reader.ts';
import { answerColourQueries, type Mirror, openMirror } from './mirror.ts';
import { freshModes, modesText, resizedModes, type ScreenModes, stepModes } from './screen-modes.ts';
import { shownOutput, titleOf } from './shown-output.ts';

/** Text that the mirror has not read yet: above the first mark the program has to wait, below the second it goes on. */
const highUnits = 512 * 1024;
const lowUnits = 128 * 1024;
/** Answers to a program's questions in one second; a program that asks more gets none. */
const maxAnswersPerSecond = 200;

export type ScreenOptions = {
  size: TerminalSize;
  clock: { monotonicMs(): number };
  /** What viewers may be given; ends between two sequences. */
  onShown(text: string): void;
  onTitle(title: string): void;
  /** The terminal's own answers to what the program asks. */
  onAnswer(text: string): void;
  /** Whether the program has to wait for us. */
  onPressure(isHigh: boolean): void;
};

type Unread = { units: number; shown: string; modes: ScreenModes };

/**
 * The one true screen of a shared program: reads all that it prints, answers what it asks, and can say at any moment
 * what somebody who comes now has to be shown.
 */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #mirror: Mirror;
  readonly #decoder = new StringDecoder('utf8');
  readonly #reader = new EscapeReader();
  /** Given to the mirror, not read by it yet: its own reading takes turns with everything else. */
  readonly #unread: Unread[] = [];
  #unreadUnits = 0;
  #isHigh = false;
  #modes = freshModes;
  #readModes = freshModes;
  #title = '';
  #answers = { sinceMs: 0, count: 0 };

  private constructor(options: ScreenOptions, mirror: Mirror) {
    this.#options = options;
    this.#mirror = mirror;
    mirror.onData((text) => this.#answer(text));
    answerColourQueries(mirror, (text) => this.#answer(text));
  }

  static async open(options: ScreenOptions): Promise<Screen> {
    return new Screen(options, await openMirror(options.size));
  }

  get size(): TerminalSize {
    return { columns: this.#mirror.cols, rows: this.#mirror.rows };
  }
  get title(): string {
    return this.#title;
  }
  /** The program wants pastes marked. */
  get marksPastes(): boolean {
    return this.#mirror.modes.bracketedPasteMode;
  }

  push(bytes: Buffer): void {
    this.#take(this.#decoder.write(bytes));
  }

  /** The program has ended: nothing that waited for its rest will get it. */
  end(): void {
    this.#take(this.#decoder.end());
  }

  resize(size: TerminalSize): void {
    this.#mirror.resize(size.columns, size.rows);
    this.#modes = resizedModes(this.#modes);
    this.#readModes = resizedModes(this.#readModes);
    for (const unread of this.#unread) unread.modes = resizedModes(unread.modes);
  }

  /** The screen as those see it who were given all that was shown so far. */
  snapshot(scrollback: number): TerminalSnapshot {
    const serialized = this.#mirror.serialize(scrollback);
    const { cursor, pendingWrap } = this.#mirror.cursor();
    const modes = modesText(this.#readModes, cursor, this.size.rows);
    const rest = this.#unread.map(({ shown }) => shown).join('');
    return { size: this.size, text: `${serialized}${modes}${pendingWrap}${rest}`, title: this.#title };
  }

  /** The rows as text, for the coarse status and for who cannot see; the newest output may still be missing. */
  rows(): string[] {
    return this.#mirror.text();
  }

  /** Resolves when everything so far was read. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#mirror.write('', resolve));
  }

  dispose(): void {
    this.#mirror.dispose();
  }

  #take(text: string): void {
    let written = '';
    let shown = '';
    for (const piece of this.#reader.push(text)) {
      written += piece.source;
      shown += shownOutput(piece);
      this.#modes = stepModes(this.#modes, piece);
      const title = titleOf(piece);
      if (title !== undefined) this.#setTitle(title);
    }
    if (written === '') return;
    this.#unread.push({ units: written.length, shown, modes: this.#modes });
    this.#unreadUnits += written.length;
    this.#mirror.write(written, () => this.#read());
    if (shown !== '') this.#options.onShown(shown);
    this.#tellPressure();
  }

  #read(): void {
    const read = this.#unread.shift();
    if (read === undefined) return;
    this.#unreadUnits -= read.units;
    this.#readModes = read.modes;
    this.#tellPressure();
  }

  #tellPressure(): void {
    const isHigh = this.#isHigh ? this.#unreadUnits > lowUnits : this.#unreadUnits > highUnits;
    if (isHigh === this.#isHigh) return;
    this.#isHigh = isHigh;
    this.#options.onPressure(isHigh);
  }

  #setTitle(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.#options.onTitle(title);
  }

  #answer(text: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#answers.sinceMs >= 1_000) this.#answers = { sinceMs: nowMs, count: 0 };
    this.#answers.count += 1;
    if (this.#answers.count <= maxAnswersPerSecond) this.#options.onAnswer(text);
  }
}
