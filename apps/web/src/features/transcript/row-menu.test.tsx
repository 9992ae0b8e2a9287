import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { claude, fold, guestA, host, opening, people, promptId, type Told, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RowMenu } from './row-menu.tsx';

const able = (...more: string[]) =>
  opening.map(
    (event): Told =>
      event.type === 'ai.agent.started' ? { ...event, capabilities: [...event.capabilities, ...more] } : event,
  );
const canFork = able('fork');
const canForkAt = able('fork', 'forkAt');
const ended: Told = { type: 'ai.execution.ended', agentId: claude, promptId: promptId('p1'), outcome: 'completed' };

const nextTurn: Told[] = [
  { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p2'), by: host, text: 'And then?' },
  { type: 'ai.execution.started', agentId: claude, promptId: promptId('p2'), correlationId: 'c2' },
];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test('where the agent can, a fork goes on after this very turn, also while a later one runs; it says from where', () => {
  const room = draw([...canForkAt, ...people, ...work, ended, ...nextTurn]);
  expect(fork()?.textContent).toContain('which ends with this turn');
  fork()?.click();
  expect(room.sent).toEqual([{ type: 'agent.fork', agentId: claude, promptId: promptId('p1') }]);
});

const why = (told: readonly Told[]) => {
  const room = draw([...told]);
  expect(fork()?.getAttribute('aria-disabled')).toBe('true');
  fork()?.click();
  expect(room.sent).toEqual([]);
  return fork()?.textContent;
};

test.each([
  [
    'a turn that did not come to its end',
    [...canForkAt, ...people, ...work, { ...ended, outcome: 'interrupted' }],
    /did not come to its end/,
  ],
  ['a turn that runs, of an agent that can at any turn', [...canForkAt, ...people, ...work], /still runs/],
  ['a turn that runs, of an agent that can at its end', [...canFork, ...people, ...work], /still runs/],
  [
    'an earlier turn, of an agent that can at its end only',
    [...canFork, ...people, ...work, ended, ...nextTurn],
    /only as it is now/,
  ],
  ['an agent that copies no sessions', [...opening, ...people, ...work, ended], /cannot copy a session/],
] as const)('where there is no fork the menu says why: %s', (_, told, reason) => {
  expect(why(told)).toMatch(reason);
});

test('a guest is offered no fork, and told nothing of it', () => {
  draw([...canFork, ...people, ...work, ended], guestA);
  expect(fork()).toBeNull();
  expect(screen.getByRole('menuitem', { name: /^Copy link/, hidden: true })).toBeTruthy();
});

test('that something was copied is seen for a moment, and why it was not for longer', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  draw([...opening, ...people, ...work, ended]);
  const copy = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('menuitem', { name: 'Copy as Markdown', hidden: true }));
    });
  const status = screen.getByRole('status');
  await copy();
  expect(writeText).toHaveBeenCalledOnce();
  expect(status.textContent).toBe('Copied.');
  expect(status.className).not.toContain('sr-only');
  act(() => vi.advanceTimersByTime(2_000));
  expect(status.textContent).toBe('');
  writeText.mockReturnValue(Promise.reject(new Error('not allowed')));
  await copy();
  act(() => vi.advanceTimersByTime(2_000));
  expect(status.textContent).toBe('The browser does not give the clipboard to this page.');
  act(() => vi.advanceTimersByTime(6_000));
  expect(status.textContent).toBe('');
});
