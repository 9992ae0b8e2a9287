import { expect, test } from 'vitest';
import { fold, opening, people } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { asMarkdown, turnAsMarkdown } from './as-markdown.ts';

const state = fold([...opening, ...people, ...work]);

test('a turn is copied with its prompt, commands, changes and answer', () => {
  const text = turnAsMarkdown(state.items, 'p1', state);
  expect(text).toMatch(/^\*\*Hana:\*\*\n\nRetry failed webhook deliveries/);
  expect(text).toContain('```diff\n');
  expect(text).toContain('> A retry must not repeat');
  expect(text).toContain('- [x] Move the delay into backoff.ts');
  expect(text).not.toContain('\u001b');
});

test('a fence is longer than what stands in it, and colours of a terminal are left out', () => {
  const [tool] = state.items.filter((item) => item.kind === 'tool');
  if (tool?.kind !== 'tool') throw new Error('no tool');
  const text = asMarkdown(
    { ...tool, toolKind: 'execute', title: 'cat a.md', output: { text: '\u001b[31m````\u001b[0m' } },
    state,
  );
  expect(text).toBe('```sh\ncat a.md\n```\n\n`````\n````\n`````');
});

test('of a value that is not here its ends are copied, and that it is more', () => {
  const text = asMarkdown(
    {
      ...({ id: 't', seq: 1, lastSeq: 1, atMs: 0, kind: 'text', state: 'ended' } as const),
      agentId:
        Object.values(state.agents)[0]?.agentId ??
        (() => {
          throw new Error('no agent');
        })(),
      streamId: JSON.parse('"s"'),
      content: { blob: 'aa', len: 34_000, hash: 'aa', head: 'start', tail: 'end' },
    },
    state,
  );
  expect(text).toMatch(/^start[\s\S]*34 KB[\s\S]*end$/);
});
