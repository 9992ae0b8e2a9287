import type { Redacted } from './replace-matches.ts';
import type { Match } from './scanner.ts';

/** The text with every match as stars, one for each unit: on a screen what follows must keep its place. */
export function maskMatches(text: string, matches: readonly Match[], end = text.length): Redacted {
  let out = '';
  let at = 0;
  let hidden = 0;
  for (const { start, end: matchEnd, needle } of matches) {
    out += text.slice(at, start) + '*'.repeat(matchEnd - start);
    at = matchEnd;
    if (needle.kind === 'secret') hidden += 1;
  }
  return { text: out + text.slice(at, end), hidden };
}
