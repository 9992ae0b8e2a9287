import { as, type CommandId, type InviteId } from '@collagility/protocol/ids';
import type { InviteView } from '@collagility/protocol/private';
import { rightsOfRole } from '@collagility/protocol/rights';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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

const invite = (id: string, more: Partial<InviteView> = {}): InviteView => ({
  inviteId: as<InviteId>(id),
  label: id,
  role: 'viewer',
  rights: rightsOfRole.viewer,
  lobby: true,
  history: 'from-now',
  createdAtMs: 0,
  uses: 1,
  maxUses: 5,
  state: 'open',
  silenced: false,
  link: `http://127.0.0.1:7/s#${id}`,
  ...more,
});
const open = (...invites: InviteView[]) => {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), host, { invites, hostWallOffsetMs: 60_000 }));
  room.render(<InviteDialog onClose={() => undefined} />);
  return room;
};
const make = () => fireEvent.click(screen.getByRole('button', { name: 'Make link' }));

describe('a link', () => {
  test('is made as it was chosen: role, past, lobby, end by the host’s clock, uses, label', () => {
    const room = open();
    fireEvent.click(screen.getByRole('radio', { name: 'Viewer' }));
    fireEvent.click(screen.getByRole('radio', { name: 'From now on' }));
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: 'hour' } });
    fireEvent.change(screen.getByLabelText('Uses'), { target: { value: 'five' } });
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: ' Review pair ' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /^Lobby/ }));
    const nowMs = Date.now();
    make();
    const [sent] = room.sent;
    expect(sent).toMatchObject({
      type: 'invite.create',
      role: 'viewer',
      rights: rightsOfRole.viewer,
      history: 'from-now',
      lobby: false,
      maxUses: 5,
      label: 'Review pair',
    });
    const expiresAtMs = sent?.type === 'invite.create' ? (sent.expiresAtMs ?? 0) : 0;
    expect(Math.abs(expiresAtMs - nowMs - 60_000 - 3_600_000)).toBeLessThan(5_000);
  });

  test('without an end and a limit has neither', () => {
    const room = open();
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: 'never' } });
    make();
    expect(room.sent[0]).not.toHaveProperty('expiresAtMs');
    expect(room.sent[0]).not.toHaveProperty('maxUses');
  });

  test('that came is the one that is shown', () => {
    const room = open(invite('before'));
    make();
    room.change({ invites: [invite('before'), invite('fresh')] });
    expect(screen.getByRole('textbox', { name: 'The link' })).toHaveProperty('value', 'http://127.0.0.1:7/s#fresh');
    expect(screen.getByText(/works on this computer only/)).toBeTruthy();
  });
});

test('open links say what they give and how often they were used; each is revoked, or all are replaced after a word', () => {
  const room = open(invite('one'), invite('gone', { state: 'revoked' }));
  const [line, ...more] = screen.getAllByRole('listitem');
  expect(more).toEqual([]);
  expect(line?.textContent).toMatch(/Viewer\. .*Sees what comes from now on.*1 of 5/);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(room.sent).toEqual([{ type: 'invite.revoke', inviteId: 'one' }]);
  fireEvent.click(screen.getByRole('button', { name: strings.people.invite.replaceAll }));
  expect(room.sent).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: strings.people.invite.replaceGo }));
  expect(room.sent[1]).toEqual({ type: 'invite.revoke_all' });
});
