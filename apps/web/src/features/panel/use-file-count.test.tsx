import type { Changes } from '@collagility/protocol/workspace';
import { act, cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { claude, fold, guestA, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { reportedFileCount } from './count-files.ts';
import { useAskedFileCount, useFileCount } from './use-file-count.ts';

function Badge() {
  useAskedFileCount();
  return <p>{`${useFileCount()} files`}</p>;
}

const state = fold([...opening, ...people, ...work]);
/** As after a turn with which git saw something. */
const items = state.items.map((item) =>
  item.kind === 'prompt'
    ? { ...item, changes: { sum: { files: 1, added: 1, removed: 0 }, before: 'a' as never, after: 'b' as never } }
    : item,
);
const answer = (source: Changes['source'], files: number): Changes => ({
  ...{ source, files: [], more: 0 },
  sum: { files, added: 0, removed: 0 },
});

async function draw(more: object, changes?: () => Changes) {
  let asked = 0;
  const room = new TestRoom(viewOf({ ...state, items, ...more }, guestA));
  room.answers.changes = (ask) => {
    asked += 1;
    expect(ask).toEqual({ ask: 'changes', scope: { of: 'session' }, agentId: claude });
    if (changes === undefined) throw new Error('not_compared');
    return changes();
  };
  room.render(<Badge />);
  await act(async () => undefined);
  return { asked: () => asked, text: screen.getByText(/files/).textContent, room };
}

test('what the host told all is the number, and nothing is asked', async () => {
  const { asked, text } = await draw({ changed: { shared: { files: 9, added: 1, removed: 1 } } });
  expect([asked(), text]).toEqual([0, '9 files']);
});

test('where the host tells no total, the page asks for what it may read, once a turn', async () => {
  const { asked, text, room } = await draw({ changed: undefined }, () => answer('git', 2));
  expect([asked(), text]).toEqual([1, '2 files']);
  room.change({ state: { ...state, items: [...items], changed: {} } });
  await act(async () => undefined);
  expect(asked()).toBe(1);
});

test('without an answer of git what the agents reported is counted, of what this page may read', async () => {
  const reported = `${reportedFileCount(items)} files`;
  expect((await draw({ changed: {} }, () => answer('agent', 0))).text).toBe(reported);
  cleanup();
  expect((await draw({ changed: {} })).text).toBe(reported);
});

test('before git has seen a change nothing is asked', async () => {
  expect((await draw({ changed: {}, items: state.items })).asked()).toBe(0);
});
