import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { EmptyRoom } from './empty-room.tsx';

const stopped: Told = { type: 'ai.agent.stopped', agentId: claude, reason: 'AUTH_CREDENTIAL_INVALID' };
const open = (told: Told[], me = host) => new TestRoom(viewOf(fold(told), me)).render(<EmptyRoom />);
const button = (name: string) => screen.queryByRole('button', { name });

describe('a room in which nothing has happened', () => {
  test('of an agent that asks first it says so', () => {
    open(opening);
    expect(screen.getByText('Asks before it acts')).toBeTruthy();
    expect(button('Start an agent')).toBeNull();
  });

  test('of one that does not run it says why, and not that it asks; whoever may starts another', () => {
    open([...opening, stopped]);
    expect(screen.getByText(/not logged in/)).toBeTruthy();
    expect(screen.queryByText('Asks before it acts')).toBeNull();
    expect(screen.queryByText(/Prompt the agent below/)).toBeNull();
    expect(button('Start an agent')).not.toBeNull();
  });

  test('a guest without that right is told the same, with no button', () => {
    open([...opening, ...people, stopped], guestA);
    expect(screen.getByText(/No agent runs here/)).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
