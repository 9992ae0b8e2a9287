import { BlockLedger, type OpenBlock } from './block-ledger.ts';
import { EventQueue } from './event-queue.ts';
import type { AdapterErrorInfo, AdapterEvent, AdapterEventPayloads, AdapterEventType, ToolCall } from './port.ts';
import { ToolLedger } from './tool-ledger.ts';

/** One turn, as the events of it name it. */
export type Turn = { readonly promptId: string; readonly correlationId: string };
/** Where an event belongs; `undefined` is the session lane. */
export type Place = { turn: Turn | undefined };
export type BlockOptions = { reasoning?: boolean; parentToolId?: string; turn?: Turn | undefined };

/**
 * Writes the one stream of events of an adapter: ids, times, the turn that each belongs to, the place of every piece
 * of a block, the one end of every block and tool call. A decoder gets this and nothing else of its adapter.
 */
export class EventWriter {
  /** The turn that runs now: what comes without a place belongs to it. */
  turn: Turn | undefined;
  readonly queue: EventQueue;
  readonly #idPrefix: string;
  readonly #clock: { wallMs(): number };
  readonly #blocks = new BlockLedger<Turn>();
  readonly #tools = new ToolLedger<Turn>();
  #count = 0;

  constructor(idPrefix: string, clock: { wallMs(): number }, queue = new EventQueue()) {
    this.#idPrefix = idPrefix;
    this.#clock = clock;
    this.queue = queue;
  }

  /** Sends one event as it is; for all that has no method of its own below. */
  emit<T extends AdapterEventType>(
    type: T,
    payload: AdapterEventPayloads[T],
    place: Place = { turn: this.turn },
  ): void {
    this.#write(type, payload, place.turn);
  }

  /** One piece of a block; the first one opens it. A piece of an ended block is kept for diagnostics only. */
  addChunk(streamId: string, text: string, options: BlockOptions = {}): void {
    // Nearly every piece is of a block that is open already.
    const block = this.#blocks.find(streamId) ?? this.#openBlock(streamId, options);
    if (block === undefined) {
      this.emit('RAW', { nativeType: 'late_chunk', text });
      return;
    }
    const { parentToolId } = block;
    const { chunkIndex, offset } = block;
    this.#blocks.add(block, text);
    if (block.reasoning) {
      const chunk = { streamId, chunkIndex, offset, reasoning: text };
      this.#write('REASONING_CHUNK', parentToolId === undefined ? chunk : { ...chunk, parentToolId }, block.turn);
    } else {
      const chunk = { streamId, chunkIndex, offset, delta: text };
      this.#write('STREAM_CHUNK', parentToolId === undefined ? chunk : { ...chunk, parentToolId }, block.turn);
    }
  }

  /** Ends a block, streamed or not; once. `text` is the agent's own whole text, where it gives one. */
  endBlock(streamId: string, options: BlockOptions & { text?: string; incomplete?: boolean } = {}): void {
    if (this.#openBlock(streamId, options) === undefined) return;
    const ended = this.#blocks.end(streamId);
    if (ended === undefined) return;
    const text = options.text ?? ended.text;
    const incomplete = options.incomplete === true ? { incomplete: true } : {};
    const payload = { streamId, reasoning: ended.reasoning, text, ...incomplete, ...parentOf(ended) };
    this.emit('BLOCK_END', payload, { turn: ended.turn });
  }

  /** A retry made these blocks void, ended or not. */
  retract(streamIds: string[], place?: Place): void {
    for (const streamId of streamIds) this.#blocks.end(streamId);
    this.emit('RETRACTED', { streamIds }, place);
  }

  /** A call that runs already is told better, not twice. */
  startTool(toolCall: ToolCall, place: Place = { turn: this.turn }): void {
    if (this.#tools.find(toolCall.toolId) !== undefined) {
      this.updateTool({ toolId: toolCall.toolId, title: toolCall.title, arguments: toolCall.arguments });
      return;
    }
    this.#tools.start(toolCall.toolId, place.turn);
    this.emit('TOOL_STARTED', { toolCall }, place);
  }

  updateTool(update: AdapterEventPayloads['TOOL_UPDATED']): void {
    const tool = this.#tools.find(update.toolId);
    if (tool === undefined) return;
    if (update.outputDelta !== undefined) this.#tools.add(update.toolId, update.outputDelta);
    this.emit('TOOL_UPDATED', update, tool);
  }

  /** Ends a tool call, once; without `output` it is what came as differences. */
  endTool(
    toolId: string,
    end: Omit<AdapterEventPayloads['TOOL_EXECUTED'], 'toolId' | 'output'> & { output?: string },
  ): void {
    const tool = this.#tools.end(toolId);
    if (tool === undefined) return;
    this.emit('TOOL_EXECUTED', { toolId, ...end, output: end.output ?? tool.output }, { turn: tool.turn });
  }

  /** An error that ends nothing by itself. */
  error(error: AdapterErrorInfo, place?: Place): void {
    this.emit('ERROR', { error }, place);
  }

  /** Nothing may stay open after its turn: blocks end as incomplete, tool calls as cancelled. */
  closeOpen(turn: Turn | undefined): void {
    for (const streamId of this.#blocks.openIds(turn)) this.endBlock(streamId, { incomplete: true });
    for (const toolId of this.#tools.openIds(turn)) this.endTool(toolId, { status: 'cancelled' });
  }

  /** The hot end of everything above: one object per event, in one of two shapes. */
  #write<T extends AdapterEventType>(type: T, payload: AdapterEventPayloads[T], turn: Turn | undefined): void {
    this.#count += 1;
    const id = `${this.#idPrefix}:${this.#count}`;
    this.queue.push(adapterEvent(type, payload, id, this.#clock.wallMs(), turn));
  }

  #openBlock(streamId: string, options: BlockOptions): OpenBlock<Turn> | undefined {
    return this.#blocks.open({
      streamId,
      reasoning: options.reasoning ?? false,
      ...parentOf(options),
      turn: 'turn' in options ? options.turn : this.turn,
    });
  }
}

/** One event. The pair of type and payload is checked here; TypeScript cannot see it through the union of all. */
export function adapterEvent<T extends AdapterEventType>(
  type: T,
  payload: AdapterEventPayloads[T],
  id: string,
  timestamp: number,
  turn?: Turn,
): AdapterEvent {
  const event =
    turn === undefined
      ? { id, timestamp, type, payload }
      : { id, timestamp, promptId: turn.promptId, correlationId: turn.correlationId, type, payload };
  return event as unknown as AdapterEvent;
}

const parentOf = (block: { parentToolId?: string | undefined }): { parentToolId?: string } =>
  block.parentToolId === undefined ? {} : { parentToolId: block.parentToolId };
