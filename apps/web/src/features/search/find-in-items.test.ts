import { expect, test } from 'vitest';
import { fold, opening, people } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { findInItems } from './find-in-items.ts';

const state = fold([...opening, ...people, ...work]);

test('prompts, answers, commands and changes are found, newest first, whatever the case', () => {
  const hits = findInItems(state.items, 'BACKOFF', state);
  expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['prompt', 'plan', 'tool', 'file']));
  expect(hits.map(({ seq }) => seq)).toEqual(hits.map(({ seq }) => seq).toSorted((a, b) => b - a));
  const prompt = hits.find(({ kind }) => kind === 'prompt');
  expect(prompt).toMatchObject({ who: 'Hana', match: 'backoff' });
  expect(prompt?.before).toContain('deliveries with ');
});

test('blanks find nothing, and no sign of the query has a meaning of its own', () => {
  expect(findInItems(state.items, '   ', state)).toEqual([]);
  expect(findInItems(state.items, '.*(', state)).toEqual([]);
});
