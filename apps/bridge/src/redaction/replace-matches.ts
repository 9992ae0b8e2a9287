import type { Match } from './scanner.ts';

export type Redacted = { text: string; hidden: number };

/** The text with every match replaced, and how many secrets were among them. */
export function replaceMatches(text: string, matches: readonly Match[], end = text.length): Redacted {
  if (matches.length === 0) return { text: end === text.length ? text : text.slice(0, end), hidden: 0 };
  let out = '';
  let at = 0;
  let hidden = 0;
  for (const match of matches) {
    out += text.slice(at, match.start) + match.needle.replacement;
    at = match.end;
    if (match.needle.kind === 'secret') hidden += 1;
  }
  return { text: out + text.slice(at, end), hidden };
}
