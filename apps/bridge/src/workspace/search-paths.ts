import type { Found } from '@collagility/protocol/workspace';

const maxFound = 50;

/** Paths that fit what was typed: words in any order, letters of a word in order; names count more than folders. */
export function searchPaths(paths: readonly string[], query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const found: Array<{ path: string; score: number }> = [];
  for (const path of paths) {
    const score = scoreOf(path.toLowerCase(), words);
    if (score !== undefined) found.push({ path, score });
  }
  found.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return { paths: found.slice(0, maxFound).map(({ path }) => path), total: found.length };
}

function scoreOf(path: string, words: readonly string[]): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // Without words the shallow files come first.
  let sum = -path.split('/').length / 10;
  for (const word of words) {
    const score = scoreWord(path, name, word);
    if (score === undefined) return undefined;
    sum += score;
  }
  return sum;
}

function scoreWord(path: string, name: string, word: string): number | undefined {
  if (name === word) return 1_000;
  if (name.startsWith(word)) return 800 - name.length / 10;
  const inName = name.indexOf(word);
  if (inName !== -1) return 600 - inName - name.length / 10;
  const inPath = path.indexOf(word);
  if (inPath !== -1) return (isStart(path, inPath) ? 450 : 400) - path.length / 10;
  const gapsInName = gapsOf(name, word);
  if (gapsInName !== undefined) return 300 - gapsInName;
  const gaps = gapsOf(path, word);
  return gaps === undefined ? undefined : 200 - gaps;
}

const isStart = (path: string, at: number): boolean => at === 0 || '/._-'.includes(path[at - 1] ?? '');

/** Letters between the first and the last that fit, beyond the word's own; a letter that begins a word is worth more. */
function gapsOf(text: string, word: string): number | undefined {
  let at = -1;
  let first = -1;
  let starts = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return undefined;
    if (first === -1) first = at;
    if (isStart(text, at)) starts += 1;
  }
  return at - first + 1 - word.length - starts * 3;
}
