import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Row } from './rows.ts';
import { TranscriptScroll } from './transcript-scroll.ts';

const row = (n: number): Row => ({
  kind: 'item',
  id: `r${n}`,
  item: { kind: 'notice', id: `r${n}`, seq: n, lastSeq: n, atMs: 0, level: 'info', code: 'x', text: '' },
});
const rowsFrom = (first: number, count: number): Row[] => Array.from({ length: count }, (_, at) => row(first + at));
/** Heights that no guess meets. */
const realHeight = (id: string): number => 30 + ((Number(id.slice(1)) * 37) % 170);

/** A page in which things have heights: as much layout as the transcript asks for. */
class Layout {
  readonly scroll: TranscriptScroll;
  readonly container = document.createElement('section');
  readonly content = document.createElement('div');
  readonly list = document.createElement('div');
  nearOldest = 0;
  rows: Row[];
  readonly extra = new Map<string, number>();
  #before = 0;
  #after = 0;
  #top = 0;

  constructor(rows: Row[]) {
    this.rows = rows;
    this.scroll = new TranscriptScroll(() => (this.nearOldest += 1));
    this.scroll.subscribe(() => this.draw());
    const at = (element: Element, top: () => number, height: () => number) => {
      Object.defineProperty(element, 'offsetHeight', { get: height, configurable: true });
      element.getBoundingClientRect = () => new DOMRect(0, top(), 700, height());
    };
    this.at = at;
    at(
      this.container,
      () => 0,
      () => 800,
    );
    at(
      this.list,
      () => this.#before - this.#top,
      () => this.listHeight,
    );
    Object.defineProperties(this.container, {
      clientHeight: { value: 800 },
      scrollHeight: { get: () => this.#before + this.listHeight + this.#after },
      scrollTop: {
        get: () => this.#top,
        set: (top: number) => {
          this.#top = Math.max(0, Math.min(top, this.container.scrollHeight - 800));
        },
      },
    });
    this.draw();
    this.scroll.attach(this);
    this.draw();
  }

  readonly at: (element: Element, top: () => number, height: () => number) => void;

  get listHeight(): number {
    return [...this.list.children].reduce((sum, child) => sum + this.heightOf(child.id), 0);
  }

  heightOf(id: string): number {
    return realHeight(id) + (this.extra.get(id) ?? 0);
  }

  draw(rows = this.rows): void {
    this.rows = rows;
    const { from, to, before, after } = this.scroll.take(rows);
    this.#before = before;
    this.#after = after;
    const shown = rows.slice(from, to).map(({ id }) => {
      const element = this.list.querySelector(`#${id}`) ?? Object.assign(document.createElement('div'), { id });
      const above = () => {
        let sum = 0;
        for (const child of this.list.children) {
          if (child === element) return sum;
          sum += this.heightOf(child.id);
        }
        return sum;
      };
      this.at(
        element,
        () => this.#before + above() - this.#top,
        () => this.heightOf(id),
      );
      return element;
    });
    this.list.replaceChildren(...shown);
    this.scroll.settle();
    // Frames until nothing is left to do.
    for (let n = 0; n < 200 && frames.length > 0; n++) frames.shift()?.(0);
  }

  wheel(by: number): void {
    this.container.scrollTop += by;
    this.container.dispatchEvent(new Event('scroll'));
    for (let n = 0; n < 200 && frames.length > 0; n++) frames.shift()?.(0);
  }

  topOf(id: string): number | undefined {
    return [...this.list.children].find((child) => child.id === id)?.getBoundingClientRect().top;
  }

  get seen(): string {
    return this.scroll.firstSeen ?? '';
  }

  get toEnd(): number {
    return this.container.scrollHeight - 800 - this.container.scrollTop;
  }
}

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

describe('[B59] the transcript', () => {
  test('follows at its end, whatever comes and grows there', () => {
    const page = new Layout(rowsFrom(1000, 300));
    expect(page.toEnd).toBe(0);
    page.draw([...page.rows, ...rowsFrom(1300, 40)]);
    expect(page.toEnd).toBe(0);
    page.extra.set('r1339', 900);
    page.draw();
    expect(page.toEnd).toBe(0);
    expect(page.list.children.length).toBeLessThan(120);
  });

  test('holds the first row that is seen where it is, while rows above it are built, measured and grow', () => {
    const page = new Layout(rowsFrom(1000, 300));
    for (let n = 0; n < 30; n++) {
      const before = page.seen;
      const top = page.topOf(before);
      page.wheel(-120);
      if (top !== undefined) expect(page.topOf(before)).toBeCloseTo(top + 120, 0);
    }
    const seen = page.seen;
    const top = page.topOf(seen) ?? Number.NaN;
    const above = page.list.children[0]?.id ?? '';
    page.extra.set(above, 333);
    page.draw();
    expect(page.topOf(seen)).toBeCloseTo(top, 0);
    page.draw([...page.rows, ...rowsFrom(1300, 5)]);
    expect(page.topOf(seen)).toBeCloseTo(top, 0);
    expect(page.scroll.state).toMatchObject({ name: 'reading' });
  });

  test('holds it too when a page of history comes before all, and counts only what is new below', () => {
    const page = new Layout(rowsFrom(1000, 60));
    while (page.container.scrollTop > 0) page.wheel(-400);
    expect(page.nearOldest).toBeGreaterThan(0);
    const seen = page.seen;
    const top = page.topOf(seen) ?? Number.NaN;
    page.draw([...rowsFrom(800, 200), ...page.rows]);
    expect(page.topOf(seen)).toBeCloseTo(top, 0);
    const state = page.scroll.state;
    expect(state.name === 'reading' && page.rows.length - state.rowsThen).toBe(0);
    page.draw([...page.rows, row(2000), row(2001)]);
    const later = page.scroll.state;
    expect(later.name === 'reading' && page.rows.length - later.rowsThen).toBe(2);
  });

  test('brings a row that is far away to its upper edge, and goes back to the end', () => {
    const page = new Layout(rowsFrom(1000, 2000));
    page.scroll.reveal('r1200');
    expect(page.topOf('r1200')).toBeCloseTo(24, 0);
    expect(page.scroll.revealed).toBe('r1200');
    expect(page.list.children.length).toBeLessThan(120);
    page.scroll.goToEnd();
    expect(page.toEnd).toBe(0);
    expect(page.scroll.revealed).toBeUndefined();
  });
});
