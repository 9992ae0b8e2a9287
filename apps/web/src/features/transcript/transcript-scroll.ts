import { type Follow, follow, type ScrollPosition } from './follow.ts';
import { guessHeight } from './row-height.ts';
import type { Row } from './rows.ts';
import { aheadPx, heightOf, moved, type Range, stepTo, tailRows } from './window.ts';

export type ScrollParts = { container: HTMLElement; content: HTMLElement; list: HTMLElement };

/** Rows that may stay above the tail before they are taken out: else each new row would take one out. */
const tailSlackRows = 40;
/** So far from the oldest row, the page before it is asked for. */
const olderWithinPx = 1500;
/** A row that was jumped to stands this far below the edge. */
const revealedAtPx = 24;
/** Until it is measured. */
const usualHeightPx = 900;

const positionOf = (element: HTMLElement): ScrollPosition => ({
  top: element.scrollTop,
  height: element.scrollHeight,
  clientHeight: element.clientHeight,
});

/**
 * The transcript's scroll container: which rows are in the page, and where it stands. At its end it follows; elsewhere
 * the first row that is seen stays where it is, whatever is added, measured, opened or written above it (B59).
 * The browser's own anchoring is off: one rule, the same in all of them.
 */
export class TranscriptScroll {
  readonly #heights = new Map<string, number>();
  #list: readonly number[] | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #onNearOldest: () => void;
  #rows: readonly Row[] = [];
  #range: Range = { from: 0, to: 0 };
  #follow: Follow = { name: 'following' };
  #parts: ScrollParts | undefined;
  #last: ScrollPosition = { top: 0, height: 0, clientHeight: usualHeightPx };
  #anchor: { id: string; offset: number } | undefined;
  #target: string | undefined;
  #revealed: string | undefined;
  #hadFocus = false;
  #frame: number | undefined;
  #version = 0;

