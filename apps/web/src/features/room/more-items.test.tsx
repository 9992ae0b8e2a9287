import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import { useMoreItems } from './use-more-items.ts';

function Items() {
  return useMoreItems().map(({ id, label, onSelect }) => (
    <button key={id} type="button" onClick={onSelect}>
      {label}
    </button>
  ));
}
function open(me = guestA) {
  const state = fold([...opening, ...people]);
  const room = new TestRoom(viewOf(state, me));
  room.render(
    <>
      <Items />
      <RoomDialogs />
    </>,
  );
  return { room, state };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a hand is raised by a press, and lowered by the next', () => {
  const { room, state } = open();
  press('Raise your hand');
  expect(room.sent).toEqual([{ type: 'member.hand', raised: true }]);
  const me = state.participants[guestA];
  if (me === undefined) throw new Error('nobody');
  room.change({ state: { ...state, participants: { ...state.participants, [guestA]: { ...me, handRaised: true } } } });
  press('Lower your hand');
  expect(room.sent[1]).toEqual({ type: 'member.hand', raised: false });
});

test('leaving is asked once more: there is no way back but the door', () => {
  const { room } = open();
  press('Leave the room');
  expect(room.calls).not.toContain('leave');
  const dialog = screen.getByRole('dialog', { name: 'Leave the room?' });
  expect(dialog.textContent).toContain('to be let in again');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(room.calls).not.toContain('leave');
  press('Leave the room');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }));
  expect(room.calls).toContain('leave');
});

test('panic is the host’s alone', () => {
  open(host);
  const panic = screen.getAllByRole('button').filter(({ textContent }) => /panic/i.test(textContent ?? ''));
  expect(panic).toHaveLength(1);
});
