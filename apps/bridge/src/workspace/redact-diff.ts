import { hiddenMark } from '../redaction/needle.ts';

/**
 * A diff with its secrets hidden. Each hunk is read without its signs, so that a secret over several lines is found;
 * where hiding it would join lines, all lines of that hunk are hidden, so that every number beside a line stays true.
 */
export function redactDiff(diff: string, redact: (text: string) => string): string {
  const lines = diff.split('\n');
  const out: string[] = [];
  let body: string[] = [];
  const flush = (): void => {
    if (body.length > 0) out.push(...redactLines(body, redact));
    body = [];
  };
  for (const line of lines) {
    const isBody = /^[-+ ]/.test(line);
    if (isBody) body.push(line);
    else {
      flush();
      out.push(redact(line));
    }
  }
  flush();
  return out.join('\n');
}

function redactLines(lines: string[], redact: (text: string) => string): string[] {
  const plain = redact(lines.map((line) => line.slice(1)).join('\n')).split('\n');
  const isWhole = plain.length === lines.length;
  return lines.map((line, at) => `${line[0] ?? ' '}${isWhole ? (plain[at] ?? '') : hiddenMark}`);
}

/** A file with its secrets hidden, line by line as it was; where hiding joins lines, from the first to the last of them all are hidden. */
export function redactText(text: string, redact: (text: string) => string): string {
  const hidden = redact(text);
  const before = text.split('\n');
  const after = hidden.split('\n');
  if (before.length === after.length) return hidden;
  let head = 0;
  while (head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = before.slice(head, before.length - tail).map(() => hiddenMark);
  return [...before.slice(0, head), ...middle, ...before.slice(before.length - tail)].join('\n');
}
