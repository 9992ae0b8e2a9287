import { expect, test } from 'vitest';
import { matchCommands } from './match-commands.ts';

const commands = ['Show the plan', 'Search this session', 'Share: links and invites', 'Go to the end'].map((label) => ({
  label,
}));
const labels = (typed: string) => matchCommands(commands, typed).map(({ label }) => label);

test('what stands in a label comes first, then letters in their order, beginnings of words before others', () => {
  expect(labels('')).toHaveLength(4);
  expect(labels('sha')[0]).toBe('Share: links and invites');
  expect(labels('sts')[0]).toBe('Search this session');
  expect(labels('PLAN')).toEqual(['Show the plan']);
  expect(labels('xyz')).toEqual([]);
});
