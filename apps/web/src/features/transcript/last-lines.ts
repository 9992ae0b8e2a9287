/** The end of a text: at most so many lines and so much, from the beginning of a line on. Looks at nothing before it. */
export function lastLines(text: string, lines: number, maxUnits: number): string {
  const earliest = Math.max(0, text.length - maxUnits);
  let at = text.length - (text.endsWith('\n') ? 1 : 0);
  for (let line = 0; line < lines; line++) {
    const end = text.lastIndexOf('\n', at - 1);
    if (end < earliest) {
      if (earliest === 0) return text;
      // One line that is longer than all that is drawn: its end.
      return line === 0 ? text.slice(earliest) : text.slice(at + 1);
    }
    at = end;
  }
  return text.slice(at + 1);
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
