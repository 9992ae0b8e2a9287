/**
 * Text in which nothing can hide: controls, direction marks, invisible and look-alike blank characters become visible
 * escapes. Line ends and tabs stay, everything else of the kind is written as \u{…}.
 */
export type VisiblePart = { text: string; isEscape: boolean };

const hidden = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Splits text at the characters that must be shown as escapes. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let at = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isEscape: false });
    parts.push({ text: escapeOf(match[0]), isEscape: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isEscape: false });
  return parts;
}

const escapeOf = (character: string): string =>
  character === '\r' ? '\\r' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The same as one string, for labels and titles. */
export const visibleText = (text: string): string =>
  visibleParts(text)
    .map((part) => part.text)
    .join('');
