import type { ToolCall } from '@collagility/adapters/port';

/** Fields of a shell call that say nothing about what is done, and differ from call to call; in other tools they are contents. */
const remarks = new Set(['description', 'timeout']);
/** A way that turns back would fit a pattern for one folder and lead into another. */
const isStraight = (path: string): boolean => path !== '' && !path.split(/[\\/]/).some((part) => part === '..');

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
      return typeof file === 'string' && isStraight(file) ? file : undefined;
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
