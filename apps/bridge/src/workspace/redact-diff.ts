import { hiddenMark } from '../redaction/needle.ts';

/** A file before and after, whole. */
export type Sides = { before: string; after: string };

/**
 * A diff with its secrets hidden. What hides in the whole file is hidden in the lines of it that a hunk shows: of a key
 * over many lines it may show the middle alone. Then each hunk is read by itself, without its signs; where hiding would
 * join lines, all of that hunk are hidden, so that every number beside a line stays true.
 */
export function redactDiff(diff: string, sides: Sides, redact: (text: string) => string): string {
  return redactHunks(hideByFile(diff, sides, redact), redact);
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function hideByFile(diff: string, sides: Sides, redact: (text: string) => string): string {
  const old = hiddenLines(sides.before, redact);
  const now = hiddenLines(sides.after, redact);
  if (old === undefined && now === undefined) return diff;
  let [oldAt, newAt] = [0, 0];
  return diff
    .split('\n')
    .map((line) => {
      const head = hunkHead.exec(line);
      if (head !== null) {
        oldAt = Number(head[1]) - 1;
        newAt = Number(head[2]) - 1;
        // Behind it stands some line of the file.
        return head[0];
      }
      const sign = line[0];
      if (sign !== ' ' && sign !== '-' && sign !== '+') return line;
      const hidden = sign === '-' ? old?.get(oldAt) : now?.get(newAt);
      if (sign !== '+') oldAt += 1;
      if (sign !== '-') newAt += 1;
      return hidden === undefined ? line : `${sign}${hidden}`;
    })
    .join('\n');
}

/** The lines in which something is hidden, from 0 on; `undefined`: none. */
function hiddenLines(text: string, redact: (text: string) => string): Map<number, string> | undefined {
  const before = text.split('\n');
  const after = redactText(text, redact).split('\n');
  const hidden = new Map<number, string>();
  for (const [at, line] of after.entries()) if (line !== before[at]) hidden.set(at, line);
  return hidden.size === 0 ? undefined : hidden;
}

function redactHunks(diff: string, redact: (text: string) => string): string {
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
