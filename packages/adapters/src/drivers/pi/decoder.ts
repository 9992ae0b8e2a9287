import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, numberAt, objectsAt, textAt } from '../../fields.ts';
import type { ToolCalls } from './tool-calls.ts';

interface DecoderListener {
  /** A run began, of a prompt or by itself. */
  onStarted(): void;
  /** An answer of the model is whole, or broken. */
  onAnswer(message: Fields): void;
  onSettled(isAborted: boolean | undefined): void;
  onRetry(message: string): void;
  onDialog(request: Fields, line: string): void;
}

export interface DecoderOptions {
  out: EventWriter;
  /** Ids of blocks begin with it: a new process counts from the beginning. */
  idPrefix: string;
  calls: ToolCalls;
  listener: DecoderListener;
}

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

/** Known, and of no use here: what they say comes in another way, or is the host's own business. */
const ignored: ReadonlySet<string> = new Set([
  'turn_start',
  'turn_end',
  'agent_end',
  'queue_update',
  'session_info_changed',
  'thinking_level_changed',
  'auto_retry_end',
  'bash_execution_update',
]);

/** Turns what pi reports into the events of the room. Decides nothing about turns: the adapter does. */
export class PiDecoder {
  readonly #out: EventWriter;
  readonly #idPrefix: string;
  readonly #calls: ToolCalls;
  readonly #listener: DecoderListener;
  #messageCount = 0;
  /** Blocks of the answer that comes now, in their order. */
  #blocks: Array<{ streamId: string; reasoning: boolean; isOpen: boolean }> = [];

  constructor({ out, idPrefix, calls, listener }: DecoderOptions) {
    this.#out = out;
    this.#idPrefix = idPrefix;
    this.#calls = calls;
    this.#listener = listener;
  }

  message(type: string, message: Fields, line: string): void {
    switch (type) {
      case 'message_update':
        this.#update(fieldsAt(message, 'assistantMessageEvent'), line);
        break;
      case 'tool_execution_update':
        this.#calls.updated(message);
        break;
      case 'message_start':
        if (textAt(fieldsAt(message, 'message'), 'role') === 'assistant') this.#begin();
        break;
      case 'message_end':
        if (textAt(fieldsAt(message, 'message'), 'role') === 'assistant') this.#end(fieldsAt(message, 'message'));
        break;
      case 'tool_execution_start':
        this.#calls.started(message);
        break;
      case 'tool_execution_end':
        this.#calls.ended(message);
        break;
      case 'agent_start':
        this.#listener.onStarted();
        break;
      case 'agent_settled':
        this.#listener.onSettled(typeof message['aborted'] === 'boolean' ? message['aborted'] : undefined);
        break;
      case 'extension_ui_request':
        this.#listener.onDialog(message, line);
        break;
      case 'auto_retry_start':
        this.#retract();
        this.#listener.onRetry(textAt(message, 'errorMessage') ?? '');
        break;
      case 'compaction_start':
        this.#status('compacting', 'pi is shortening the conversation.');
        break;
      case 'compaction_end':
        this.#compacted(message);
        break;
      case 'extension_error':
        this.#raw('extension_error', line);
        break;
      default:
        if (!ignored.has(type)) this.#raw(type, line);
    }
  }

  #begin(): void {
    this.#messageCount += 1;
    this.#blocks = [];
  }

  #update(event: Fields, line: string): void {
    const type = textAt(event, 'type') ?? 'untyped';
    const index = numberAt(event, 'contentIndex') ?? 0;
    if (type === 'text_delta' || type === 'thinking_delta') {
      const block = this.#block(index, type === 'thinking_delta');
      const delta = textAt(event, 'delta') ?? '';
      if (delta !== '') this.#out.addChunk(block.streamId, delta, { reasoning: block.reasoning });
    } else if (type === 'text_end' || type === 'thinking_end') {
      this.#endBlock(index, textAt(event, 'content') ?? '', type === 'thinking_end', false);
    } else if (!/^(text|thinking|toolcall)_(start|delta|end)$/.test(type) && !/^(start|done|error)$/.test(type)) {
      this.#raw(`message_update/${type}`, line);
    }
  }

  /** The whole answer, which counts: what was streamed of it is ended, what was not is told now. */
  #end(message: Fields): void {
    const isCut = textAt(message, 'stopReason') === 'aborted' || textAt(message, 'stopReason') === 'error';
    for (const [index, part] of objectsAt(message, 'content').entries()) {
      const type = textAt(part, 'type');
      if (type === 'text') this.#endBlock(index, textAt(part, 'text') ?? '', false, isCut);
      else if (type === 'thinking') this.#endBlock(index, textAt(part, 'thinking') ?? '', true, isCut);
    }
    this.#listener.onAnswer(message);
  }

  #block(index: number, reasoning: boolean) {
    const known = this.#blocks[index];
    if (known !== undefined) return known;
    const block = { streamId: `${this.#idPrefix}m${this.#messageCount}/${index}`, reasoning, isOpen: true };
    this.#blocks[index] = block;
    return block;
  }

  #endBlock(index: number, text: string, reasoning: boolean, incomplete: boolean): void {
    if (text === '' && this.#blocks[index] === undefined) return;
    const block = this.#block(index, reasoning);
    if (!block.isOpen) return;
    block.isOpen = false;
    this.#out.endBlock(block.streamId, { text, reasoning, ...(incomplete ? { incomplete } : {}) });
  }

  /** The answer that broke comes again from its beginning. */
  #retract(): void {
    const streamIds = this.#blocks.flatMap((block) => block?.streamId ?? []);
    this.#blocks = [];
    if (streamIds.length > 0) this.#out.retract(streamIds);
  }

  #compacted(message: Fields): void {
    const failure = textAt(message, 'errorMessage');
    if (failure === undefined) this.#status('compacted', 'The conversation was shortened.');
    else this.#status('compaction_failed', 'The conversation could not be shortened.');
  }

  #status(code: string, text: string): void {
    this.#out.emit('STATUS', { code, text });
  }

  #raw(nativeType: string, line: string): void {
    this.#out.emit('RAW', { nativeType, text: line.slice(0, maxRawUnits) });
  }
}
