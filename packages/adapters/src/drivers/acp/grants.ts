import { isAbsolute, resolve } from 'node:path';
import { type Fields, isFields } from '../../fields.ts';
import type { ToolCall } from '../../port.ts';

/** What a client method does. */
export type Use = 'run' | 'write';
type Grant = { use: Use; subject: string };

/** Fields that say what is run, and where something is written. What a file is to hold, or a remark, is neither. */
const commandName = /^(?:command|cmd|script|commandLine|command_line)$/;
const pathName = /^(?:.*_)?(?:path|file|filename|destination|target|uri)$|(?:Path|File)$/;
/** A look allows no change, and words said to somebody allow nothing. */
const mayRunAfter: ReadonlySet<ToolCall['kind']> = new Set(['execute', 'other', 'mcp']);
const mayWriteAfter: ReadonlySet<ToolCall['kind']> = new Set(['edit', 'move', 'other', 'mcp']);
/** Deep inputs are not commands. */
const maxLeaves = 64;

/** What was allowed in this turn and not used yet: each "yes" is good for one command, or one file, that it named. */
export class Grants {
  readonly #open: Grant[] = [];

  add({ kind, arguments: input }: Pick<ToolCall, 'kind' | 'arguments'>, workspacePath: string): void {
    for (const { name, text } of leavesOf(input)) {
      if (mayRunAfter.has(kind) && commandName.test(name)) this.#open.push({ use: 'run', subject: text });
      if (!mayWriteAfter.has(kind) || !pathName.test(name)) continue;
      this.#open.push({ use: 'write', subject: isAbsolute(text) ? text : resolve(workspacePath, text) });
    }
  }

  /** True once for each time it was allowed. */
  take(use: Use, subject: string): boolean {
    const at = this.#open.findIndex((grant) => grant.use === use && grant.subject === subject);
    if (at === -1) return false;
    this.#open.splice(at, 1);
    return true;
  }

  clear(): void {
    this.#open.length = 0;
  }
}

function leavesOf(input: Fields): Array<{ name: string; text: string }> {
  const found: Array<{ name: string; text: string }> = [];
  const walk = (name: string, value: unknown): void => {
    if (found.length >= maxLeaves) return;
    if (typeof value === 'string') found.push({ name, text: value });
    else if (Array.isArray(value)) for (const one of value) walk(name, one);
    else if (isFields(value)) for (const [key, one] of Object.entries(value)) walk(key, one);
  };
  walk('', input);
  return found;
}
