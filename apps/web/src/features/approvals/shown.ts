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
    | { kind: 'none' }
    | { kind: 'raw'; text: string };
  /** Every other part of the input, as text. */
  fields: [string, string][];
  input: unknown;
};

const Outer = v.object({ tool: v.optional(v.string()), cwd: v.optional(v.string()), input: v.unknown() });
const Input = v.record(v.string(), v.unknown());

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

function bodyOf(input: Record<string, unknown>): [Shown['body'], string[]] {
  const { command, content } = input;
  if (typeof command === 'string') return [{ kind: 'command', command }, ['command']];
  if (Array.isArray(command) && command.every((part) => typeof part === 'string'))
    return [{ kind: 'command', command: command.map(quoted).join(' ') }, ['command']];
  const pathKey = ['file_path', 'path', 'filePath'].find((key) => typeof input[key] === 'string');
  const path = pathKey === undefined ? undefined : input[pathKey];
  if (pathKey === undefined || typeof path !== 'string') return [{ kind: 'none' }, []];
  const before = input['old_string'] ?? input['oldText'];
  const after = input['new_string'] ?? input['newText'];
  if (typeof before === 'string' && typeof after === 'string')
    return [
      { kind: 'edit', path, before, after },
      [pathKey, 'old_string', 'new_string', 'oldText', 'newText'].filter(
        (key) => input[key] === before || input[key] === after || key === pathKey,
      ),
    ];
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
