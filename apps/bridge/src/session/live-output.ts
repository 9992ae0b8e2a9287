import type { Delta, LiveBlock } from '@collagility/protocol/ephemeral';
import { joinedText, type LiveText, lengthOf, withPiece } from '@collagility/protocol/live-text';
import { type Rate, type TokenBucket, take } from '@collagility/protocol/token-bucket';
import type { RedactionStream } from '../redaction/redaction-stream.ts';

/** Output of running commands that all may see as it comes, for all of an agent's commands together. Units of UTF-16. */
export const outputRate: Rate = { perSecond: 128 * 1024, burst: 256 * 1024 };
/** Of what came while there was no room, the last so much is sent. */
const maxLateUnits = 32 * 1024;

/**
 * What a command prints while it runs: redacted as it comes, live to its end however long it is. Where it prints more
 * than the room can carry, what is between is left out and said to be.
 */
export class LiveOutput {
  readonly #id: string;
  readonly #redaction: RedactionStream;
  readonly #bucket: TokenBucket;
  readonly #monotonicMs: () => number;
  #text: LiveText = { x: '' };
  #unsent = '';
  #sent = 0;
  #half = '';

  constructor(id: string, redaction: RedactionStream, bucket: TokenBucket, monotonicMs: () => number) {
    this.#id = id;
    this.#redaction = redaction;
    this.#bucket = bucket;
    this.#monotonicMs = monotonicMs;
  }

  get live(): LiveBlock {
    return { k: 'tool', b: this.#id, ...this.#text };
  }

  /** Something waits for room. */
  get isBehind(): boolean {
    return this.#unsent !== '';
  }

  push(piece: string): Delta[] {
    this.#add(this.#redaction.push(piece), false);
    return this.due();
  }

  /** What there is room for now. */
  due(): Delta[] {
    const all = this.#unsent;
    const units = [all.length, Math.min(all.length, maxLateUnits)].find((amount) =>
      take(this.#bucket, outputRate, amount, this.#monotonicMs()),
    );
    if (units === undefined || units === 0) return [];
    const x = fromWhole(all, all.length - units);
    const o = lengthOf(this.#text) - x.length;
    const gap = o > this.#sent ? { g: true as const } : {};
    this.#unsent = '';
    this.#sent = o + x.length;
    return [{ k: 'tool', b: this.#id, o, x, ...gap }];
  }

  /** All that was said by a command whose end never came, and what was held back of it. */
  end(): { deltas: Delta[]; text: string } {
    this.#add(this.#redaction.end(), true);
    return { deltas: this.due(), text: joinedText(this.#text, (units) => `⋯ ${units} characters left out ⋯`) };
  }

  #add(out: string, isLast: boolean): void {
    let text = this.#half + out;
    this.#half = '';
    if (!isLast && isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (text === '') return;
    this.#text = withPiece(this.#text, lengthOf(this.#text), text);
    this.#unsent += text;
    // Cut now and then and not each time: that would copy all of it for each piece.
    if (this.#unsent.length > outputRate.burst)
      this.#unsent = fromWhole(this.#unsent, this.#unsent.length - maxLateUnits);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
/** The text from `index` on, without the second half of a character. */
const fromWhole = (text: string, index: number): string =>
  text.slice(isLowSurrogate(text.charCodeAt(index)) ? index + 1 : index);
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
