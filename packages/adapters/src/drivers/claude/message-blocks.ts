/** One block of one message of the model. */
export interface BlockRef {
  streamId: string;
  wasStreamed: boolean;
}

type BlockType = 'text' | 'thinking';
interface Message {
  /** Blocks that the stream opened and whose whole did not come yet, in their order. */
  streaming: Array<{ index: number; type: string }>;
  /** The index of the next block that comes whole without having been streamed. */
  next: number;
  /** Text blocks shown so far, for the case that a retry makes them void. */
  shown: Map<number, string>;
}

/** Older messages are never spoken of again; this many are kept for retries and sub-agents. */
const keptMessages = 64;

/**
 * Tells which block of which message a piece of text belongs to. The identity is the message's id and the block's
 * index, never the text: what was streamed and then comes whole is the same block, and the same text said twice is two.
 */
export class MessageBlocks {
  readonly #messages = new Map<string, Message>();
  /** The message that each lane (the conversation, or a helper by its call) began last. */
  readonly #begun = new Map<string | undefined, string>();
  #lastPiece: { messageId: string; index: number; streamId: string } | undefined;

  /** A lane's stream began a message: what comes in it without a name is of this one. */
  begin(lane: string | undefined, messageId: string): void {
    this.#begun.delete(lane);
    this.#begun.set(lane, messageId);
    if (this.#begun.size > keptMessages) {
      for (const oldest of this.#begun.keys().take(1)) this.#begun.delete(oldest);
    }
  }

  /** The message of a piece that names none: older versions say it at the beginning only. */
  begunIn(lane: string | undefined): string {
    return this.#begun.get(lane) ?? '';
  }

  /** The stream opened a block. */
  open(messageId: string, index: number, type: string): void {
    const message = this.#message(messageId);
    message.streaming.push({ index, type });
    message.next = Math.max(message.next, index + 1);
  }

  /** A piece of a streamed block. Pieces come in long rows of one block, so the last answer is kept. */
  piece(messageId: string, index: number): string {
    const last = this.#lastPiece;
    if (last !== undefined && last.index === index && last.messageId === messageId) return last.streamId;
    const streamId = this.#show(messageId, this.#message(messageId), index);
    this.#lastPiece = { messageId, index, streamId };
    return streamId;
  }

  /** A block that comes whole. */
  whole(messageId: string, type: BlockType | 'other'): BlockRef {
    const message = this.#message(messageId);
    const at = message.streaming.findIndex((block) => typeOf(block.type) === type);
    const [streamed] = at === -1 ? [] : message.streaming.splice(at, 1);
    const index = streamed?.index ?? message.next;
    if (streamed === undefined) message.next += 1;
    const wasStreamed = message.shown.has(index);
    if (type === 'other') return { streamId: streamIdOf(messageId, index), wasStreamed: false };
    return { streamId: this.#show(messageId, message, index), wasStreamed };
  }

  /** The shown blocks that a retry makes void. */
  abandon(messageId: string, fromIndex: number): string[] {
    const message = this.#messages.get(messageId);
    if (message === undefined) return [];
    this.#lastPiece = undefined;
    const gone = [...message.shown].filter(([index]) => index >= fromIndex);
    for (const [index] of gone) message.shown.delete(index);
    message.streaming = message.streaming.filter((block) => block.index < fromIndex);
    return gone.map(([, streamId]) => streamId);
  }

  #message(messageId: string): Message {
    const known = this.#messages.get(messageId);
    if (known !== undefined) return known;
    const message: Message = { streaming: [], next: 0, shown: new Map() };
    this.#messages.set(messageId, message);
    if (this.#messages.size > keptMessages) {
      for (const oldest of this.#messages.keys().take(1)) this.#messages.delete(oldest);
    }
    return message;
  }

  #show(messageId: string, message: Message, index: number): string {
    const streamId = streamIdOf(messageId, index);
    message.shown.set(index, streamId);
    return streamId;
  }
}

const streamIdOf = (messageId: string, index: number): string => `${messageId}:${index}`;

const typeOf = (type: string): BlockType | 'other' => (type === 'text' || type === 'thinking' ? type : 'other');
