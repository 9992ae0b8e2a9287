import { wordList } from './word-list.ts';

export type SafetyWords = [string, string, string, string];

/** The four words that both sides compare before somebody is let in (CLG-39): one per byte. */
export function safetyWords(bytes: Uint8Array): SafetyWords {
  const [a, b, c, d] = bytes;
  if (bytes.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) {
    throw new RangeError('Safety words come from 4 bytes.');
  }
  return [word(a), word(b), word(c), word(d)];
}

function word(byte: number): string {
  const found = wordList[byte];
  if (found === undefined) throw new RangeError(`No word for ${byte}.`);
  return found;
}
