import * as v from 'valibot';

/**
 * The one text that a person decides on, made readable. Nothing of it is left out: what has no form of its own is
 * listed as a field, and text that cannot be read as JSON is shown as it is.
 */
export type Shown = {
  tool?: string;
  cwd?: string;
  body:
    | { kind: 'command'; command: string }
    | { kind: 'edit'; path: string; before: string; after: string }
    | { kind: 'write'; path: string; content: string }
    | { kind: 'patch'; files: { path: string; kind: string; diff: string }[] }
    | { kind: 'none' }
    | { kind: 'raw'; text: string };
  /** Every other part of the input, as text. */
  fields: [string, string][];
  input: unknown;
};

const Outer = v.object({ tool: v.optional(v.string()), cwd: v.optional(v.string()), input: v.unknown() });
const Input = v.record(v.string(), v.unknown());
/** A patch over several files; strict, so that nothing in it goes unshown. */
const Patch = v.pipe(v.array(v.strictObject({ path: v.string(), kind: v.string(), diff: v.string() })), v.minLength(1));

/** Reads `shown` of a request. */
export function readShown(shown: string): Shown {
  const outer = v.safeParse(Outer, parseJson(shown));
  if (!outer.success) return { body: { kind: 'raw', text: shown }, fields: [], input: undefined };
  const { tool, cwd, input } = outer.output;
  const head = { ...(tool !== undefined && { tool }), ...(cwd !== undefined && { cwd }), input };
  const record = v.safeParse(Input, input);
  if (!record.success || Array.isArray(input))
    return { ...head, body: { kind: 'none' }, fields: [['input', textOf(input)]] };
  const [body, used] = bodyOf(record.output);
  const fields = Object.entries(record.output)
    .filter(([key]) => !used.includes(key))
    .map(([key, value]): [string, string] => [key, textOf(value)]);
  return { ...head, body, fields };
}

/** How agents name the two sides of an edit. */
const editNames = [
  ['old_string', 'new_string'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['before', 'after'],
] as const;

function bodyOf(input: Record<string, unknown>): [Shown['body'], string[]] {
  const { command, content } = input;
  if (typeof command === 'string') return [{ kind: 'command', command }, ['command']];
  if (Array.isArray(command) && command.every((part) => typeof part === 'string'))
    return [{ kind: 'command', command: command.map(quoted).join(' ') }, ['command']];
  const patch = v.safeParse(Patch, input['changes']);
  if (patch.success) return [{ kind: 'patch', files: patch.output }, ['changes']];
  const pathKey = ['file_path', 'path', 'filePath'].find((key) => typeof input[key] === 'string');
  const path = pathKey === undefined ? undefined : input[pathKey];
  if (pathKey === undefined || typeof path !== 'string') return [{ kind: 'none' }, []];
  const pair = editNames.find(([old, now]) => typeof input[old] === 'string' && typeof input[now] === 'string');
  if (pair !== undefined)
    return [{ kind: 'edit', path, before: String(input[pair[0]]), after: String(input[pair[1]]) }, [pathKey, ...pair]];
  if (typeof content === 'string') return [{ kind: 'write', path, content }, [pathKey, 'content']];
  return [{ kind: 'none' }, []];
}

/** An argument with blanks or quotes in it is quoted, so that two arguments cannot look like three. */
const quoted = (part: string): string => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Shown as it is: the caller sees `undefined`.
    return undefined;
  }
}
