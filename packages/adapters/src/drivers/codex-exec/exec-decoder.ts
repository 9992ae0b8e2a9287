import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, numberAt, objectsAt, textAt } from '../../fields.ts';
import type { ToolCall } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { plainCommand } from '../codex/shell-command.ts';

export interface ExecListener {
  onThread(threadId: string): void;
  onTurnStarted(): void;
  onCompleted(usage: Fields): void;
  onFailed(message: string): void;
}

/** Turns the lines of one run into the events of the room. */
export class ExecDecoder {
  readonly #out: EventWriter;
  readonly #workspacePath: string;
  readonly #runId: string;
  readonly #listener: ExecListener;
  /** Title of each call, as it was told last. */
  readonly #calls = new Map<string, string>();
  readonly #running = new Set<string>();

  constructor(out: EventWriter, workspacePath: string, runId: string, listener: ExecListener) {
    this.#out = out;
    this.#workspacePath = workspacePath;
    this.#runId = runId;
    this.#listener = listener;
  }

  get hasRunningTool(): boolean {
    return this.#running.size > 0;
  }

  line(line: Fields, text: string): void {
    switch (textAt(line, 'type')) {
      case 'thread.started':
        this.#listener.onThread(textAt(line, 'thread_id') ?? '');
        break;
      case 'turn.started':
        this.#listener.onTurnStarted();
        break;
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        this.#item(textAt(line, 'type') === 'item.completed', fieldsAt(line, 'item'), text);
        break;
      case 'turn.completed':
        this.#listener.onCompleted(fieldsAt(line, 'usage'));
        break;
      case 'turn.failed':
        this.#listener.onFailed(textAt(fieldsAt(line, 'error'), 'message') ?? '');
        break;
      case 'error':
        // The last one comes again as the reason of the turn's end.
        this.#out.emit('STATUS', { code: 'retrying', text: shortened(textAt(line, 'message') ?? '') });
        break;
      default:
        this.#out.emit('RAW', { nativeType: textAt(line, 'type') ?? 'untyped', text: text.slice(0, 4_096) });
    }
  }

  #item(isEnd: boolean, item: Fields, text: string): void {
    const key = `${this.#runId}/${textAt(item, 'id') ?? ''}`;
    const type = textAt(item, 'type');
    if (type === 'agent_message' || type === 'reasoning') {
      if (isEnd) this.#out.endBlock(key, { text: textAt(item, 'text') ?? '', reasoning: type === 'reasoning' });
      return;
    }
    if (type === 'todo_list') {
      const entries = objectsAt(item, 'items').map((entry) => ({
        text: textAt(entry, 'text') ?? '',
        status: entry['completed'] === true ? ('completed' as const) : ('pending' as const),
      }));
      this.#out.emit('PLAN_UPDATED', { entries });
      return;
    }
    const call = this.#callOf(item, key);
    if (call === undefined) {
      if (type === 'error')
        this.#out.emit('STATUS', { code: 'warning', text: shortened(textAt(item, 'message') ?? '') });
      else this.#out.emit('RAW', { nativeType: `item/${type ?? 'untyped'}`, text: text.slice(0, 4_096) });
      return;
    }
    const told = this.#calls.get(key);
    this.#calls.set(key, call.title);
    if (told === undefined) {
      this.#running.add(key);
      this.#out.startTool(call);
    } else if (told !== call.title) this.#out.updateTool({ toolId: key, title: call.title, arguments: call.arguments });
    if (isEnd) this.#end(key, item);
  }

  #end(toolId: string, item: Fields): void {
    this.#running.delete(toolId);
    const error = textAt(fieldsAt(item, 'error'), 'message');
    const isRefused = error?.includes('requires approval') === true;
    const failed = textAt(item, 'status') === 'failed';
    this.#out.endTool(toolId, {
      status: isRefused ? 'denied' : failed ? 'failed' : 'completed',
      output: error ?? textAt(item, 'aggregated_output') ?? mcpText(item),
      ...given('exitCode', numberAt(item, 'exit_code')),
    });
  }

  #callOf(item: Fields, toolId: string): ToolCall | undefined {
    switch (textAt(item, 'type')) {
      case 'command_execution': {
        const run = plainCommand(textAt(item, 'command') ?? '');
        return { toolId, toolName: 'shell', kind: 'execute', title: shortened(run.command), arguments: run };
      }
      case 'file_change': {
        const changes = objectsAt(item, 'changes').map((change) => ({
          path: shownPath(textAt(change, 'path') ?? '', this.#workspacePath),
          kind: textAt(change, 'kind'),
        }));
        const title = `Edit ${changes.map(({ path }) => path).join(', ')}`;
        return { toolId, toolName: 'apply_patch', kind: 'edit', title, arguments: { changes } };
      }
      case 'mcp_tool_call': {
        const [server, tool] = [textAt(item, 'server') ?? 'mcp', textAt(item, 'tool') ?? 'tool'];
        const args = { ...fieldsAt(item, 'arguments') };
        return { toolId, toolName: `${server}.${tool}`, kind: 'mcp', title: `${server} · ${tool}`, arguments: args };
      }
      case 'web_search': {
        const query = textAt(item, 'query') ?? '';
        return {
          toolId,
          toolName: 'web_search',
          kind: 'fetch',
          title: `Search the web: ${query}`,
          arguments: { query },
        };
      }
      default:
        return undefined;
    }
  }
}

const mcpText = (item: Fields): string =>
  objectsAt(fieldsAt(item, 'result'), 'content')
    .flatMap((part) => textAt(part, 'text') ?? [])
    .join('\n');

const shortened = (text: string): string => {
  const first = text.trim().split('\n', 1)[0] ?? '';
  return first.length > 200 ? `${[...first].slice(0, 200).join('')}…` : first;
};

/** A line of its diagnostics that says what was refused because nobody could be asked; else undefined. */
export function refusalOf(line: string): string | undefined {
  return /ERROR codex_core::tools::router: (?:error=)?(.*)$/.exec(line)?.[1]?.trim();
}
