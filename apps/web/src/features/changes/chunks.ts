/** Rows that are drawn together, within a frame; far ones are an empty box of their height. */
const chunkRows = 25;

export function chunksOf<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < rows.length; at += chunkRows) chunks.push(rows.slice(at, at + chunkRows));
  return chunks;
}
