// Controls, bidi and invisible characters: in a terminal they can move the cursor, recolour or reorder what is read.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text of others as one line that is only text: whatever could act on the terminal is shown as an escape. */
export function safeText(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === '\n') return '⏎';
    if (character === '\t') return ' ';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Lines of others, each safe. */
export function safeLines(text: string): string[] {
  return text.split(/\r\n|\n/).map(safeText);
}
