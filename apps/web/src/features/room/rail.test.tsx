import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fold, guestA, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Rail } from './rail.tsx';

const state = fold([...opening, ...people, ...work]);
const agent = () => screen.getByRole('button', { name: /^Claude Code/ });

describe('people and agents at the left', () => {
  test('each has a name of its own also where the rail is folded to letters', () => {
    new TestRoom(viewOf(state, guestA)).render(<Rail />);
    for (const word of document.querySelectorAll('[class*="max-lg:hidden"]')) word.remove();
    expect(screen.getByRole('button', { name: /^Ada, Co-driver/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Hana, Host/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Claude Code: Working/ })).toBeTruthy();
  });

  test('an agent works only as long as the host is heard: away or ended, nothing turns and nothing is claimed', () => {
    const room = new TestRoom(viewOf(state, guestA));
    room.render(<Rail />);
    expect(within(agent()).getByText('Working')).toBeTruthy();
    room.change({ liveness: { name: 'host_away', sinceMs: 0 } });
    expect(within(agent()).getByText('not known now')).toBeTruthy();
    expect(agent().querySelector('.animate-spin, svg')).toBeNull();
    room.change({ liveness: { name: 'live' } });
    expect(within(agent()).getByText('Working')).toBeTruthy();
    room.change(viewOf(fold([...opening, ...people, ...work, { type: 'room.ended', reason: 'host' }]), guestA));
    expect(within(agent()).queryByText('Working')).toBeNull();
  });
});
