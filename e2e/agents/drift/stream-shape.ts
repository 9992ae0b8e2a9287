/** What an agent says, as the names of its messages and of the fields in them: kinds → `path: type`, both sorted. */
export type StreamShape = Record<string, string[]>;

type Json = Record<string, unknown>;

/** Fields that hold values under names of their own: what stands below them is data, not protocol. */
const opaque =
  /(?:^|\.)(?:rawInput|rawOutput|arguments|input|env|_meta|configOptions|models|modelUsage|schema|inputSchema)$/;

/** The shape of the lines that an agent wrote. Lines that are no JSON object are a kind of their own. */
export function shapeOf(lines: readonly string[]): StreamShape {
  const shape = new Map<string, Set<string>>();
  for (const line of lines) {
    const message = parsed(line);
    const kind = message === undefined ? '(no JSON object)' : kindOf(message);
    const fields = shape.get(kind) ?? new Set<string>();
    shape.set(kind, fields);
    if (message !== undefined) collect(message, '', fields);
  }
  return Object.fromEntries(
    [...shape].sort(byName).map(([kind, fields]): [string, string[]] => [kind, [...fields].sort()]),
  );
}

/** What is new and what is gone, a line each, by kind and field. */
export function driftOf(before: StreamShape, after: StreamShape): string[] {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return kinds.flatMap((kind) => {
    const [old, now] = [before[kind], after[kind]];
    if (old === undefined) return [`new: ${kind}`];
    if (now === undefined) return [`gone: ${kind}`];
    return [
      ...now.filter((field) => !old.includes(field)).map((field) => `new in ${kind}: ${field}`),
      ...old.filter((field) => !now.includes(field)).map((field) => `gone from ${kind}: ${field}`),
    ];
  });
}

function parsed(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The words by which protocols tell their messages apart, outermost first. */
function kindOf(message: Json): string {
  const words: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    const fields: Json = { ...value };
    for (const key of ['method', 'sessionUpdate', 'type', 'subtype'])
      if (typeof fields[key] === 'string') words.push(String(fields[key]));
    for (const key of ['params', 'update', 'event', 'item', 'message', 'delta', 'content_block', 'response', 'request'])
      walk(fields[key], depth + 1);
  };
  walk(message, 0);
  if (words.length > 0) return words.join('/');
  return 'error' in message ? 'answer/error' : 'answer';
}

function collect(value: unknown, path: string, into: Set<string>): void {
  if (Array.isArray(value)) {
    into.add(`${path}: list`);
    for (const entry of value) if (typeof entry === 'object' && entry !== null) collect(entry, `${path}[]`, into);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    into.add(`${path}: ${value === null ? 'null' : typeof value}`);
    return;
  }
  if (opaque.test(path)) {
    into.add(`${path}: object`);
    return;
  }
  for (const [key, part] of Object.entries(value)) collect(part, path === '' ? key : `${path}.${key}`, into);
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);