  constructor(onNearOldest: () => void) {
    this.#onNearOldest = onNearOldest;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly version = (): number => this.#version;

  get state(): Follow {
    return this.#follow;
  }

  /** The rows as they are now; gives those to draw and the room to leave for the others. Safe to call in a render. */
  take(rows: readonly Row[]): Range & { before: number; after: number } {
    if (rows !== this.#rows) {
      const range = moved(this.#range, this.#rows, rows);
      const shift = range.from - this.#range.from;
      if (this.#follow.name === 'reading' && shift > 0)
        this.#follow = { name: 'reading', rowsThen: this.#follow.rowsThen + shift };
      this.#range = range;
      this.#rows = rows;
      this.#list = undefined;
    }
    const heights = this.#heightList();
    if (this.#follow.name === 'following') this.#range = this.#tail(heights);
    else if (this.#range.from === this.#range.to) this.#range = tailRows(heights, this.#last.clientHeight);
    const { from, to } = this.#range;
    return { from, to, before: heightOf(heights, 0, from), after: heightOf(heights, to, heights.length) };
  }

  attach(parts: ScrollParts): () => void {
    this.#parts = parts;
    const { container, content } = parts;
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(content);
    observer.observe(container);
    container.addEventListener('scroll', this.#onScroll, { passive: true });
    return () => {
      observer.disconnect();
      container.removeEventListener('scroll', this.#onScroll);
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
      this.#parts = undefined;
    };
  }

  /** After each drawing and each change of size: measures, and puts the position right before it is painted. */
  settle(): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    const { container } = parts;
    this.#measure(parts);
    if (this.#follow.name === 'following') container.scrollTop = container.scrollHeight;
    else if (!this.#jump(parts)) this.#hold(parts);
    this.#last = positionOf(container);
    this.#keepFocus(parts);
    this.#step();
  }

  goToEnd(): void {
    this.#target = undefined;
    this.#revealed = undefined;
    this.#follow = { name: 'following' };
    this.#changed();
    this.settle();
  }

  /** Brings a row to the upper edge. */
  reveal(id: string): void {
    const at = this.#rows.findIndex((row) => row.id === id);
    if (at === -1) return;
    this.#target = id;
    this.#revealed = id;
    this.#follow = { name: 'reading', rowsThen: this.#rows.length };
    if (at < this.#range.from || at >= this.#range.to)
      this.#range = { from: Math.max(0, at - 4), to: Math.min(this.#rows.length, at + 16) };
    this.#changed();
  }

  /** The row that was brought up last, while the reader has not moved away from it. */
  get revealed(): string | undefined {
    return this.#revealed;
  }

  /** The row at the upper edge, from which "next" and "previous" are counted. */
  get firstSeen(): string | undefined {
    return this.#anchor?.id;
  }

  readonly #onScroll = (): void => {
    const parts = this.#parts;
    if (parts === undefined) return;
    const to = positionOf(parts.container);
    const next = follow(this.#follow, { type: 'scrolled', from: this.#last, to, rows: this.#rows.length });
    const hasMoved = Math.abs(to.top - this.#last.top) >= 1;
    const isNew = next.name !== this.#follow.name || (hasMoved && this.#revealed !== undefined);
    if (hasMoved) this.#revealed = undefined;
    this.#last = to;
    this.#follow = next;
    this.#anchor = this.#anchorNow(parts);
    if (isNew) this.#changed();
    this.#step();
  };

  /** Made anew only when rows or measured heights changed: a long session has thousands. */
  #heightList(): readonly number[] {
    this.#list ??= this.#rows.map((row) => this.#heights.get(row.id) ?? guessHeight(row));
    return this.#list;
  }

  #tail(heights: readonly number[]): Range {
    const tail = tailRows(heights, this.#last.clientHeight + aheadPx);
    const { from, to } = this.#range;
    const isNear = from <= tail.from && tail.from - from <= tailSlackRows && to > from;
    return isNear ? { from, to: tail.to } : tail;
  }

  #measure({ list }: ScrollParts): void {
    const { from } = this.#range;
    for (const [index, child] of [...list.children].entries()) {
      const row = this.#rows[from + index];
      if (row === undefined || !(child instanceof HTMLElement)) continue;
      const height = child.offsetHeight;
      if (this.#heights.get(row.id) === height) continue;
      this.#heights.set(row.id, height);
      this.#list = undefined;
    }
  }

  #elementOf({ list }: ScrollParts, id: string): Element | undefined {
    const { from, to } = this.#range;
    for (let at = from; at < to; at++) if (this.#rows[at]?.id === id) return list.children[at - from];
    return undefined;
  }

  /** Returns whether a row waited to be brought up. */
  #jump(parts: ScrollParts): boolean {
    const target = this.#target;
    const element = target === undefined ? undefined : this.#elementOf(parts, target);
    if (element === undefined) return false;
    this.#target = undefined;
    parts.container.scrollTop += topIn(parts.container, element) - revealedAtPx;
    this.#anchor = this.#anchorNow(parts);
    // Keys and a screen reader go on from here.
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    return true;
  }

  #hold(parts: ScrollParts): void {
    const anchor = this.#anchor;
    const element = anchor === undefined ? undefined : this.#elementOf(parts, anchor.id);
    if (anchor === undefined || element === undefined) {
      this.#anchor = this.#anchorNow(parts);
      return;
    }
    const by = topIn(parts.container, element) - anchor.offset;
    if (Math.abs(by) >= 0.5) parts.container.scrollTop += by;
  }

  #anchorNow(parts: ScrollParts): { id: string; offset: number } | undefined {
    const { container, list } = parts;
    const edge = container.getBoundingClientRect().top;
    for (const [index, child] of [...list.children].entries()) {
      const { top, bottom } = child.getBoundingClientRect();
      const row = this.#rows[this.#range.from + index];
      if (bottom > edge && row !== undefined) return { id: row.id, offset: top - edge };
    }
    return undefined;
  }

  /** Focus that stood in a row which is not in the page any more goes to the container: keys still scroll. */
  #keepFocus({ container, list }: ScrollParts): void {
    const active = document.activeElement;
    if (this.#hadFocus && (active === null || active === document.body)) container.focus({ preventScroll: true });
    this.#hadFocus = list.contains(active);
  }

  /** One step towards the rows that should be there, in the next frame; the rest in those after it. */
  #step(): void {
    if (this.#frame !== undefined) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      const parts = this.#parts;
      if (parts === undefined) return;
      const { container, list } = parts;
      const heights = this.#heightList();
      const listTop = topIn(container, list);
      const top = heightOf(heights, 0, this.#range.from) - listTop;
      if (top < olderWithinPx && this.#range.from < 10) this.#onNearOldest();
      if (this.#follow.name === 'following') return;
      const next = stepTo(this.#range, { heights, top, bottom: top + container.clientHeight });
      if (next === this.#range) return;
      this.#range = next;
      this.#changed();
    });
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const topIn = (container: Element, element: Element): number =>
  element.getBoundingClientRect().top - container.getBoundingClientRect().top;
