import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, promptId, type Told, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RowMenu } from './row-menu.tsx';

const canFork = opening.map(
  (event): Told =>
    event.type === 'ai.agent.started' ? { ...event, capabilities: [...event.capabilities, 'fork'] } : event,
);
const ended: Told = { type: 'ai.execution.ended', agentId: claude, promptId: promptId('p1'), outcome: 'completed' };

function draw(told: Told[], me = host) {
  const state = fold(told);
  const prompt = state.items.find((item) => item.kind === 'prompt');
  if (prompt?.kind !== 'prompt') throw new Error('no prompt');
  const room = new TestRoom(viewOf(state, me));
  room.render(<RowMenu item={prompt} who="Hana" />);
  // Nothing is in it before somebody comes near: the text of a message is that of the message.
  expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull();
  act(() => screen.getByRole('button').focus());
  return room;
}
const fork = () => screen.queryByRole('menuitem', { name: /^Fork/, hidden: true });

test('the host may fork where the agent can and rests; nobody else, and nowhere else', () => {
  const room = draw([...canFork, ...people, ...work, ended]);
  fork()?.click();
  expect(room.sent).toEqual([{ type: 'agent.fork', agentId: claude }]);
});

test.each([
  ['for a guest', [...canFork, ...people, ...work, ended], guestA],
  ['while a turn runs', [...canFork, ...people, ...work], host],
  ['of an agent that cannot', [...opening, ...people, ...work, ended], host],
] as const)('there is no fork %s', (_, told, me) => {
  draw([...told], me);
  expect(fork()).toBeNull();
  expect(screen.getByRole('menuitem', { name: /^Copy link/, hidden: true })).toBeTruthy();
});
