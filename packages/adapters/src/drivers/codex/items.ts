import { type Fields, fieldsAt, given, numberAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { AdapterEventPayloads, ToolCall } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { plainCommand } from './shell-command.ts';

type ToolEnd = Omit<AdapterEventPayloads['TOOL_EXECUTED'], 'toolId'>;

/** Ids of items come from the model's server: unique in a turn at best. */
export const keyOf = (turnId: string, itemId: string): string => `${turnId}/${itemId}`;

/** A command as the room sees it: what runs, where, and in which shell. */
export function commandOf(item: Fields): { command: string; shell?: string; cwd?: string } {
  return { ...plainCommand(textAt(item, 'command') ?? ''), ...given('cwd', textAt(item, 'cwd')) };
}

/** An item as a tool call of the room; undefined for one that is no tool. */
export function toolCallOf(item: Fields, toolId: string, workspacePath: string): ToolCall | undefined {
  const call = (toolName: string, kind: ToolCall['kind'], title: string, args: Record<string, unknown>): ToolCall => ({
    toolId,
    toolName,
    kind,
    title: oneLine(title),
    arguments: args,
  });
  switch (textAt(item, 'type')) {
    case 'commandExecution':
      return call('shell', 'execute', commandOf(item).command, commandOf(item));
    case 'fileChange':
      return fileChangeCall(item, call, workspacePath);
    case 'mcpToolCall': {
      const [server, tool] = [textAt(item, 'server') ?? 'mcp', textAt(item, 'tool') ?? 'tool'];
      return call(`${server}.${tool}`, 'mcp', `${server} · ${tool}`, { ...fieldsAt(item, 'arguments') });
    }
    case 'webSearch':
      return call('web_search', 'fetch', `Search the web: ${textAt(item, 'query') ?? ''}`, {
        query: textAt(item, 'query') ?? '',
      });
    case 'imageView': {
      const path = shownPath(textAt(item, 'path') ?? '', workspacePath);
      return call('view_image', 'read', `Look at ${path}`, { path });
    }
    case 'dynamicToolCall':
      return call(textAt(item, 'tool') ?? 'tool', 'other', textAt(item, 'tool') ?? 'tool', {
        ...fieldsAt(item, 'arguments'),
      });
    case 'collabAgentToolCall':
      return call(textAt(item, 'tool') ?? 'agent', 'agent', textAt(item, 'prompt') ?? 'Another agent', {
        ...given('prompt', textAt(item, 'prompt')),
      });
    case 'imageGeneration':
      return call('image_generation', 'other', textAt(item, 'revisedPrompt') ?? 'Make an image', {});
    default:
      return undefined;
  }
}

function fileChangeCall(
  item: Fields,
  call: (toolName: string, kind: ToolCall['kind'], title: string, args: Record<string, unknown>) => ToolCall,
  workspacePath: string,
): ToolCall {
  const changes = objectsAt(item, 'changes');
  const kinds = changes.map((change) => textAt(fieldsAt(change, 'kind'), 'type'));
  const paths = changes.map((change) => shownPath(textAt(change, 'path') ?? '', workspacePath));
  const isOnly = (kind: string): boolean => kinds.length > 0 && kinds.every((one) => one === kind);
  const verb = isOnly('delete') ? 'Delete' : isOnly('add') ? 'Write' : 'Edit';
  return call('apply_patch', isOnly('delete') ? 'delete' : 'edit', `${verb} ${paths.join(', ')}`, {
    changes: changes.map((change, index) => ({
      path: paths[index],
      kind: kinds[index],
      ...given('movePath', movePathOf(change, workspacePath)),
      diff: textAt(change, 'diff') ?? '',
    })),
  });
}

function movePathOf(change: Fields, workspacePath: string): string | undefined {
  const path = textAt(fieldsAt(change, 'kind'), 'move_path');
  return path === undefined ? undefined : shownPath(path, workspacePath);
}

/** How a tool item ended. */
export function toolEndOf(item: Fields): ToolEnd {
  const status = textAt(item, 'status');
  const durationMs = numberAt(item, 'durationMs');
  const exitCode = numberAt(item, 'exitCode');
  return {
    status: status === 'declined' ? 'denied' : status === 'failed' ? 'failed' : 'completed',
    output: outputOf(item),
    ...given('exitCode', exitCode),
    ...given('durationMs', durationMs === undefined || durationMs < 0 ? undefined : durationMs),
  };
}

function outputOf(item: Fields): string {
  switch (textAt(item, 'type')) {
    case 'commandExecution':
      return textAt(item, 'aggregatedOutput') ?? '';
    case 'mcpToolCall':
      return [
        ...objectsAt(fieldsAt(item, 'result'), 'content').flatMap((part) => textAt(part, 'text') ?? []),
        ...(textAt(fieldsAt(item, 'error'), 'message') === undefined
          ? []
          : [textAt(fieldsAt(item, 'error'), 'message')]),
      ].join('\n');
    case 'dynamicToolCall':
      return objectsAt(item, 'contentItems')
        .flatMap((part) => textAt(part, 'text') ?? [])
        .join('\n');
    case 'collabAgentToolCall':
      return textsAt(item, 'receiverThreadIds').length === 0 ? '' : 'Handed over to another agent.';
    default:
      return '';
  }
}

const maxTitleUnits = 200;

function oneLine(title: string): string {
  const trimmed = title.trim();
  const first = trimmed.split('\n', 1)[0] ?? '';
  const isCut = first.length > maxTitleUnits || first.length < trimmed.length;
  // Cutting by code points keeps a pair of surrogates together.
  return isCut ? `${[...first].slice(0, maxTitleUnits).join('')}…` : first;
}
