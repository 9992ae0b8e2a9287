import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Panel } from './panel.tsx';

beforeAll(loadParts);

test('where git sees nothing of what the agent reported, the panel says so once and does not ask for ever', async () => {
  const room = new TestRoom(viewOf(fold([...opening, ...people, ...work]), host));
  let asked = 0;
  room.answers.changes = () => {
    asked += 1;
    // Else the page would ask for ever, and this test not end.
    if (asked > 5) throw new Error('too_slow');
    return { source: 'git', files: [], sum: { files: 0, added: 0, removed: 0 }, more: 0 };
  };
  room.render(<Panel />);
  for (let turn = 0; turn < 20; turn += 1) await act(async () => new Promise((done) => setTimeout(done, 5)));
  expect(screen.getByText('No changes yet.')).toBeTruthy();
  expect(screen.getByRole('tab', { name: /^Changes/ }).textContent).toBe('Changes');
  expect(asked).toBeLessThan(4);
});

test('where it lies over the room it is closed by a button of its own', () => {
  const room = new TestRoom(viewOf(fold(opening), host));
  room.render(<Panel />);
  const panel = screen.getByRole('complementary', { name: 'Panel' });
  fireEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
  expect(panel.classList.contains('max-md:hidden')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Close the panel' }));
  expect(panel.classList.contains('max-md:hidden')).toBe(true);
});
