import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, guestC, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Palette } from './palette.tsx';

const state = fold([...opening, ...people, ...work]);
const open = (me = host) => {
  const room = new TestRoom(viewOf(state, me));
  room.render(<Palette onClose={() => undefined} />);
  return room;
};
const labels = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');

test('typing narrows the list, the arrows choose, Enter runs', async () => {
  const room = open();
  const field = screen.getByRole('combobox');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'interrupt' } });
  expect(labels()[0]).toContain('Interrupt the agent');
  fireEvent.keyDown(field, { key: 'Enter' });
  await Promise.resolve();
  expect(room.sent).toMatchObject([{ type: 'turn.interrupt' }]);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  const last = screen.getAllByRole('option').at(-1);
  expect(last?.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(last?.id);
});

test('what somebody may not do is not listed', () => {
  open(guestC);
  const all = labels().join('\n');
  expect(all).not.toMatch(/Interrupt|Pause sharing|Share: links|Panic/);
  expect(all).toMatch(/Search this session/);
});
