import { describe, expect, test } from 'vitest';
import { states } from '../../../shots/states.ts';
import { gapOf } from './row-gap.ts';
import { rowsOf } from './rows.ts';

const gapsOf = (name: string): Map<string, string> =>
  new Map(
    rowsOf(states[name]?.state?.items ?? []).map((row) => [row.kind === 'item' ? row.item.kind : row.kind, gapOf(row)]),
  );

describe('the room around rows', () => {
  test('lines that only tell stand as one block; what is read or decided has room around it', () => {
    const gaps = gapsOf('nested');
    const close = gaps.get('people');
    for (const kind of ['reads', 'turn_end']) expect(gaps.get(kind)).toBe(close);
    for (const kind of ['prompt', 'tool', 'text', 'unknown']) expect(gaps.get(kind)).not.toBe(close);
  });

  test('a turn that changed files ends with buttons, not with a line', () => {
    const gaps = gapsOf('compared');
    expect(gaps.get('turn_end')).not.toBe(gaps.get('people'));
  });
});
