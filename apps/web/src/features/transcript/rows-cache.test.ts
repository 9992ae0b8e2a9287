import { as } from '@collagility/protocol/ids';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, promptId, type Told } from '../../../shots/rooms.ts';
import { busy, work } from '../../../shots/session.ts';
import { longPast, nested, severalAgents } from '../../../shots/transcripts.ts';
import { rowsOf } from './rows.ts';
import { RowsCache } from './rows-cache.ts';

describe('rows of a long session', () => {
  test('are the same as folded at once, for every session there is a picture of', () => {
    for (const told of [work, busy, nested, severalAgents, longPast, [...longPast, ...work]] as Told[][]) {
      const { items } = fold([...opening, ...people, ...told]);
      expect(new RowsCache().rows(items)).toEqual(rowsOf(items));
    }
  });

  test('one more event folds its own turn only', () => {
    const cache = new RowsCache();
    const before = cache.rows(fold(longPast).items);
    // The fold makes new items each time; the page keeps those that did not change.
    const { items } = fold(longPast);
    const first = cache.rows(items);
    const after = cache.rows([
      ...items,
      { kind: 'notice', id: 'n', seq: 9999, lastSeq: 9999, atMs: 0, level: 'info', code: 'x', text: 'more' },
    ]);
    expect(before).toEqual(first);
    const same = after.filter((row, index) => row === first[index]).length;
    expect(same).toBeGreaterThan(first.length - 5);
  });

  test('a page of history before them leaves the rows that are there', () => {
    const { items } = fold(longPast);
    const cut = items.findIndex((item) => item.kind === 'prompt' && item.promptId === promptId('l100'));
    const cache = new RowsCache();
    const tail = cache.rows(items.slice(cut));
    const whole = cache.rows(items);
    expect(whole.slice(-tail.length).filter((row, index) => row === tail[index])).toHaveLength(tail.length);
  });

  test('two turns that run at once are folded as one', () => {
    const prompt = (id: string, by = host): Told[] => [
      { type: 'ai.prompt.queued', agentId: claude, promptId: promptId(id), by, text: id },
      { type: 'ai.execution.started', agentId: claude, promptId: promptId(id), correlationId: id },
    ];
    const says = (id: string, turn: string): Told => ({
      type: 'ai.stream.end',
      agentId: claude,
      promptId: promptId(turn),
      streamId: as(id),
      reasoning: false,
      content: { text: id },
      textHash: '00'.repeat(32),
      len: 1,
    });
    const { items } = fold([
      ...opening,
      ...prompt('a'),
      ...prompt('b', guestA),
      says('1', 'a'),
      says('2', 'b'),
      says('3', 'a'),
    ]);
    expect(new RowsCache().rows(items)).toEqual(rowsOf(items));
  });
});
