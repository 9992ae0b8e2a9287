/** The words of a command line as a shell splits them, quotes taken off; nothing in them is expanded. */
export function wordsOf(text: string): string[] {
  const words = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => (/^(["']).*\1$/.test(word) ? word.slice(1, -1) : word));
}
