import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { claude, fold, guestA, host, opening, people, promptId, viewOf } from '../../../shots/rooms.ts';
import { states } from '../../../shots/states.ts';
import { longPast } from '../../../shots/transcripts.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomShell } from './room-shell.tsx';

beforeAll(loadParts);
afterEach(() => vi.restoreAllMocks());

const draw = (view: (typeof states)[string]) => {
  const room = new TestRoom(view);
  room.render(<RoomShell />);
  return room;
};
const transcript = () => screen.getByRole('log', { name: 'Transcript' });

describe('the whole room', () => {
  test.each(Object.entries(states).filter(([, view]) => view.phase.name === 'in_room'))(
    '%s is drawn whole, and nothing of it fails',
    async (_, view) => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      draw(view);
      await act(async () => undefined);
      expect(screen.queryByText(/could not be drawn/)).toBeNull();
      expect(
        errors.mock.calls.map(([first]) => String(first)).filter((text) => !text.includes('not implemented')),
      ).toEqual([]);
    },
  );

  // bigbluebutton/bigbluebutton #9661: a file that missed its place threw people out of the session.
  test('a file that is dropped beside every place for one does not take the place of the room', () => {
    draw(viewOf(fold([...opening, ...people]), host));
    const files = { dataTransfer: { files: [new File(['x'], 'x.txt')], types: ['Files'], dropEffect: 'copy' } };
    const text = { dataTransfer: { files: [], types: ['text/plain'] } };
    for (const place of [transcript(), document.body]) {
      expect([fireEvent.dragOver(place, files), fireEvent.drop(place, files)]).toEqual([false, false]);
      expect([fireEvent.dragOver(place, text), fireEvent.drop(place, text)]).toEqual([true, true]);
    }
  });

  test('of a long past only the end is in the page, and it follows what comes', () => {
    const before = fold([...longPast]);
    const room = draw(viewOf(before, host));
    expect(transcript().textContent).toContain('Step 150 is done');
    expect(transcript().textContent).not.toContain('Step 20 is done');
    expect(transcript().querySelectorAll('.flow-root').length).toBeLessThan(80);
    const { items } = before;
    const notice = { kind: 'notice', id: 'n', seq: 9999, lastSeq: 9999, atMs: 0, level: 'info', code: 'x' } as const;
    room.change({ state: { ...before, items: [...items, { ...notice, text: 'And one more.' }] } });
    expect(within(transcript()).getByText('And one more.')).toBeTruthy();
  });

  test('older pages come before it and change nothing of what is shown', () => {
    const whole = fold([...longPast]);
    const tail = whole.items.slice(-60);
    const room = draw(viewOf({ ...whole, items: tail }, host, { history: { isLoading: false, hasOlder: true } }));
    const shown = [...transcript().querySelectorAll('.flow-root')];
    room.change({ state: whole });
    const after = [...transcript().querySelectorAll('.flow-root')];
    expect(after.slice(-10)).toEqual(shown.slice(-10));
    for (const [index, row] of shown.slice(-10).entries()) expect(after.slice(-10)[index]).toBe(row);
  });

  test('keys open the palette, the search and the list of keys, and go through the prompts', async () => {
    draw(viewOf(fold([...opening, ...people, ...longPast]), host));
    for (const [key, title] of [
      ['k', 'Commands'],
      ['f', 'Search this session'],
      ['/', 'Keyboard'],
    ] as const) {
      fireEvent.keyDown(document.body, { key, ctrlKey: true });
      const dialog = await screen.findByRole('dialog', { name: title });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
      expect(screen.queryByRole('dialog', { name: title })).toBeNull();
    }
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeTruthy();
  });

  test('a queue that has stopped says how many wait and who resumes it; a turn that was interrupted says neither', () => {
    const state = fold([
      ...opening,
      ...people,
      { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p1'), by: host, text: 'one' },
      { type: 'ai.execution.started', agentId: claude, promptId: promptId('p1'), correlationId: promptId('p1') },
      { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p2'), by: host, text: 'two' },
      {
        type: 'ai.execution.ended',

        agentId: claude,
        promptId: promptId('p1'),
        outcome: 'interrupted',
        reason: 'interrupted',
      },
      { type: 'ai.queue.stopped', agentId: claude, reason: 'interrupted' },
    ]);
    const room = draw(viewOf(state, host));
    expect(screen.getByText(/It was interrupted\. One prompt waits\. Resume the queue to go on\./)).toBeTruthy();
    expect(transcript().textContent).toContain('Interrupted');
    expect(transcript().textContent).not.toMatch(/It was interrupted|Resume the queue/);
    room.change(viewOf(state, guestA));
    expect(screen.getByText(/One prompt waits\. The host resumes the queue\./)).toBeTruthy();
  });
});
