import { width } from './style.ts';

type Output = { write(text: string): unknown; columns?: number; rows?: number };

/**
 * Log above, live part below: the live part is erased and drawn again at the end, so that the terminal keeps
 * everything else as ordinary scroll-back. Without a terminal only the log is written.
 */
export class Screen {
  readonly #output: Output;
  readonly #isLive: boolean;
  #drawn: string[] = [];

  constructor(output: Output, isLive: boolean) {
    this.#output = output;
    this.#isLive = isLive;
  }

  get columns(): number {
    return Math.max(40, this.#output.columns ?? 100);
  }
  get rows(): number {
    return Math.max(10, this.#output.rows ?? 40);
  }

  /** Adds lines to the log. */
  log(lines: readonly string[]): void {
    const live = this.#drawn;
    this.#output.write(`${this.#erase()}${lines.map((line) => `${line}\n`).join('')}`);
    this.#draw(live);
  }

  /** Replaces the live part; nothing is written where nothing changed. */
  live(lines: readonly string[]): void {
    if (!this.#isLive) return;
    // One row stays free for the cursor; what does not fit is cut at the top, the keys are at the bottom.
    const fitting = lines.slice(-(this.rows - 1));
    if (fitting.length === this.#drawn.length && fitting.every((line, at) => line === this.#drawn[at])) return;
    this.#output.write(this.#erase());
    this.#draw(fitting);
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

  #draw(lines: readonly string[]): void {
    if (lines.length > 0) this.#output.write(lines.map((line) => `${line}\n`).join(''));
    this.#drawn = [...lines];
  }

  #erase(): string {
    if (this.#drawn.length === 0) return '';
    // A terminal made narrower since has wrapped the lines: count the rows that they take now.
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / this.columns)), 0);
    this.#drawn = [];
    return `\u001b[${rows}A\r\u001b[J`;
  }
}
