import { maskMatches } from './mask-matches.ts';
import { hiddenMark, type Needle } from './needle.ts';
import { RedactionStream } from './redaction-stream.ts';
import { type Redacted, replaceMatches } from './replace-matches.ts';
import { Scanner } from './scanner.ts';

/**
 * Takes out of every text what must not leave this computer. The set of secrets can be exchanged while it runs: a new
 * `.env` counts from then on.
 */
export class Redactor {
  #scanner: Scanner;
  #hiddenTotal = 0;

  constructor(needles: readonly Needle[]) {
    this.#scanner = new Scanner(needles);
  }

  /** All secrets hidden so far. */
  get hiddenTotal(): number {
    return this.#hiddenTotal;
  }

  setNeedles(needles: readonly Needle[]): void {
    this.#scanner = new Scanner(needles);
  }

  redact(text: string): Redacted {
    const { matches } = this.#scanner.scan(text, Number.NaN, true);
    const redacted = replaceMatches(text, matches);
    this.#hiddenTotal += redacted.hidden;
    return redacted;
  }

  /** For what somebody looks at again and again: not counted. */
  uncounted(text: string): string {
    return replaceMatches(text, this.#scanner.scan(text, Number.NaN, true).matches).text;
  }

  text(text: string): string {
    return this.redact(text).text;
  }

  /** Every string of a JSON value, keys too. */
  json(value: unknown): { value: unknown; hidden: number } {
    let hidden = 0;
    const clean = (text: string): string => {
      const redacted = this.redact(text);
      hidden += redacted.hidden;
      return redacted.text;
    };
    const walk = (part: unknown): unknown => {
      if (typeof part === 'string') return clean(part);
      if (Array.isArray(part)) return part.map(walk);
      if (part === null || typeof part !== 'object') return part;
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [clean(key), walk(inner)]));
    };
    return { value: walk(value), hidden };
  }

  /** What a screen shows: every match as stars of its length. */
  screen(text: string): string {
    const masked = maskMatches(text, this.#scanner.scan(text, Number.NaN, true).matches);
    this.#hiddenTotal += masked.hidden;
    return masked.text;
  }

  /** The same for what is printed in pieces. */
  screenStream(): RedactionStream {
    return new RedactionStream(() => this.#scanner, maskMatches);
  }

  /** For one block of text that comes in pieces. Its own count is provisional: the whole text is counted at its end. */
  stream(): RedactionStream {
    return new RedactionStream(() => this.#scanner);
  }
}

/** Whether a text holds the mark of a hidden value: what such a text says is not what was meant (CLG-73). */
export const hasHiddenMark = (text: string): boolean => text.includes(hiddenMark);
