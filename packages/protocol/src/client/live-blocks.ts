import type { Delta, LiveBlock } from '../ephemeral.ts';
import { lengthOf, withPiece } from '../live-text.ts';

const maxBlocks = 64;
const maxBlockUnits = 4 * 1024 * 1024;

/** Provisional text (CLG-54): laid by offset, wiped where a check contradicts it, gone when its durable end arrives. */
export class LiveBlocks {
  #blocks: Record<string, LiveBlock> = {};
  /** Blocks that each uncovered frame touched, by its counter. */
  readonly #uncovered = new Map<number, Set<string>>();
  /** Ended blocks: late deltas of theirs are dropped. Insertion order is age. */
  readonly #ended = new Set<string>();

  get blocks(): Readonly<Record<string, LiveBlock>> {
    return this.#blocks;
  }

  /** Lays one frame's deltas; returns whether a piece before one of them is missing. */
  apply(ctr: number, deltas: readonly Delta[]): boolean {
    let isHoley = false;
    const touched = new Set<string>();
    for (const { k, b, o, x, g } of deltas) {
      if (k === 'typing' || k === 'presence' || k === 'looking' || this.#ended.has(b)) continue;
      const known = this.#blocks[b];
      if (known === undefined && Object.keys(this.#blocks).length >= maxBlocks) continue;
      const length = lengthOf(known ?? { x: '' });
      if (o > length && !(k === 'tool' && g === true)) {
        isHoley = true;
        continue;
      }
      if (o + x.length <= length) continue;
      if (k === 'tool')
        this.#set({ k, b, ...withPiece(known ?? { x: '' }, Math.max(o, length), x.slice(Math.max(0, length - o))) });
      else if (o + x.length > maxBlockUnits) continue;
      else this.#set({ k, b, x: (known?.x ?? '').slice(0, o) + x });
      touched.add(b);
    }
    if (touched.size > 0) this.#uncovered.set(ctr, touched);
    return isHoley;
  }

  /** The host's own word on direct: longer than what was laid, or the same. */
  replace(blocks: readonly LiveBlock[]): void {
    for (const block of blocks) {
      if (this.#ended.has(block.b) || lengthOf(block) < lengthOf(this.#blocks[block.b] ?? { x: '' })) continue;
      this.#set(block);
    }
  }

  covered(ctr: number): void {
    this.#uncovered.delete(ctr);
  }

  /** A shown frame was forged: what it touched is wiped. */
  forged(ctr: number): void {
    for (const block of this.#uncovered.get(ctr) ?? []) this.#drop(block);
    this.#uncovered.delete(ctr);
  }

  /** The durable end of a block, or the word that it is void. */
  end(block: string): void {
    this.#drop(block);
    this.#ended.add(block);
    if (this.#ended.size > 1024) for (const oldest of [...this.#ended].slice(0, 256)) this.#ended.delete(oldest);
  }

  clear(): void {
    this.#blocks = {};
    this.#uncovered.clear();
  }

  #set(block: LiveBlock): void {
    this.#blocks = { ...this.#blocks, [block.b]: block };
  }

  #drop(block: string): void {
    if (!(block in this.#blocks)) return;
    const { [block]: _gone, ...rest } = this.#blocks;
    this.#blocks = rest;
  }
}
