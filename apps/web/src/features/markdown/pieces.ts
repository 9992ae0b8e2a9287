/** A paragraph shorter than this is read as one. */
const longUnits = 1_500;
/** A piece is at most this long, so that reading it, even at its worst, is short. */
const maxPieceUnits = 2_500;

/**
 * Little but signs that may open or close something: reading it takes time that grows with the square of their number,
 * and nobody writes so.
 */
export function isDense(text: string): boolean {
  const signs = text.match(/[*_~[]/g)?.length ?? 0;
  return signs > 300 && signs > text.length / 6;
}

/**
 * Cuts a very long paragraph where nothing is open: each piece reads the same alone, so a growing paragraph costs its
 * last piece only. Pieces end after a line end; the cut of a text that grew lies where it lay before.
 */
export function piecesOf(text: string): string[] {
  if (text.length <= longUnits) return [text];
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > longUnits) {
    const end = endOfPiece(text, from);
    if (end === undefined) break;
    pieces.push(text.slice(from, end));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** The first good place beyond half a thousand characters; `undefined` while the text is too short to tell. */
function endOfPiece(text: string, from: number): number | undefined {
  const latest = from + maxPieceUnits;
  let code = 0;
  let brackets = 0;
  const open = new Map([
    ['*', false],
    ['_', false],
    ['~', false],
  ]);
  for (let at = from; at < text.length && at < latest; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\') at += 1;
    else if (sign === '`') {
      const run = runAt(text, at);
      if (code === 0) code = run;
      else if (code === run) code = 0;
      at += run - 1;
    } else if (code > 0) continue;
    else if (sign === '[' || sign === '<' || sign === '(') brackets += 1;
    else if (sign === ']' || sign === '>' || sign === ')') brackets = Math.max(0, brackets - 1);
    else if (open.has(sign)) {
      const run = runAt(text, at);
      const before = text[at - 1] ?? ' ';
      const after = text[at + run] ?? ' ';
      const isInWord = /\s/.test(before) ? /\s/.test(after) : sign === '_' && /\w/.test(before) && /\w/.test(after);
      if (!isInWord) open.set(sign, !open.get(sign));
      at += run - 1;
    } else if ((sign === '\n' || sign === ' ') && at - from >= 500) {
      if (brackets === 0 && ![...open.values()].includes(true)) return at + 1;
    }
  }
  if (text.length < latest) return undefined;
  // Something stays open for pages: it is cut at a blank, and reads as text on both sides.
  const blank = text.lastIndexOf(' ', latest);
  return blank > from ? blank + 1 : latest;
}

function runAt(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}
