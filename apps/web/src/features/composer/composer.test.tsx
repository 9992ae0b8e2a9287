import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, guestC, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';
import { draftKey } from './draft.ts';

const state = fold([...opening, ...people]);
const roomAs = (me = host, more = {}) => new TestRoom({ ...viewOf(state, me), ...more });
const field = () => {
  const found = document.getElementById('composer-field');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no composer');
  return found;
};
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const open = (room: TestRoom) => room.render(<Composer onSent={() => undefined} />);

describe('composer', () => {
  test('what it sends follows from the rights', () => {
    const room = roomAs();
    open(room);
    type('do it');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'prompt.run', agentId: claude, text: 'do it' }]);
    expect(field().value).toBe('');
  });

  test('a co-driver suggests, a viewer chats', () => {
    const codriver = roomAs(guestA);
    const view = open(codriver);
    type('try this');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(codriver.sent).toMatchObject([{ type: 'prompt.suggest' }]);
    view.unmount();
    const viewer = roomAs(guestC);
    open(viewer);
    type('hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(viewer.sent).toEqual([{ type: 'chat.post', text: 'hello' }]);
  });

  test('[B58] the Enter of an input method does not send, Shift+Enter makes a line', () => {
    const room = roomAs();
    open(room);
    type('にほn');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(room.sent).toEqual([]);
  });

  test('a draft survives a reload, and is gone once sent', () => {
    const first = open(roomAs());
    type('half a thought');
    first.unmount();
    open(roomAs());
    expect(field().value).toBe('half a thought');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(localStorage.getItem(draftKey(state.roomId))).toBeNull();
  });

  test('a browser that keeps nothing keeps the draft in its tab only', () => {
    const view = viewOf(state, host);
    const me = view.me;
    if (me === undefined) throw new Error('nobody');
    open(new TestRoom({ ...view, me: { ...me, inMemory: true } }));
    type('secret plan');
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.getItem(draftKey(state.roomId))).toBe('secret plan');
  });

  test('nothing, blanks, a slash of a guest and too long text are not sent, and the last two say why', () => {
    const room = roomAs(guestA);
    open(room);
    for (const text of ['', '  \n ', '/clear', 'x'.repeat(1024 * 1024 + 1)]) {
      type(text);
      fireEvent.keyDown(field(), { key: 'Enter' });
    }
    expect(room.sent).toEqual([]);
    expect(screen.getAllByText(/longer than the room takes/).length).toBeGreaterThan(0);
    type('/clear');
    expect(screen.getAllByText(/begins with a slash/).length).toBeGreaterThan(0);
  });

  test('[B22] a dash in front is text like any other', () => {
    const room = roomAs();
    open(room);
    type('--help');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject([{ text: '--help' }]);
  });
});
