import { fitting, rowsTaken } from './fitting.ts';

type Output = { write(text: string): unknown; readonly writableLength: number; columns?: number; rows?: number };

/** A terminal that takes nothing gets no more than this; once it does again it is shown how it is then. */
const maxWaitingBytes = 64 * 1024;

/**
 * Log above, live part below: the live part is erased and drawn again at the end, so that the terminal keeps
 * everything else as ordinary scroll-back.
 */
export class Screen {
  readonly #output: Output;
  #drawn: string[] = [];
  #leftOut = 0;
  /** The live part was to be drawn, and was not. */
  #isBehind = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** As they are: what is laid out wider is wrapped by the terminal, unseen by us. */
  get columns(): number {
    return this.#output.columns || 100;
  }
  get rows(): number {
    return this.#output.rows || 40;
  }

  /** Adds lines to the log. */
  log(lines: readonly string[]): void {
    if (this.#isStuck) {
      this.#leftOut += lines.length;
      return;
    }
    const live = this.#drawn;
    this.#output.write(`${this.#erase()}${this.#missed()}${lines.map((line) => `${line}\n`).join('')}`);
    this.#draw(live);
  }

  /** Replaces the live part; nothing is written where nothing changed. */
  live(lines: readonly string[]): void {
    this.#isBehind = this.#isStuck;
    if (this.#isBehind) return;
    const shown = fitting(lines, this.columns, this.rows);
    if (
      this.#leftOut === 0 &&
      shown.length === this.#drawn.length &&
      shown.every((line, at) => line === this.#drawn[at])
    )
      return;
    this.#output.write(`${this.#erase()}${this.#missed()}`);
    this.#draw(shown);
  }

  /** The terminal took all that was last drawn: whoever presses a key can see what it is for. */
  get isTaken(): boolean {
    return !this.#isBehind && this.#output.writableLength === 0;
  }

  /** Something else wrote below: the live part stays where it is, and the next one begins on a line of its own. */
  forget(): void {
    if (this.#drawn.length > 0) this.#output.write('\n');
    this.#drawn = [];
  }

  /** Takes the live part away for good. */
  close(): void {
    this.#output.write(this.#erase());
  }

  get #isStuck(): boolean {
    return this.#output.writableLength > maxWaitingBytes;
  }

  #missed(): string {
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return leftOut === 0 ? '' : `  … ${leftOut} lines were left out: this terminal did not take them.\n`;
  }

  #draw(lines: readonly string[]): void {
    if (lines.length > 0) this.#output.write(lines.map((line) => `${line}\n`).join(''));
    this.#drawn = [...lines];
  }

  #erase(): string {
    if (this.#drawn.length === 0) return '';
    // A terminal made narrower since has wrapped the lines: the rows that they take now.
    const rows = rowsTaken(this.#drawn, this.columns);
    this.#drawn = [];
    return `\u001b[${rows}A\r\u001b[J`;
  }
}
