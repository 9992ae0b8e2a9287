/** One piece of a terminal's output. `source` is how it was written, normalised to seven-bit introducers. */
export type TerminalPiece =
  /** Characters and C0 controls without an escape among them. */
  | { kind: 'text'; source: string }
  | { kind: 'csi'; source: string; prefix: string; params: string; intermediates: string; final: string }
  | { kind: 'esc'; source: string; intermediates: string; final: string }
  | { kind: 'osc'; source: string; body: string }
  /** DCS, SOS, PM and APC. */
  | { kind: 'string'; source: string };

/** No sequence that a screen needs is longer. Longer ones are read to their end and left out. */
const maxStringUnits = 8 * 1024;
const maxSequenceUnits = 256;

const esc = '\x1b';
const isIntroducer = /[\x1b\x80-\x9f]/;
/** The C1 controls that begin something, as the escape that means the same. */
const c1: Readonly<Record<string, string>> = {
  '\x84': 'D',
  '\x85': 'E',
  '\x88': 'H',
  '\x8d': 'M',
  '\x90': 'P',
  '\x98': 'X',
  '\x9b': '[',
  '\x9d': ']',
  '\x9e': '^',
  '\x9f': '_',
};

type Read = { piece?: TerminalPiece; end: number } | 'incomplete';

/**
 * Cuts a terminal's output into whole pieces: what is incomplete waits for the rest. So whatever is made of the pieces
 * can begin and end between any two of them, and a screen that was rebuilt there goes on as the first one does.
 */
export class EscapeReader {
  #held = '';
  /** Inside a string that is too long: left out up to its end. */
  #isSkipping = false;

  /** Whether something waits for its rest. */
  get isHolding(): boolean {
    return this.#held !== '' || this.#isSkipping;
  }

  push(text: string): TerminalPiece[] {
    const pieces: TerminalPiece[] = [];
    const all = this.#held + text;
    this.#held = '';
    let at = this.#isSkipping ? this.#skip(all, 0) : 0;
    while (at < all.length) {
      const next = introducerAt(all, at);
      if (next > at) pieces.push({ kind: 'text', source: all.slice(at, next) });
      if (next >= all.length) break;
      const read = readSequence(all, next);
      if (read === 'incomplete') {
        this.#hold(all, next);
        break;
      }
      if (read.piece !== undefined) pieces.push(read.piece);
      at = read.end;
    }
    return pieces;
  }

  #hold(all: string, from: number): void {
    if (all.length - from > maxStringUnits) {
      this.#isSkipping = true;
      // The last character may be the ESC of its terminator.
      this.#held = all.endsWith(esc) ? esc : '';
    } else this.#held = all.slice(from);
  }

  /** Where the over-long string is over; the whole length where it goes on. */
  #skip(all: string, from: number): number {
    const end = stringEnd(all, from);
    if (end === undefined) {
      this.#held = all.endsWith(esc) ? esc : '';
      return all.length;
    }
    this.#isSkipping = false;
    return end.next;
  }
}

function introducerAt(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x1b || (code >= 0x80 && code <= 0x9f)) return at;
  }
  return text.length;
}

function readSequence(text: string, start: number): Read {
  const first = text.charAt(start);
  let at = start + 1;
  let kind: string;
  if (first === esc) {
    if (at >= text.length) return 'incomplete';
    kind = text.charAt(at);
    at += 1;
  } else {
    const meant = c1[first];
    // NEL and the like are done; the others mean nothing here.
    if (meant === undefined) return { end: at };
    kind = meant;
  }
  switch (kind) {
    case '[':
      return readCsi(text, at);
    case ']':
      return readString(text, at, 'osc');
    case 'P':
    case 'X':
    case '^':
    case '_':
      return readString(text, at, 'string', kind);
    default:
      return readEscape(text, at, kind);
  }
}

function readEscape(text: string, from: number, kind: string): Read {
  let intermediates = '';
  let final = kind;
  let at = from;
  while (final >= ' ' && final <= '/') {
    intermediates += final;
    if (intermediates.length > maxSequenceUnits) return { end: at };
    if (at >= text.length) return 'incomplete';
    final = text.charAt(at);
    at += 1;
  }
  // A control or a letter that cannot end an escape: it is read again as itself.
  if (final < '0' || final > '~') return { end: at - 1 };
  return { piece: { kind: 'esc', source: `${esc}${intermediates}${final}`, intermediates, final }, end: at };
}

function readCsi(text: string, from: number): Read {
  let prefix = '';
  let params = '';
  let intermediates = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\x18' || char === '\x1a') return { end: at + 1 };
    // A new sequence, or a character that has no place in one: this one is void.
    if (isIntroducer.test(char) || char > '~') return { end: at };
    // Other controls inside a sequence mean nothing that a screen needs.
    if (char < ' ') continue;
    if (char >= '@') {
      const source = `${esc}[${prefix}${params}${intermediates}${char}`;
      return { piece: { kind: 'csi', source, prefix, params, intermediates, final: char }, end: at + 1 };
    }
    if (char < '0') intermediates += char;
    else if (char >= '<' && params === '' && intermediates === '') prefix += char;
    else params += char;
    if (at - from > maxSequenceUnits) return { end: at + 1 };
  }
  return text.length - from > maxSequenceUnits ? { end: text.length } : 'incomplete';
}

function readString(text: string, from: number, kind: 'osc' | 'string', letter = ']'): Read {
  const end = stringEnd(text, from);
  if (end === undefined) return 'incomplete';
  if (end.last - from > maxStringUnits || end.isVoid) return { end: end.next };
  const body = text.slice(from, end.last);
  const source = `${esc}${letter}${body}${esc}\\`;
  return { piece: kind === 'osc' ? { kind, source, body } : { kind, source }, end: end.next };
}

/** `last`: behind its last character; `next`: where the output goes on. */
function stringEnd(text: string, from: number): { last: number; next: number; isVoid: boolean } | undefined {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x07 || code === 0x9c) return { last: at, next: at + 1, isVoid: false };
    if (code === 0x18 || code === 0x1a) return { last: at, next: at + 1, isVoid: true };
    if (code !== 0x1b) continue;
    if (at + 1 >= text.length) return undefined;
    // ESC \ ends it; any other escape cuts it off.
    return text.charAt(at + 1) === '\\'
      ? { last: at, next: at + 2, isVoid: false }
      : { last: at, next: at, isVoid: true };
  }
  return undefined;
}
