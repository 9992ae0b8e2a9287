import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { fold, host, opening, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomPage } from './room-page.tsx';

test('a room whose code is there is drawn in the moment in which its state comes, not behind a fallback', async () => {
  const inside = viewOf(fold(opening), host);
  const room = new TestRoom({ ...inside, phase: { name: 'ready_to_join', roomIdStart: '1234' } });
  render(<RoomPage store={room} />);
  expect(screen.queryByRole('main', { name: 'Session' })).toBeNull();
  await act(() => import('./room-shell.tsx'));
  room.change({ phase: inside.phase });
  expect(document.getElementById('composer-field')).not.toBeNull();
});
