import { as, type CheckpointId, type ThreadId } from '@collagility/protocol/ids';
import type { Changes } from '@collagility/protocol/workspace';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { commented } from '../../../shots/review.ts';
import { claude, fold, guestA, guestC, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { busy } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { ChangesTab } from './changes-tab.tsx';

const path = 'src/webhooks/deliver.ts';
const changes: Changes = {
  source: 'git',
  files: [
    { path: 'README.md', change: 'modified', added: 1, removed: 0 },
    { path, change: 'modified', added: 1, removed: 1 },
  ],
  sum: { files: 2, added: 2, removed: 1 },
  more: 0,
  at: as<CheckpointId>('7'),
};
const diff = '@@ -9,2 +9,2 @@ class Post\n const a = 1;\n-const b = 2;\n+const b = \u202e3;';

function roomAs(me = host, told = people) {
  const room = new TestRoom(viewOf(fold([...opening, ...told]), me));
  room.answers.changes = () => changes;
  room.answers.diff = () => ({ diff, elidedLines: 0, isCut: false });
  return room;
}
const open = async (room: TestRoom) => {
  room.render(<ChangesTab />);
  fireEvent.click(await screen.findByRole('button', { name: /deliver\.ts/ }));
  return screen.findByRole('region', { name: new RegExp(`^Changes of ${path}\\. Arrow`) });
};

describe('the changes panel', () => {
  test('shows the files with their counts, and the lines with nothing hidden in them', async () => {
    const lines = await open(roomAs());
    expect(screen.getByText('+2')).toBeTruthy();
    expect(lines.textContent).toContain('8 unchanged lines');
    expect(lines.textContent).toContain('const b = \\u{202e}3;');
    expect(lines.querySelectorAll('[data-sign=added]')).toHaveLength(1);
  });

  test('[B07] a reason of a newer host for showing nothing is said to be one, and the other files are there', async () => {
    const room = roomAs();
    room.answers.diff = () => ({ diff: '', elidedLines: 0, isCut: false, without: 'unknown' });
    room.render(<ChangesTab />);
    fireEvent.click(await screen.findByRole('button', { name: /deliver\.ts/ }));
    expect(await screen.findByText(/reason that this page does not know/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /README\.md/ })).toBeTruthy();
  });

  test('a line is commented on by its number, and by keys alone', async () => {
    const room = roomAs(guestA);
    const lines = await open(room);
    const added = lines.querySelector('[data-sign=added] .diff-number:last-of-type, [data-sign=added] .diff-sign');
    if (added === null) throw new Error('no line');
    fireEvent.click(added);
    fireEvent.change(screen.getByRole('textbox', { name: 'Comment on line 10' }), {
      target: { value: ' Why three? ' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(room.sent).toEqual([
      {
        type: 'review.comment',
        agentId: claude,
        text: 'Why three?',
        anchor: { path, side: 'new', line: 10, quote: 'const b = \u202e3;' },
      },
    ]);
    fireEvent.keyDown(lines, { key: 'ArrowDown' });
    fireEvent.keyDown(lines, { key: 'ArrowDown' });
    fireEvent.keyDown(lines, { key: 'c' });
    expect(screen.getByRole('textbox', { name: 'Comment on line 10' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('removed');
  });

  test('who may not talk cannot comment, and reads what others said', async () => {
    const told = [...busy, ...commented].slice(opening.length);
    const room = roomAs(guestC, told);
    const me = room.get().me;
    if (me === undefined) throw new Error('not in');
    room.change({ me: { ...me, rights: { ...me.rights, chat: false } } });
    room.answers.diff = () => ({
      diff: '@@ -1 +25 @@\n+  status === 429 || status >= 500;',
      elidedLines: 0,
      isCut: false,
    });
    const lines = await open(room);
    expect(within(lines).getByText('Also 408? Slow carrier gateways answer that.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
    expect(screen.getByText('This line was nicer before.')).toBeTruthy();
  });

  test('all open comments go to the agent as one prompt that names its threads; a co-driver suggests it', async () => {
    const told = [...busy, ...commented].slice(opening.length);
    for (const [me, button, type] of [
      [host, 'Send to agent…', 'prompt.run'],
      [guestA, 'Suggest to agent…', 'prompt.suggest'],
    ] as const) {
      const room = roomAs(me, told);
      const view = room.render(<ChangesTab />);
      fireEvent.click(await screen.findByRole('button', { name: button }));
      fireEvent.change(screen.getByLabelText(/In front of them/), { target: { value: 'Only these.' } });
      fireEvent.click(screen.getByRole('button', { name: /^(Queue|Run|Suggest)$/ }));
      expect(room.sent).toEqual([
        {
          type,
          agentId: claude,
          review: [as<ThreadId>('t1'), as<ThreadId>('t3')],
          text: `Only these.

1. ${path}, lines 24-25:
   > status === 429 || status >= 500;
   Ben: Also 408? Slow carrier gateways answer that.
   Ada: Yes, and a test for it.

2. ${path}, line 40 before the change:
   > return backoff(attempt);
   Ada: This line was nicer before.`,
        },
      ]);
      view.unmount();
    }
  });

  test('says what the host said instead of an answer, and asks again', async () => {
    const room = roomAs();
    room.answers.changes = () => {
      throw new Error('paused');
    };
    room.render(<ChangesTab />);
    expect(await screen.findByText('Sharing is paused, so files are not shown.')).toBeTruthy();
    room.answers.changes = () => changes;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /deliver\.ts/ })).toBeTruthy();
  });

  test('where there is no git it shows what the agent reported, and says so', async () => {
    const room = roomAs(host, busy.slice(opening.length));
    room.answers.changes = () => ({ ...changes, source: 'agent', reason: 'no_git', files: [] });
    room.render(<ChangesTab />);
    expect(await screen.findByText(/as the agent reported/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /backoff\.ts/ })).toBeTruthy();
  });

  test('without git lines can be spoken of all the same: a comment holds to the line’s text', async () => {
    const room = roomAs(host, busy.slice(opening.length));
    room.answers.changes = () => ({ ...changes, source: 'agent', reason: 'no_git', files: [] });
    room.render(<ChangesTab />);
    expect(await screen.findByText(/Comments hold to the line’s text/)).toBeTruthy();
    const add = document.querySelector('[data-sign=added] .diff-sign');
    if (add === null) throw new Error('no line');
    fireEvent.click(add);
    fireEvent.change(screen.getByRole('textbox', { name: /^Comment on line/ }), { target: { value: 'Why?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(room.sent).toMatchObject([{ type: 'review.comment', text: 'Why?', anchor: { quote: expect.any(String) } }]);
  });

  test('“since I looked” compares with what was there when the tab was left', async () => {
    const room = roomAs();
    const view = room.render(<ChangesTab />);
    await screen.findByRole('button', { name: /deliver\.ts/ });
    expect(screen.getByRole('radio', { name: 'Since I looked' }).hasAttribute('disabled')).toBe(true);
    view.unmount();
    const asked: unknown[] = [];
    const again = roomAs();
    again.answers.changes = (ask) => {
      asked.push('scope' in ask ? ask.scope : undefined);
      return { ...changes, files: [] };
    };
    again.render(<ChangesTab />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Since I looked' }));
    expect(await screen.findByText('Nothing changed since you looked.')).toBeTruthy();
    expect(asked.at(-1)).toEqual({ of: 'since', checkpoint: '7' });
  });
});
