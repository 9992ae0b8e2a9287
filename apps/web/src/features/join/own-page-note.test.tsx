import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { strings } from '../../strings.ts';
import { atAddress } from '../../testing/at-address.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { emptyView } from '../connection/empty-view.ts';
import type { RoomView } from '../room/room-view.ts';
import { OwnPageNote } from './own-page-note.tsx';
import { PhasePage } from './phase-page.tsx';

const refused = { name: 'refused_by_relay', reason: 'unknown_admission_key' } as const;

test('the host whose page outlived its bridge reads the exact command, on their own computer', () => {
  // The test's page is on localhost, as the host's own page is.
  new TestRoom({ ...emptyView, phase: refused }).render(<PhasePage phase={refused} />);
  expect(screen.getByRole('region', { name: 'Is this your own room?' }).textContent).toContain(
    'npx collagility-bridge --resume',
  );
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
});

test.each([refused, { name: 'refused_by_host', code: 'ended' } as const])(
  'a page that was in the room as the host knows what happened, and does not ask whose it is: %j',
  (phase) => {
    const me = { role: 'host' } as RoomView['me'];
    new TestRoom({ ...emptyView, phase, ...(me && { me }) }).render(<PhasePage phase={phase} />);
    expect(screen.getByRole('heading', { name: 'Your bridge has ended' })).toBeDefined();
    expect(screen.getByText(/press o in its terminal/)).toBeDefined();
    expect(screen.queryByText(/own room\?|relay does not know|same address works again/)).toBeNull();
    // On the relay's word alone nobody knows it for certain.
    expect(screen.queryByText(strings.joining.relaySays) !== null).toBe(phase.name === 'refused_by_relay');
    expect(screen.getByText(/waits for you in this browser/)).toBeDefined();
  },
);

test.each([
  refused,
  { name: 'refused_by_host', code: 'expired' } as const,
  { name: 'refused_by_host', code: 'used_up' } as const,
])('a link that opens nothing any more says how long a host’s own link lives and how to get a new one: %j', (phase) => {
  new TestRoom({ ...emptyView, phase }).render(<PhasePage phase={phase} />);
  expect(screen.getByText(/works once and not for long, 60 seconds .* 10 minutes at most\. Press o/)).toBeDefined();
});

test('a closed room of another reason does not speak of it', () => {
  const full = { name: 'refused_by_relay', reason: 'room_full' } as const;
  new TestRoom({ ...emptyView, phase: full }).render(<PhasePage phase={full} />);
  expect(screen.queryByRole('region', { name: 'Is this your own room?' })).toBeNull();
});

test('on a page from elsewhere there is nothing', () => {
  atAddress('https://relay.example.com/s', () => {
    const { container } = render(<OwnPageNote />);
    expect(container.textContent).toBe('');
  });
});
