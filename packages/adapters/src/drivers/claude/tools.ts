import { type Fields, given, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { ToolCall, ToolKind } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';

const kinds: Readonly<Record<string, ToolKind>> = {
  Bash: 'execute',
  BashOutput: 'execute',
  KillShell: 'execute',
  PowerShell: 'execute',
  Monitor: 'execute',
  Read: 'read',
  NotebookRead: 'read',
  ReadMcpResourceTool: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  ToolSearch: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  Agent: 'agent',
  Task: 'agent',
};

function toolKind(toolName: string): ToolKind {
  if (toolName.startsWith('mcp__')) return 'mcp';
  return ownValue(kinds, toolName) ?? 'other';
}

export function toolCallOf(
  call: { toolId: string; toolName: string; input: Record<string, unknown>; parentToolId?: string | undefined },
  workspacePath: string,
): ToolCall {
  return {
    toolId: call.toolId,
    toolName: call.toolName,
    kind: toolKind(call.toolName),
    title: toolTitle(call.toolName, call.input, workspacePath),
    arguments: call.input,
    ...given('parentToolId', call.parentToolId),
  };
}

const maxTitleUnits = 200;

function toolTitle(toolName: string, input: Fields, workspacePath: string): string {
  const path = textAt(input, 'file_path') ?? textAt(input, 'notebook_path') ?? textAt(input, 'path');
  const subject =
    textAt(input, 'command') ??
    (path === undefined ? undefined : shownPath(path, workspacePath)) ??
    textAt(input, 'pattern') ??
    textAt(input, 'url') ??
    textAt(input, 'query') ??
    textAt(input, 'subject') ??
    textAt(input, 'description') ??
    textAt(input, 'skill');
  const name = toolName.startsWith('mcp__') ? toolName.slice('mcp__'.length).replace('__', ' · ') : toolName;
  const title = subject === undefined ? name : toolName === 'Bash' ? subject : `${name} ${subject}`;
  const firstLine = title.trim().split('\n', 1)[0] ?? name;
  const isCut = firstLine.length > maxTitleUnits || firstLine.length < title.trim().length;
  // Cutting by code points keeps a pair of surrogates together.
  return isCut ? `${[...firstLine].slice(0, maxTitleUnits).join('')}…` : firstLine;
}
