import type { ToolCall } from '@collagility/adapters/port';

/** Fields of a shell call that say nothing about what is done, and differ from call to call; in other tools they are contents. */
const remarks = new Set(['description', 'timeout']);
/** What a shell reads as more than one simple command, or as something computed. */
const shellMarks = /[;&|`<>\n\r(){}]|\$/;

/**
 * The exact text that a remembered permission compares: the command of a shell call, the address of a fetch, the file
 * of an edit, else the whole input as JSON. `undefined`: nothing sensible can be remembered.
 */
export function ruleTextOf({ kind }: Pick<ToolCall, 'kind'>, shownInput: Record<string, unknown>): string | undefined {
  const fields = Object.entries(shownInput).filter(([name]) => kind !== 'execute' || !remarks.has(name));
  const only = (name: string): string | undefined => {
    const value = shownInput[name];
    return fields.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
  };
  switch (kind) {
    case 'execute':
      // A call with other settings (in the background, without a sandbox) is another call.
      return only('command') ?? (fields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(fields)));
    case 'edit': {
      const file = shownInput.file_path ?? shownInput.path ?? shownInput.filePath;
      return typeof file === 'string' && file !== '' ? file : undefined;
    }
    case 'fetch':
      return only('url') ?? JSON.stringify(Object.fromEntries(fields));
    case 'think':
    case 'delete':
      return undefined;
    default:
      return JSON.stringify(Object.fromEntries(fields));
  }
}

/** One command and its arguments, nothing chained, redirected or computed. */
const isSimpleCommand = (command: string): boolean => !shellMarks.test(command);

/**
 * A rule is its exact text. A star is a pattern only in a rule that the host wrote (`rule`), stands for anything, and
 * never lets a second command ride along (B17).
 */
export function ruleMatches(rule: { scope: 'session' | 'rule'; match: string }, text: string): boolean {
  if (rule.match === text) return true;
  if (rule.scope !== 'rule' || !rule.match.includes('*') || !isSimpleCommand(text)) return false;
  const parts = rule.match.split('*');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
