/**
 * Something that must not leave: a fixed text, or a prefix with a rule for how far the match goes.
 * All are looked for in one pass over the text.
 */
export type Needle = {
  /** At least two characters; what the pass looks for first. */
  prefix: string;
  kind: 'secret' | 'place';
  /** Put in place of the match. */
  replacement: string;
  /** The character before the match must not be one of a word (`name`) or of a path (`path`). */
  boundary?: 'name' | 'path';
  /** A further one that begins inside a match ends where that one ends, so it need not be measured again. */
  sharesEnd?: true;
  /**
   * Where the match that begins at `at` ends; `undefined`: it is none. `isOpen`: the text ended before that was sure.
   * Absent: the prefix is the whole match.
   */
  measure?(text: string, at: number): { end: number | undefined; isOpen: boolean };
};

/** What stands where a secret was. */
export const hiddenMark = '⟦hidden⟧';

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const pathMarks = new Set([...'-.~/\\'].map((mark) => mark.charCodeAt(0)));

/** Whether a match may begin after this character; `NaN` is the start of the text. */
export function mayFollow(boundary: Needle['boundary'], before: number): boolean {
  if (boundary === undefined || Number.isNaN(before)) return true;
  return !isWord(before) && !(boundary === 'path' && pathMarks.has(before));
}
