import type { EventWriter } from '../../event-writer.ts';
import { type Fields, given, numberAt, textAt } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';
import { shownPath } from '../../shown-path.ts';
import { fileDiff } from '../../unified-diff.ts';
import { shellCall } from './asks.ts';

interface DecoderListener {
  onAsk(message: Fields, toolId: string, line: string): void;
  onRefused(toolId: string): void;
  onTurnStarted(): void;
  onTurnEnded(message: Fields): void;
  onProviderError(message: Fields): void;
  onUsage(usage: TokenUsage): void;
  /** `hello`, `ready`, `fatal`, `interrupting`, `bye`. */
  onProcess(type: string, message: Fields): void;
}

export interface DecoderOptions {
  out: EventWriter;
  /** Ids begin with it: a new process counts from the beginning. */
  idPrefix: string;
  workspacePath: string;
  listener: DecoderListener;
}

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;
const maxNoticeUnits = 500;

/** Turns what the driver in aider's process tells into the events of the room. Decides nothing about turns. */
export class AiderDecoder {
  readonly #out: EventWriter;
  readonly #idPrefix: string;
  readonly #workspacePath: string;
  readonly #listener: DecoderListener;
  #answers = 0;
  #blocks = new Map<string, boolean>();
  /** Blocks of an answer that broke; a new attempt makes them void. */
  #broken: string[] = [];
  #shells = new Set<string>();
  /** A command of a person: what aider prints is its result. */
  isCommand = false;
  isInterrupting = false;

  constructor({ out, idPrefix, workspacePath, listener }: DecoderOptions) {
    this.#out = out;
    this.#idPrefix = idPrefix;
    this.#workspacePath = workspacePath;
    this.#listener = listener;
  }

  get hasRunningTool(): boolean {
    return this.#shells.size > 0;
  }

  message(message: Fields, line: string): void {
    const type = textAt(message, 'type') ?? 'untyped';
    const toolId = `${this.#idPrefix}${textAt(message, 'id') ?? ''}`;
    const text = textAt(message, 'text') ?? '';
    switch (type) {
      case 'text':
      case 'reasoning':
        this.#chunk(text, type === 'reasoning');
        break;
      case 'shell_output':
        if (text !== '') this.#out.updateTool({ toolId, outputDelta: text });
        break;
      case 'answer_begins':
        this.#begin();
        break;
      case 'answer_ends':
        this.#endBlocks();
        break;
      case 'ask':
        this.#endBlocks();
        if (textAt(message, 'kind') === 'shell') this.#shells.add(toolId);
        this.#listener.onAsk(message, toolId, line);
        break;
      case 'refused':
        this.#shells.delete(toolId);
        this.#listener.onRefused(toolId);
        break;
      case 'edited':
        this.#edited(message, toolId);
        break;
      case 'edit_failed':
        this.#status('edit_failed', 'An edit did not fit its file; Aider tells the model.');
        this.#raw(type, line);
        break;
      case 'shell_began':
        this.#shells.add(toolId);
        this.#out.startTool(shellCall(message, toolId));
        break;
      case 'shell_ended':
        this.#shellEnded(message, toolId);
        break;
      case 'commit':
        this.#status('commit', `${textAt(message, 'hash') ?? ''} ${textAt(message, 'message') ?? ''}`.trim());
        break;
      case 'usage':
        this.#listener.onUsage(usageOf(message));
        break;
      case 'notice':
        this.#notice(textAt(message, 'level') ?? 'info', text, line);
        break;
      case 'switched':
        this.#status('model', textAt(message, 'model') ?? '');
        break;
      case 'provider_error':
        this.#broken = [...this.#blocks.keys()];
        this.#listener.onProviderError(message);
        break;
      case 'turn_start':
        this.#listener.onTurnStarted();
        break;
      case 'turn_end':
        this.#endBlocks();
        this.#listener.onTurnEnded(message);
        break;
      case 'hello':
      case 'ready':
      case 'fatal':
      case 'interrupting':
      case 'bye':
        this.#listener.onProcess(type, message);
        break;
      case 'model_asked':
        break;
      default:
        this.#raw(type, line);
    }
  }

  turnOver(): void {
    this.#answers += 1;
    this.#blocks = new Map();
    this.#broken = [];
    this.#shells.clear();
    this.isCommand = false;
    this.isInterrupting = false;
  }

  #begin(): void {
    this.#endBlocks();
    if (this.#broken.length > 0) this.#out.retract(this.#broken);
    this.#broken = [];
    this.#blocks = new Map();
    this.#answers += 1;
  }

  #chunk(text: string, reasoning: boolean): void {
    if (text === '') return;
    const streamId = `${this.#idPrefix}m${this.#answers}/${reasoning ? 'reasoning' : 'text'}`;
    // An answer that comes whole, outside a stream, or after it, is one of its own.
    if (this.#blocks.get(streamId) === false) {
      this.#answers += 1;
      this.#chunk(text, reasoning);
      return;
    }
    this.#blocks.set(streamId, true);
    this.#out.addChunk(streamId, text, { reasoning });
  }

  #endBlocks(): void {
    for (const [streamId, isOpen] of this.#blocks) {
      if (!isOpen) continue;
      this.#blocks.set(streamId, false);
      this.#out.endBlock(streamId, this.isInterrupting ? { incomplete: true } : {});
    }
  }

  #edited(message: Fields, toolId: string): void {
    const path = shownPath(textAt(message, 'path') ?? '', this.#workspacePath);
    const [before, after] = [textAt(message, 'before'), textAt(message, 'after')];
    const [existed, exists] = [message['existed'] === true, message['exists'] === true];
    const isComparable = (!existed || before !== undefined) && (!exists || after !== undefined);
    if (isComparable && (before !== after || existed !== exists)) {
      const change = !existed ? 'added' : exists ? 'modified' : 'deleted';
      const diff = fileDiff(path, existed ? before : undefined, exists ? after : undefined);
      this.#out.emit('FILE_CHANGED', { toolId, path, change, ...diff });
    }
    const isOk = message['ok'] === true;
    const output = isOk ? 'Applied.' : (textAt(message, 'failure') ?? 'Not applied.');
    this.#out.endTool(toolId, { status: isOk ? 'completed' : 'failed', output });
  }

  #shellEnded(message: Fields, toolId: string): void {
    this.#shells.delete(toolId);
    const exitCode = numberAt(message, 'exit');
    const status = message['interrupted'] === true ? 'cancelled' : exitCode === 0 ? 'completed' : 'failed';
    this.#out.endTool(toolId, { status, ...given('exitCode', exitCode) });
  }

  #notice(level: string, text: string, line: string): void {
    if (this.isCommand) this.#chunk(`${text}\n`, false);
    else if (level === 'info' || /^litellm\.|Traceback/.test(text)) this.#raw(`notice/${level}`, line);
    else this.#status('aider_notice', shownMessage(text).slice(0, maxNoticeUnits));
  }

  #status(code: string, text: string): void {
    this.#out.emit('STATUS', { code, text });
  }

  #raw(nativeType: string, line: string): void {
    this.#out.emit('RAW', { nativeType, text: line.slice(0, maxRawUnits) });
  }
}

function usageOf(message: Fields): TokenUsage {
  const cost = numberAt(message, 'cost');
  return {
    ...given('inputTokens', numberAt(message, 'sent')),
    ...given('outputTokens', numberAt(message, 'received')),
    ...given('contextTokens', numberAt(message, 'sent')),
    ...given('contextWindowTokens', numberAt(message, 'window')),
    // No price is no cost of nothing.
    ...given('costUsd', cost === 0 ? undefined : cost),
  };
}
