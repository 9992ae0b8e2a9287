import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { SearchDialog } from './search-dialog.tsx';

const open = (history: { isLoading: boolean; hasOlder: boolean }) => {
  const room = new TestRoom(viewOf(fold([...opening, ...people, ...work]), host, { history }));
  let closed = 0;
  room.render(<SearchDialog onClose={() => (closed += 1)} />);
  const field = screen.getByRole('searchbox');
  return { room, field, closed: () => closed };
};

test('what is found is listed with where it stands, and Enter goes to the first', () => {
  const { field, closed } = open({ isLoading: false, hasOlder: false });
  fireEvent.change(field, { target: { value: 'retry failed' } });
  expect(screen.getByRole('button', { name: /Prompt.*Hana.*Retry failed/ })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Searched back to the start.');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(closed()).toBe(1);
});

test('[B58] the Enter with which an input method takes a word goes nowhere', () => {
  const { field, closed } = open({ isLoading: false, hasOlder: false });
  fireEvent.change(field, { target: { value: 'retry failed' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 });
  // Safari: after the composition has ended.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(closed()).toBe(0);
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(closed()).toBe(1);
});

test('all of the session is searched: older pages are asked for, one after the other, only while somebody looks', () => {
  const { room, field } = open({ isLoading: false, hasOlder: true });
  expect(room.calls).not.toContain('loadOlder');
  fireEvent.change(field, { target: { value: 'nowhere to be found' } });
  expect(room.calls.filter((call) => call === 'loadOlder')).toHaveLength(1);
  room.change({ history: { isLoading: true, hasOlder: true } });
  expect(room.calls.filter((call) => call === 'loadOlder')).toHaveLength(1);
  room.change({ history: { isLoading: false, hasOlder: true } });
  expect(room.calls.filter((call) => call === 'loadOlder')).toHaveLength(2);
  expect(screen.getByRole('status').textContent).toContain('Nothing found');
});

test('where an older page cannot be had it stops, says how far it got, and goes on by a press', () => {
  const { room, field } = open({ isLoading: false, hasOlder: true });
  fireEvent.change(field, { target: { value: 'nowhere to be found' } });
  room.change({ history: { isLoading: true, hasOlder: true } });
  room.change({ history: { isLoading: false, hasOlder: true, hasFailed: true } });
  expect(room.calls.filter((call) => call === 'loadOlder')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toContain('could not be fetched, and was not searched');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(room.calls.filter((call) => call === 'loadOlder')).toHaveLength(2);
});
