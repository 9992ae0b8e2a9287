export type Block<Turn> = {
  readonly streamId: string;
  readonly reasoning: boolean;
  readonly parentToolId?: string;
  /** The turn that it belongs to, also when its pieces come late. */
  readonly turn: Turn | undefined;
};

/** `chunkIndex` and `offset` are where its next piece belongs. */
export type OpenBlock<Turn> = Block<Turn> & { parts: string[]; chunkIndex: number; offset: number };

/**
 * Index and offset of every piece of every open block. Identity is the block's id, never its text, so that
 * a text said twice is shown twice and a text streamed and then repeated whole is shown once.
 */
export class BlockLedger<Turn> {
  readonly #open = new Map<string, OpenBlock<Turn>>();
  /** Ids that ended, so that a late piece does not open them again; the oldest are forgotten. */
  readonly #ended = new Set<string>();

  /** `undefined` where the block has ended already. */
  open(block: Block<Turn>): OpenBlock<Turn> | undefined {
    if (this.#ended.has(block.streamId)) return undefined;
    const known = this.#open.get(block.streamId);
    if (known !== undefined) return known;
    const entry: OpenBlock<Turn> = { ...block, parts: [], chunkIndex: 0, offset: 0 };
    this.#open.set(block.streamId, entry);
    return entry;
  }

  /** One that is open. */
  find(streamId: string): OpenBlock<Turn> | undefined {
    return this.#open.get(streamId);
  }

  /** Takes the next piece of an open block. */
  add(block: OpenBlock<Turn>, text: string): void {
    block.chunkIndex += 1;
    block.offset += text.length;
    block.parts.push(text);
  }

  /** Ends a block; the text so far comes back. `undefined` where it is not open. */
  end(streamId: string): (Block<Turn> & { text: string }) | undefined {
    const entry = this.#open.get(streamId);
    if (entry === undefined) return undefined;
    this.#open.delete(streamId);
    this.#ended.add(streamId);
    if (this.#ended.size > 4_096) for (const oldest of this.#ended.values().take(1_024)) this.#ended.delete(oldest);
    const { parts, chunkIndex: _, offset: __, ...block } = entry;
    return { ...block, text: parts.join('') };
  }

  openIds(turn: Turn | undefined): string[] {
    return [...this.#open.values()].filter((entry) => entry.turn === turn).map((entry) => entry.streamId);
  }
}
