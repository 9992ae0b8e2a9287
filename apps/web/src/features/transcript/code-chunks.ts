/** Lines that are drawn as one element: what does not change in a long block is neither drawn nor laid out again. */
export const linesPerChunk = 60;

export type CodeChunk = { firstLine: number; lines: number; text: string };

/** Cuts code after every so many lines. All but the last chunk stay the same while code is written behind them. */
export function codeChunks(code: string): CodeChunk[] {
  const chunks: CodeChunk[] = [];
  let from = 0;
  let firstLine = 0;
  while (from <= code.length) {
    let end = from;
    let lines = 0;
    while (lines < linesPerChunk) {
      const at = code.indexOf('\n', end);
      lines += 1;
      if (at === -1) return [...chunks, { firstLine, lines, text: code.slice(from) }];
      end = at + 1;
    }
    chunks.push({ firstLine, lines, text: code.slice(from, end) });
    from = end;
    firstLine += lines;
  }
  return chunks;
}
