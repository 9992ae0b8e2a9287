import { type Fields, fieldsAt, hasFieldsAt, numberAt, objectsAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { ToolKind } from '../../port.ts';

const kindOfAcp: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  edit: 'edit',
  write: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'execute',
  fetch: 'fetch',
  think: 'think',
};

/** Agents that leave the kind out name these tools. */
const kindOfName: ReadonlyArray<readonly [RegExp, ToolKind]> = [
  [/^mcp_/, 'mcp'],
  [/^(shell|bash|exec|exec_command|run_shell_command|run_terminal_command|terminal)$/i, 'execute'],
  [/^(write|edit|write_file|replace|apply_patch|str_replace|str_replace_editor|create|multiedit)$/i, 'edit'],
  [/^(read|read_file|view|read_image|cat)$/i, 'read'],
  [/^(grep|glob|search|tree|ls|list|list_directory|codesearch)$/i, 'search'],
  [/^(web_?fetch|web_?search|fetch)$/i, 'fetch'],
  [/^(task|agent|subagent)$/i, 'agent'],
];

/** Where the agents put the tool's own name: it is read here and never passed on with the rest of `_meta`. */
export function toolNameOf(call: Fields, nameInId: boolean): string | undefined {
  const meta = fieldsAt(call, '_meta');
  const inId = nameInId ? /^(.+?)__/.exec(textAt(call, 'toolCallId') ?? '')?.[1] : undefined;
  return (
    textAt(call, 'name') ??
    textAt(meta, 'toolName') ??
    textAt(fieldsAt(fieldsAt(meta, 'goose'), 'toolCall'), 'toolName') ??
    textAt(fieldsAt(meta, 'x.ai/tool'), 'name') ??
    textAt(fieldsAt(meta, 'claudeCode'), 'toolName') ??
    inId
  );
}

export function toolKindOf(call: Fields, name: string): ToolKind {
  const byName = kindOfName.find(([pattern]) => pattern.test(name))?.[1];
  const said = textAt(call, 'kind') ?? textAt(fieldsAt(fieldsAt(call, '_meta'), 'x.ai/tool'), 'kind') ?? 'other';
  return byName === 'mcp' ? 'mcp' : (ownValue(kindOfAcp, said) ?? byName ?? 'other');
}

export interface ToolDiff {
  path: string;
  oldText: string | undefined;
  newText: string;
  change: 'added' | 'modified' | 'deleted';
}

/** The diff blocks of a call that differ; an empty or missing old text is a new file. */
export function diffsOf(call: Fields): ToolDiff[] {
  return objectsAt(call, 'content').flatMap((part) => {
    const path = textAt(part, 'path');
    if (textAt(part, 'type') !== 'diff' || path === undefined) return [];
    const oldText = textAt(part, 'oldText');
    const newText = textAt(part, 'newText') ?? '';
    if (oldText === newText) return [];
    const kind = textAt(fieldsAt(part, '_meta'), 'kind');
    const isNew = kind === 'add' || oldText === undefined || oldText === '';
    const change = kind === 'delete' ? 'deleted' : isNew ? 'added' : 'modified';
    return [{ path, oldText: isNew ? undefined : oldText, newText, change }];
  });
}

/** The input of a call; some put it below the tool's name. */
export function inputFieldsOf(call: Fields): Fields {
  const raw = fieldsAt(call, 'rawInput');
  return textAt(raw, 'tool') !== undefined && hasFieldsAt(raw, 'arguments') ? fieldsAt(raw, 'arguments') : raw;
}

/** The text of a call's content; undefined where it has none at all, which is not an empty one. */
export function outputOf(call: Fields): string | undefined {
  if (!Array.isArray(call['content'])) return undefined;
  const texts = objectsAt(call, 'content').flatMap((part) => {
    if (textAt(part, 'type') !== 'content') return [];
    const block = fieldsAt(part, 'content');
    return (
      textAt(block, 'text') ?? textAt(fieldsAt(block, 'resource'), 'text') ?? `[${textAt(block, 'type') ?? 'part'}]`
    );
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

export const terminalIdsOf = (call: Fields): string[] =>
  objectsAt(call, 'content').flatMap((part) =>
    textAt(part, 'type') === 'terminal' ? (textAt(part, 'terminalId') ?? []) : [],
  );

/** Output of terminals that the agent runs itself comes beside the content with some. */
export function extraOutputOf(call: Fields): { delta?: string; whole?: string } {
  const meta = fieldsAt(call, '_meta');
  const delta = textAt(fieldsAt(meta, 'terminal_output_delta'), 'data');
  const whole = textAt(fieldsAt(meta, 'terminal_output'), 'data');
  return { ...(delta === undefined ? {} : { delta }), ...(whole === undefined ? {} : { whole }) };
}

/** One number is taken from the raw output; the output itself is never passed on. */
export function exitCodeOf(call: Fields): number | undefined {
  const raw = fieldsAt(call, 'rawOutput');
  return (
    numberAt(raw, 'exitCode') ??
    numberAt(raw, 'exit_code') ??
    numberAt(fieldsAt(raw, 'metadata'), 'exit') ??
    numberAt(fieldsAt(raw, 'details'), 'exitCode') ??
    numberAt(fieldsAt(fieldsAt(call, '_meta'), 'terminal_exit'), 'exit_code')
  );
}

const maxTitleUnits = 200;

export function shortTitle(title: string): string {
  const firstLine = title.trim().split('\n', 1)[0] ?? '';
  const isCut = firstLine.length > maxTitleUnits || firstLine.length < title.trim().length;
  // Cutting by code points keeps a pair of surrogates together.
  return isCut ? `${[...firstLine].slice(0, maxTitleUnits).join('')}…` : firstLine;
}
