import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, listAt, numberAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterEventPayloads, TokenUsage, ToolKind } from '../../port.ts';
import { failureOf } from './failures.ts';

type TurnEnd = AdapterEventPayloads['STREAM_END'];

interface DecoderListener {
  onConversation(id: string, model: string | undefined): void;
  onStarted(): void;
  onResult(end: TurnEnd): void;
}

const kinds: Readonly<Record<string, ToolKind>> = {
  run_command: 'execute',
  view_file: 'read',
  list_dir: 'read',
  grep_search: 'search',
  find_by_name: 'search',
  codebase_search: 'search',
  write_to_file: 'edit',
  replace_file_content: 'edit',
  read_url_content: 'fetch',
  search_web: 'fetch',
};

const maxRawUnits = 4_096;
const maxTitleUnits = 200;

/** Steps that say nothing that the room does not know. */
const silentSteps: ReadonlySet<string> = new Set(['user_input', 'checkpoint', 'conversation_history']);

/** Turns the lines of one run into the events of the room. What is not known of them goes to the diagnostics. */
export class AgyDecoder {
  readonly #out: EventWriter;
  readonly #idPrefix: string;
  readonly #listener: DecoderListener;
  /** Title of each call, as it was told last. */
  readonly #tools = new Map<string, string>();
  readonly #texts = new Map<string, boolean>();
  #hasStarted = false;

  constructor(out: EventWriter, idPrefix: string, listener: DecoderListener) {
    this.#out = out;
    this.#idPrefix = idPrefix;
    this.#listener = listener;
  }

  line(message: Fields, line: string): void {
    const event = textAt(message, 'event');
    if (event === 'init') {
      const id = textAt(message, 'conversation_id') ?? textAt(fieldsAt(message, 'init'), 'conversation_id');
      if (id !== undefined) this.#listener.onConversation(id, textAt(fieldsAt(message, 'init'), 'model'));
      this.#start();
    } else if (event === 'step_update') this.#step(fieldsAt(message, 'step_update'), line);
    else if (event === 'result') this.#result(fieldsAt(message, 'result'));
    else this.#raw(event ?? 'untyped', line);
  }

  #step(step: Fields, line: string): void {
    this.#start();
    const id = `${this.#idPrefix}/${numberAt(step, 'step_index') ?? 0}`;
    const type = textAt(step, 'step_type') ?? 'untyped';
    if (type === 'agent_response') this.#text(id, step);
    else if (type === 'tool' || type === 'subagent') this.#tool(id, step, type === 'subagent');
    else if (!silentSteps.has(type)) this.#raw(`step/${type}`, line);
  }

  #text(streamId: string, step: Fields): void {
    const delta = textAt(step, 'text_delta') ?? '';
    if (delta !== '' && this.#texts.get(streamId) !== false) {
      this.#texts.set(streamId, true);
      this.#out.addChunk(streamId, delta);
    }
    if (textAt(step, 'state') === 'ACTIVE' || this.#texts.get(streamId) !== true) return;
    this.#texts.set(streamId, false);
    this.#out.endBlock(streamId, textAt(step, 'state') === 'ERROR' ? { incomplete: true } : {});
  }

  #tool(toolId: string, step: Fields, isAgent: boolean): void {
    const info = fieldsAt(step, 'tool_info');
    const toolName = textAt(info, 'name') ?? textAt(step, 'tool_name') ?? 'tool';
    const args = parameters(info);
    const title = titleOf(toolName, args);
    const told = this.#tools.get(toolId);
    if (told === undefined) {
      const kind = isAgent ? 'agent' : (ownValue(kinds, toolName) ?? 'other');
      this.#out.startTool({ toolId, toolName, kind, title, arguments: args });
    } else if (told !== title && Object.keys(args).length > 0) this.#out.updateTool({ toolId, title, arguments: args });
    if (told === undefined || Object.keys(args).length > 0) this.#tools.set(toolId, title);
    const state = textAt(step, 'state');
    if (state !== 'DONE' && state !== 'ERROR') return;
    const error = textAt(info, 'error');
    const seconds = numberAt(step, 'duration_seconds');
    const isDenied = error !== undefined && /denied|not permitted|requires (?:permission|approval)/i.test(error);
    this.#out.endTool(toolId, {
      status: isDenied ? 'denied' : state === 'ERROR' || error !== undefined ? 'failed' : 'completed',
      output: textAt(info, 'output') ?? error ?? '',
      ...given('durationMs', seconds === undefined ? undefined : Math.round(seconds * 1_000)),
    });
  }

  #result(result: Fields): void {
    for (const action of listAt(result, 'denied_actions')) {
      const words = typeof action === 'string' ? action : JSON.stringify(action);
      this.#out.emit('STATUS', {
        code: 'refused_unattended',
        text: `Refused, as nobody can be asked: ${words.slice(0, 500)}`,
      });
    }
    const usage = given('usage', usageOf(fieldsAt(result, 'usage')));
    const status = textAt(result, 'status');
    if (status === 'SUCCESS') this.#listener.onResult({ outcome: 'completed', ...usage });
    else if (status === 'CANCELED' || status === 'INTERRUPTED') {
      this.#listener.onResult({ outcome: 'interrupted', reason: 'interrupted', ...usage });
    } else {
      const error = failureOf(textAt(result, 'error') ?? `The run ended as ${status ?? 'nothing'}.`);
      this.#listener.onResult({ outcome: 'failed', error, ...usage });
    }
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#listener.onStarted();
  }

  #raw(nativeType: string, line: string): void {
    this.#out.emit('RAW', { nativeType, text: line.slice(0, maxRawUnits) });
  }
}

/** An object, or one written as text. */
function parameters(info: Fields): Record<string, unknown> {
  const text = textAt(info, 'parameters');
  if (text === undefined) return { ...fieldsAt(info, 'parameters') };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { input: value };
  } catch {
    return { input: text };
  }
}

function titleOf(toolName: string, args: Fields): string {
  const command = textAt(args, 'CommandLine') ?? textAt(args, 'command');
  const path = textAt(args, 'TargetFile') ?? textAt(args, 'AbsolutePath') ?? textAt(args, 'path');
  const whole = command ?? (path === undefined ? toolName : `${toolName} ${path}`);
  return [...(whole.trim().split('\n', 1)[0] ?? toolName)].slice(0, maxTitleUnits).join('');
}

function usageOf(usage: Fields): TokenUsage | undefined {
  const count = (...names: string[]) => names.map((name) => numberAt(usage, name)).find((value) => value !== undefined);
  const counted: TokenUsage = {
    ...given('inputTokens', count('input_tokens', 'prompt_tokens')),
    ...given('outputTokens', count('output_tokens', 'completion_tokens')),
    ...given('cacheReadTokens', count('cached_tokens', 'cache_read_tokens')),
    ...given('reasoningTokens', count('thinking_tokens', 'reasoning_tokens')),
  };
  return Object.keys(counted).length === 0 ? undefined : counted;
}
