import { describe, expect, test } from 'vitest';
import { heightOf, moved, type Range, rowsBetween, stepTo, tailRows, type View } from './window.ts';

const rows = (count: number, first = 0) => Array.from({ length: count }, (_, at) => ({ id: `r${first + at}` }));
const heights = (count: number, px = 50) => Array.from({ length: count }, () => px);

function settle(from: Range, view: View): { range: Range; steps: number } {
  let range = from;
  for (let steps = 0; ; steps++) {
    const next = stepTo(range, view);
    if (next === range) return { range, steps };
    range = next;
    expect(steps).toBeLessThan(1000);
  }
}

describe('rows in the page', () => {
  test('are those that are seen', () => {
    expect(rowsBetween(heights(100), 120, 260)).toEqual({ from: 2, to: 6 });
    expect(rowsBetween([], 0, 100)).toEqual({ from: 0, to: 0 });
    expect(rowsBetween(heights(3), 10_000, 10_100)).toEqual({ from: 2, to: 3 });
    expect(tailRows(heights(100), 220)).toEqual({ from: 95, to: 100 });
    expect(tailRows(heights(2), 1000)).toEqual({ from: 0, to: 2 });
  });

  test('of 20 000 are few, and what is seen is there in the first step', () => {
    const view = { heights: heights(20_000), top: 500_000, bottom: 500_800 };
    const first = stepTo({ from: 19_900, to: 20_000 }, view);
    expect(first.from).toBeLessThanOrEqual(10_000);
    expect(first.to).toBeGreaterThanOrEqual(10_016);
    expect(first.to - first.from).toBeLessThan(40);
    const { range, steps } = settle(first, view);
    expect(range.to - range.from).toBeLessThan(80);
    expect(steps).toBeGreaterThan(1);
  });

  test('stay while the reader moves a little, and nothing is built anew', () => {
    const all = heights(1000);
    const { range } = settle({ from: 0, to: 0 }, { heights: all, top: 10_000, bottom: 10_800 });
    const later = settle(range, { heights: all, top: 10_400, bottom: 11_200 }).range;
    expect(later.from).toBe(range.from);
    expect(later.to).toBeGreaterThan(range.to);
  });

  test('are the same ones after a page of history came before them', () => {
    const before = rows(100, 50);
    const after = rows(150, 0);
    expect(moved({ from: 10, to: 20 }, before, after)).toEqual({ from: 60, to: 70 });
    expect(moved({ from: 10, to: 20 }, before, [...before, ...rows(5, 500)])).toEqual({ from: 10, to: 20 });
    // The first one was folded into another row.
    expect(moved({ from: 10, to: 20 }, before, [{ id: 'reads:x' }, ...before.slice(1)])).toEqual({ from: 10, to: 20 });
    expect(moved({ from: 90, to: 100 }, before, before.slice(0, 30))).toEqual({ from: 30, to: 30 });
  });

  test('have the height of their sum', () => expect(heightOf([1, 2, 3, 4], 1, 3)).toBe(5));
});
