import { as, type CommandId } from '@collagility/protocol/ids';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { strings } from '../../strings.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { InviteDialog } from './invite-dialog.tsx';

test('the role of a link has the words that it has at the door and in the list of people', () => {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), host));
  room.render(<InviteDialog onClose={() => undefined} />);
  const roles = within(screen.getByRole('radiogroup', { name: 'Role' })).getAllByRole('radio');
  const { viewer, suggests, prompts } = strings.people.presets;
  expect(roles.map(({ textContent }) => textContent)).toEqual([viewer.label, suggests.label, prompts.label]);
  fireEvent.click(screen.getByRole('radio', { name: 'Co-driver, prompts' }));
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }));
  expect(room.sent.at(-1)).toMatchObject({ type: 'invite.create', role: 'co-driver', rights: { prompt: 'run' } });
});

test.each(['rejected', 'dropped', 'unknown'] as const)(
  '[B60] a link that was not made (%s) can be asked for again',
  (state) => {
    const room = new TestRoom(viewOf(fold([...opening, ...people]), host));
    room.render(<InviteDialog onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: 'Make link' }));
    const [command] = room.sent;
    if (command?.type !== 'invite.create') throw new Error('nothing was asked for');
    const asked = { commandId: as<CommandId>('c1'), command };
    room.change({ commands: [{ ...asked, state: 'sent' }] });
    expect(screen.queryByRole('button', { name: 'Make link' })).toBeNull();
    room.change({ commands: [{ ...asked, state }] });
    fireEvent.click(screen.getByRole('button', { name: 'Make link' }));
    expect(room.sent).toHaveLength(2);
  },
);
