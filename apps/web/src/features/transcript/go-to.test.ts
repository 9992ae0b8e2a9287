import { describe, expect, test } from 'vitest';
import { fold, opening, people } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { rowAfter, rowOfSeq } from './go-to.ts';
import { rowsOf } from './rows.ts';

const { items } = fold([...opening, ...people, ...work]);
const rows = rowsOf(items);

describe('going to a message', () => {
  test('finds the row of each item that is drawn, and of one that is folded into a row', () => {
    for (const row of rows) if (row.kind === 'item') expect(rowOfSeq(rows, row.item.seq)?.id).toBe(row.id);
    const reads = rows.find((row) => row.kind === 'reads');
    if (reads?.kind !== 'reads') throw new Error('no reads');
    for (const tool of reads.tools) expect(rowOfSeq(rows, tool.seq)?.id).toBe(reads.id);
  });

  test('of what is not drawn itself leads to what stands before it', () => {
    expect(rowOfSeq(rows, 1_000_000)?.id).toBe(rows.filter((row) => row.kind !== 'turn_end').at(-1)?.id);
    expect(rowOfSeq(rows, 0)?.id).toBe(rows[0]?.id);
    expect(rowOfSeq([], 5)).toBeUndefined();
  });

  test('steps through prompts and messages both ways, and ends at the ends', () => {
    const prompt = rowAfter(rows, undefined, 'prompt', -1);
    expect(prompt?.kind === 'item' && prompt.item.kind).toBe('prompt');
    expect(rowAfter(rows, prompt?.id, 'prompt', -1)).toBeUndefined();
    const message = rowAfter(rows, prompt?.id, 'message', 1);
    if (message !== undefined) expect(rowAfter(rows, message.id, 'message', -1)?.id).toBe(prompt?.id);
  });
});
