import type { Delta, LiveBlock } from '@collagility/protocol/ephemeral';
import type { RedactionStream } from '../redaction/redaction-stream.ts';

/** What one block keeps for those who come in the middle of it. Beyond it, the end brings the whole. */
const maxLiveUnits = 256 * 1024;
/** One delta at most: well below a frame, so that several fit one. */
const maxDeltaUnits = 8 * 1024;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** One block of text while it is written: redacted as it comes, never cut inside a character. */
export class OpenBlock {
  readonly startedMs: number;
  readonly #kind: LiveBlock['k'];
  readonly #id: string;
  readonly #redaction: RedactionStream;
  #rawUnits = 0;
  #text = '';
  #half = '';
  /** A piece was left out (a slow reader), or the block outgrew its bound: the end brings the whole. */
  #isSilent = false;

  constructor(kind: LiveBlock['k'], id: string, redaction: RedactionStream, startedMs: number) {
    this.#kind = kind;
    this.#id = id;
    this.#redaction = redaction;
    this.startedMs = startedMs;
  }

  get live(): LiveBlock {
    return { k: this.#kind, b: this.#id, x: this.#text };
  }

  /** `offset` is where the piece belongs in the agent's own text; absent where it always continues. */
  push(piece: string, offset = this.#rawUnits): Delta[] {
    if (offset !== this.#rawUnits) this.#isSilent = true;
    this.#rawUnits = offset + piece.length;
    return this.#isSilent ? [] : this.#emit(this.#redaction.push(piece), false);
  }

  /** What was held back, and all that was said, for a block whose end never came. */
  end(): { deltas: Delta[]; text: string } {
    const deltas = this.#isSilent ? [] : this.#emit(this.#redaction.end(), true);
    return { deltas, text: this.#text };
  }

  #emit(out: string, isLast: boolean): Delta[] {
    let text = this.#half + out;
    this.#half = '';
    if (!isLast && isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (this.#text.length + text.length > maxLiveUnits) {
      this.#isSilent = true;
      return [];
    }
    const deltas: Delta[] = [];
    for (let at = 0; at < text.length; ) {
      let end = Math.min(at + maxDeltaUnits, text.length);
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
      const x = text.slice(at, end);
      deltas.push({ k: this.#kind, b: this.#id, o: this.#text.length, x });
      this.#text += x;
      at = end;
    }
    return deltas;
  }
}
