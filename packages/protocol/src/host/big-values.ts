import * as v from 'valibot';
import { blobHash } from '../blob.ts';
import { toHex, utf8 } from '../bytes.ts';
import type { BigText, BlobRef, RoomEvent } from '../events.ts';
import { maxInlineBytes } from '../limits.ts';
import type { RoomStore } from './contract.ts';

const headUnits = 2_000;
const tailUnits = 1_000;

/** Values too long for an event: kept beside the journal, pulled by range (CLG-60). */
export class BigValues {
  readonly #options: BigValuesOptions;

  constructor(options: BigValuesOptions) {
    this.#options = options;
  }

  /** Measured as it will stand in the event: JSON may need more bytes than the text has. */
  text(text: string): BigText {
    return utf8(JSON.stringify(text)).length <= maxInlineBytes ? { text } : this.#textBlob(text);
  }

  bytes(bytes: Uint8Array): BlobRef {
    return this.#keep(bytes, '', '');
  }

  /** The same event with its longest inline value as a blob; the event itself where it has none. */
  shrink(event: RoomEvent): RoomEvent {
    let longest: { key: string; text: string } | undefined;
    for (const [key, value] of Object.entries(event)) {
      const parsed = typeof value === 'object' ? v.safeParse(v.strictObject({ text: v.string() }), value) : undefined;
      if (parsed?.success && parsed.output.text.length > (longest?.text.length ?? headUnits)) {
        longest = { key, text: parsed.output.text };
      }
    }
    return longest === undefined ? event : { ...event, [longest.key]: this.#textBlob(longest.text) };
  }

  #textBlob(text: string): BlobRef {
    return this.#keep(utf8(text), text.slice(0, wholeUnits(text, headUnits)), text.slice(-tailUnits));
  }

  #keep(bytes: Uint8Array, head: string, tail: string): BlobRef {
    const { store, random, nextSeq, write } = this.#options;
    const id = random(16);
    const hash = blobHash(bytes);
    write(() => store.putBlob({ id, bytes, hash, fromSeq: nextSeq() }));
    return { blob: toHex(id), len: bytes.length, hash: toHex(hash), head, tail: wellFormed(tail) };
  }
}

type BigValuesOptions = {
  store: RoomStore;
  random(bytes: number): Uint8Array;
  /** Of the event that will name it. */
  nextSeq(): number;
  /** Joins the commit of the event that will name it. */
  write(work: () => void): void;
};

/** Not between the halves of a surrogate pair. */
function wholeUnits(text: string, units: number): number {
  const last = text.charCodeAt(units - 1);
  return last >= 0xd800 && last <= 0xdbff ? units - 1 : units;
}

function wellFormed(text: string): string {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}
