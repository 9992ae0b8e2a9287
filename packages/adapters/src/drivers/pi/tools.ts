import { type Fields, given, objectsAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { ToolCall, ToolKind } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { fileDiff } from '../../unified-diff.ts';

const kinds: Readonly<Record<string, ToolKind>> = {
  bash: 'execute',
  powershell: 'execute',
  codemode: 'execute',
  read: 'read',
  ls: 'read',
  grep: 'search',
  find: 'search',
  edit: 'edit',
  write: 'edit',
};

const kindOf = (toolName: string): ToolKind =>
  toolName.startsWith('mcp__') ? 'mcp' : (ownValue(kinds, toolName) ?? 'other');

export interface NativeCall {
  toolId: string;
  toolName: string;
  input: Fields;
  parentToolId: string | undefined;
}

const maxTitleUnits = 200;

export function toolCallOf(call: NativeCall, workspacePath: string): ToolCall {
  return {
    toolId: call.toolId,
    toolName: call.toolName,
    kind: kindOf(call.toolName),
    title: titleOf(call, workspacePath),
    arguments: { ...call.input },
    ...given('parentToolId', call.parentToolId),
  };
}

function titleOf({ toolName, input }: NativeCall, workspacePath: string): string {
  const path = textAt(input, 'path');
  const command = textAt(input, 'command') ?? textAt(input, 'code');
  const subject = command ?? (path === undefined ? textAt(input, 'pattern') : shownPath(path, workspacePath));
  const whole = subject === undefined ? toolName : command === undefined ? `${toolName} ${subject}` : subject;
  const line = whole.trim().split('\n', 1)[0] ?? toolName;
  const isCut = line.length > maxTitleUnits || line.length < whole.trim().length;
  return isCut ? `${[...line].slice(0, maxTitleUnits).join('')}…` : line;
}

/** Text parts of a result, in one. */
export const resultText = (result: Fields): string =>
  objectsAt(result, 'content')
    .flatMap((part) => textAt(part, 'text') ?? [])
    .join('\n');

/** The patch of `edit` with git's names of the file. */
export function patchChange(path: string, patch: string): { diff: string; added: number; removed: number } {
  const body = patch.replace(/^--- .*\n\+\+\+ .*\n/, '');
  const lines = body.split('\n');
  return {
    diff: `--- a/${path}\n+++ b/${path}\n${body}`,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** What `write` did to a file whose content before is known. */
export function writeChange(path: string, before: string | undefined, after: string) {
  return {
    change: before === undefined ? ('added' as const) : ('modified' as const),
    ...fileDiff(path, before, after),
  };
}
