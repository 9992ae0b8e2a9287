import { mayFollow, type Needle } from './needle.ts';

export type Match = { start: number; end: number; needle: Needle };
export type Scan = {
  matches: Match[];
  /** Up to here nothing can change any more, whatever follows. */
  settled: number;
};

const pairs = 1 << 16;
const pairOf = (first: number, second: number): number => (first * 31 + second) & (pairs - 1);

/**
 * Looks for all needles in one pass: two table look-ups per character, and a comparison only where the first two
 * characters of a needle stand. The cost does not grow with the number of needles, which may be hundreds of values.
 */
export class Scanner {
  readonly #pairs = new Uint8Array(pairs);
  readonly #firsts = new Uint8Array(pairs);
  readonly #byPair = new Map<number, Needle[]>();
  readonly #byFirst = new Map<number, Needle[]>();

  constructor(needles: readonly Needle[]) {
    for (const needle of [...needles].sort((a, b) => b.prefix.length - a.prefix.length)) {
      const first = needle.prefix.charCodeAt(0);
      const pair = pairOf(first, needle.prefix.charCodeAt(1));
      this.#pairs[pair] = 1;
      this.#firsts[first] = 1;
      this.#byPair.set(pair, [...(this.#byPair.get(pair) ?? []), needle]);
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), needle]);
    }
  }

  /** `before` is the character in front of the text; `isFinal`: nothing follows, so what is open ends here. */
  scan(text: string, before: number, isFinal: boolean): Scan {
    const matches: Match[] = [];
    let at = 0;
    let previous = before;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (this.#firsts[code] === 1) {
        if (!isFinal && this.#mayBegin(text, at, previous)) return { matches, settled: at };
        const found = this.#matchAt(text, at, previous, isFinal);
        if (found === 'open') return { matches, settled: at };
        if (found !== undefined) {
          const whole = this.#extend(text, found, isFinal);
          if (whole === 'open') return { matches, settled: at };
          matches.push(whole);
          at = whole.end;
          previous = text.charCodeAt(at - 1);
          continue;
        }
      }
      previous = code;
      at += 1;
    }
    return { matches, settled: text.length };
  }

  /** The rest of the text is the beginning of a needle. */
  #mayBegin(text: string, at: number, previous: number): boolean {
    const left = text.length - at;
    const candidates = this.#byFirst.get(text.charCodeAt(at)) ?? [];
    for (const needle of candidates) {
      // Sorted by length: the others are shorter than what is left.
      if (needle.prefix.length <= left) return false;
      if (mayFollow(needle.boundary, previous) && needle.prefix.startsWith(text.slice(at))) return true;
    }
    return false;
  }

  /** `ends`: how far needles that began before reach. */
  #matchAt(
    text: string,
    at: number,
    previous: number,
    isFinal: boolean,
    ends?: Map<Needle, number>,
  ): Match | 'open' | undefined {
    const pair = pairOf(text.charCodeAt(at), text.charCodeAt(at + 1));
    if (this.#pairs[pair] !== 1) return undefined;
    let best: Match | undefined;
    for (const needle of this.#byPair.get(pair) ?? []) {
      if (needle.sharesEnd && at + needle.prefix.length <= (ends?.get(needle) ?? 0)) continue;
      if (!text.startsWith(needle.prefix, at) || !mayFollow(needle.boundary, previous)) continue;
      const measured = needle.measure?.(text, at) ?? { end: at + needle.prefix.length, isOpen: false };
      if (measured.isOpen && !isFinal) return 'open';
      const { end } = measured;
      if (end === undefined) continue;
      ends?.set(needle, end);
      // A secret hides a place; else the longer one counts.
      const isBetter =
        best === undefined || (needle.kind === best.needle.kind ? end > best.end : needle.kind === 'secret');
      if (isBetter) best = { start: at, end, needle };
    }
    return best;
  }

  /** A secret that begins inside a match and ends behind it is hidden to its end too. */
  #extend(text: string, match: Match, isFinal: boolean): Match | 'open' {
    let { end, needle } = match;
    const ends = new Map([[needle, end]]);
    for (let at = match.start + 1; at < end; at += 1) {
      if (this.#firsts[text.charCodeAt(at)] !== 1) continue;
      const previous = text.charCodeAt(at - 1);
      if (!isFinal && this.#mayBegin(text, at, previous)) return 'open';
      const inner = this.#matchAt(text, at, previous, isFinal, ends);
      if (inner === 'open') return 'open';
      if (inner === undefined || inner.needle.kind !== 'secret') continue;
      if (inner.end > end) end = inner.end;
      if (needle.kind === 'place') needle = inner.needle;
    }
    return { start: match.start, end, needle };
  }
}
