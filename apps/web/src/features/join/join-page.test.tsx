import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { atAddress } from '../../testing/at-address.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { emptyView } from '../connection/empty-view.ts';
import { JoinPage } from './join-page.tsx';

test('on their own computer a host reads that they come straight in', () => {
  // The test's page is on localhost, as the host's own page is.
  new TestRoom(emptyView).render(<JoinPage roomIdStart="7q2m41kx9rdt" />);
  expect(screen.getByText(/you come straight in, as the host/)).toBeDefined();
});

test('a guest of a relay elsewhere does not', () => {
  atAddress('https://relay.example.com/s', () => {
    new TestRoom(emptyView).render(<JoinPage roomIdStart="7q2m41kx9rdt" />);
    expect(screen.queryByText(/you come straight in/)).toBeNull();
  });
});

const askToJoin = () => {
  const room = new TestRoom(emptyView);
  room.render(<JoinPage roomIdStart="7q2m41kx9rdt" />);
  fireEvent.click(screen.getByRole('button', { name: 'Ask to join' }));
  return room.calls;
};

test('on the host’s own computer the name may stay empty: the bridge knows it', () => {
  expect(askToJoin()).toEqual(['join ']);
  expect(screen.getByPlaceholderText('as the bridge calls you')).toBeTruthy();
});

test('elsewhere somebody without a name is asked for it', () => {
  atAddress('https://relay.example.com/s', () => {
    expect(askToJoin()).toEqual([]);
    expect(screen.getByText('Write a name first.')).toBeTruthy();
    expect(screen.queryByText(/knocks as somebody new/)).toBeNull();
  });
});

test('[CLG-81] by a link to this computer one reads what opening it again means', () => {
  new TestRoom(emptyView).render(<JoinPage roomIdStart="7q2m41kx9rdt" />);
  expect(screen.getByText(/whoever opens the link again knocks as somebody new/)).toBeTruthy();
});
