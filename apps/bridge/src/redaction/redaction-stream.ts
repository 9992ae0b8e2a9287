import { hiddenMark } from './needle.ts';
import { replaceMatches } from './replace-matches.ts';
import type { Scanner } from './scanner.ts';

/**
 * Longest text that is held back. The longest token formats stay below it; a private key does too. What is longer is
 * hidden to the end of the block: the block's final text, redacted as a whole, says what was there.
 */
export const maxHeldUnits = 16 * 1024;

/**
 * Lets text through as it comes, but holds back an end that may be the beginning of a secret: one that is split over
 * two pieces never leaves. What left, joined, is the beginning of the redacted whole.
 */
export class RedactionStream {
  readonly #scanner: () => Scanner;
  readonly #replace: typeof replaceMatches;
  #held = '';
  #before = Number.NaN;
  #isOverflown = false;

  constructor(scanner: () => Scanner, replace = replaceMatches) {
    this.#scanner = scanner;
    this.#replace = replace;
  }

  /** Whether something waits for what follows on it. */
  get isHolding(): boolean {
    return this.#held !== '';
  }
  /** More was held back than is kept: what follows is hidden to the end. */
  get isOverflown(): boolean {
    return this.#isOverflown;
  }

  /** What may leave now. */
  push(piece: string): string {
    if (this.#isOverflown) return '';
    const text = this.#held + piece;
    const { matches, settled } = this.#scanner().scan(text, this.#before, false);
    const out = this.#replace(text.slice(0, settled), matches).text;
    this.#keep(text, settled);
    if (this.#held.length <= maxHeldUnits) return out;
    this.#isOverflown = true;
    this.#held = '';
    return out + hiddenMark;
  }

  /** The rest; nothing follows. */
  end(): string {
    if (this.#isOverflown) return '';
    const { matches } = this.#scanner().scan(this.#held, this.#before, true);
    const out = this.#replace(this.#held, matches).text;
    this.#keep(this.#held, this.#held.length);
    return out;
  }

  #keep(text: string, settled: number): void {
    if (settled > 0) this.#before = text.charCodeAt(settled - 1);
    this.#held = text.slice(settled);
  }
}
