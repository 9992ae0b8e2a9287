/** Text that is being written, in UTF-16 units. `cut`: behind the first `at` of `x`, `units` of it are left out. */
export interface LiveText {
  readonly x: string;
  readonly cut?: { readonly at: number; readonly units: number } | undefined;
}

/** What a running command prints is kept to this; above it, its first and its last part are. */
export const maxOutputUnits = 256 * 1024;
const firstUnits = 32 * 1024;
const lastUnits = 96 * 1024;
/** An end of line is looked for in so much of the text beside a cut. */
const lineUnits = 4 * 1024;

/** How much was written altogether, with what is left out. */
export const lengthOf = ({ x, cut }: LiveText): number => x.length + (cut?.units ?? 0);

/** The output of a command with one more piece at `offset`, which is not before its end; what is between is left out. */
export function withPiece(text: LiveText, offset: number, piece: string): LiveText {
  const gap = offset - lengthOf(text);
  const before = gap > 0 ? cutTo(text, text.x.length, gap) : text;
  const after = { ...before, x: before.x + piece };
  return after.x.length <= maxOutputUnits ? after : cutTo(after, lineAt(after.x, after.x.length - lastUnits), 0);
}

/** For people who read it as one text. */
export const joinedText = ({ x, cut }: LiveText, leftOut: (units: number) => string): string =>
  cut === undefined ? x : `${x.slice(0, cut.at)}\n${leftOut(cut.units)}\n${x.slice(cut.at)}`;

/** Leaves out all between the first part and `end` of `x`, and `more` units behind that which never came. */
function cutTo({ x, cut }: LiveText, end: number, more: number): LiveText {
  const at = cut?.at ?? Math.min(end, lineAt(x, firstUnits));
  return { x: x.slice(0, at) + x.slice(end), cut: { at, units: (cut?.units ?? 0) + end - at + more } };
}

/** A place at or behind `index` that splits no line where there is one near, and no character in any case. */
function lineAt(x: string, index: number): number {
  const line = x.indexOf('\n', index);
  if (line >= 0 && line - index < lineUnits) return line + 1;
  const unit = x.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
