import { screen } from '@testing-library/react';
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
