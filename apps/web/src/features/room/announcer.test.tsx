import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { approvalId, claude, fold, guestA, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { asking, work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Announcer } from './announcer.tsx';

const said = () => screen.getByRole('alert').firstElementChild;
const answered: Told = {
  type: 'approval.resolved',
  agentId: claude,
  approvalId: approvalId('a1'),
  outcome: 'allowed',
  scope: 'once',
  by: guestA,
  signed: { memberId: 'm-p-a', statement: '00', signature: '00' },
};
const again = { ...asking, approvalId: approvalId('a2') } as Told;

describe('what a screen reader is told', () => {
  test('the same words a second time are told a second time: the region changes, not only its meaning', async () => {
    const room = new TestRoom(viewOf(fold([...opening, ...people, ...work]), host));
    room.render(<Announcer />);
    room.change(viewOf(fold([...opening, ...people, ...work, asking]), host));
    await act(async () => undefined);
    const first = said();
    expect(first?.textContent).toMatch(/Run a command/);
    room.change(viewOf(fold([...opening, ...people, ...work, asking, answered, again]), host));
    await act(async () => undefined);
    expect(said()?.textContent).toBe(first?.textContent);
    expect(said()).not.toBe(first);
  });

  test('text that is being written is never told', async () => {
    const state = fold([...opening, ...people, ...work]);
    const room = new TestRoom(viewOf(state, host));
    room.render(<Announcer />);
    const told = document.body.innerHTML;
    for (const x of ['The', 'The failing', 'The failing test'])
      room.change({ live: { s1: { k: 'text', b: 's1', x } } } as never);
    await act(async () => undefined);
    expect(document.body.innerHTML).toBe(told);
  });
});
