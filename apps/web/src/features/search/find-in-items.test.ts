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

test('a call of a tool is found by its command or path and shown as its card shows it, without the JSON', () => {
  const tool = state.items.find((item) => item.kind === 'tool');
  if (tool?.kind !== 'tool') throw new Error('no tool');
  const call = (title: string, input: object) => ({ ...tool, title, input: { text: JSON.stringify(input) } });
  const shown = (item: ReturnType<typeof call>, query: string) =>
    findInItems([item], query, state).map(({ before, match, after }) => before + match + after)[0];
  expect(shown(call('ls -la src', { command: 'ls -la src' }), 'ls -la')).toMatch(/^ls -la src [^{"]*$/);
  const edit = call('Edit a file', { file_path: 'src/a.ts', new_string: 'say("hi")\nagain', count: 2 });
  expect(shown(edit, 'a.ts')).toMatch(/^Edit a file file_path src\/a\.ts new_string say\("hi"\) again count 2/);
});

test('an input that was cut, and so is no JSON, is shown in its words too', () => {
  const tool = state.items.find((item) => item.kind === 'tool');
  if (tool?.kind !== 'tool') throw new Error('no tool');
  const head = '{"file_path":"src/a.ts","content":"const a = \\"x\\";\\nlet b';
  const tail = 'end of it","more":[1]}';
  const blob = { id: 'a'.repeat(64), size: 90_000 };
  const cut = { ...tool, title: 'Write a file', input: { head, tail, blob, bytes: 90_000 } as never };
  const [hit] = findInItems([cut], 'a.ts', state);
  expect(`${hit?.before}${hit?.match}${hit?.after}`).toContain(
    'file_path src/a.ts content const a = "x"; let b end of it more',
  );
});

test('blanks find nothing, and no sign of the query has a meaning of its own', () => {
  expect(findInItems(state.items, '   ', state)).toEqual([]);
  expect(findInItems(state.items, '.*(', state)).toEqual([]);
});
