import { as, type MemberId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fold, guestA, guestB, guestC, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Banners } from '../room/banners.tsx';
import { RoomDialogs } from '../room/room-dialogs.tsx';
import { PeopleList } from './people-list.tsx';

const open = (me = host, more: Told[] = [], view = {}) => {
  const room = new TestRoom(viewOf(fold([...opening, ...people, ...more]), me, view));
  room.render(
    <>
      <Banners />
      <PeopleList />
      <RoomDialogs />
    </>,
  );
  return room;
};
const item = (menu: string, name: RegExp) => {
  const list = document.querySelector(`[role=menu][aria-label="${menu}"]`);
  const found = [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])].find((each) =>
    name.test(each.textContent ?? ''),
  );
  if (found === undefined) throw new Error(`no ${name} in ${menu}`);
  return found;
};
const drives: Told[] = [
  { type: 'room.driver_changed', participantId: guestB, before: rightsOfRole['co-driver'], by: host },
];
const removed = (blocked: boolean): Told => ({
  type: 'member.removed',
  memberId: as<MemberId>('m-p-c'),
  participantId: guestC,
  by: host,
  blocked,
});

describe('who is there', () => {
  test('while the host is away the host is, and of others nothing is known', () => {
    open(guestA, [], { liveness: { name: 'host_away', sinceMs: 0 } });
    const lines = screen.getAllByRole('img').map((dot) => dot.getAttribute('aria-label'));
    expect(lines).toContain('away');
    expect(lines.filter((label) => label === 'watching')).toHaveLength(1);
    expect(lines.filter((label) => label === 'not known now')).toHaveLength(2);
  });
});

describe('the driver’s seat', () => {
  test('is handed over in one act, after it was said what that gives', () => {
    const room = open();
    fireEvent.click(item('Actions for Ben', /Hand over/));
    expect(screen.getByText(/runs with your rights/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
    expect(room.sent).toEqual([{ type: 'driver.hand_over', participantId: guestB }]);
  });

  test('everybody sees who has it; the host takes it back, its holder gives it back, others cannot', () => {
    const room = open(host, drives);
    expect(screen.getByText('Ben has the driver’s seat.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Take the driver’s seat back' }));
    expect(room.sent).toEqual([{ type: 'driver.take_back' }]);
  });

  test('its holder', () => {
    const room = open(guestB, drives);
    fireEvent.click(screen.getByRole('button', { name: 'Give the driver’s seat back' }));
    expect(room.sent).toEqual([{ type: 'driver.take_back' }]);
  });

  test('somebody else', () => {
    open(guestA, drives);
    expect(screen.getByText('Ben has the driver’s seat.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /seat back/ })).toBeNull();
  });
});

describe('people', () => {
  test('devices are listed with their keys, and one is removed after a second press', () => {
    const room = open();
    fireEvent.click(item('Actions for Ben', /Devices/));
    expect(screen.getByText('0000 0000 0000 0000')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove…' }));
    expect(room.sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(room.sent).toEqual([{ type: 'member.remove_device', memberId: 'm-p-b' }]);
  });

  test('somebody who may not manage sees devices and removes none', () => {
    open(guestA);
    fireEvent.click(item('Actions for Ben', /Devices/));
    expect(screen.queryByRole('button', { name: 'Remove…' })).toBeNull();
  });

  test('a removed person can be invited again, a blocked one first needs the block lifted', () => {
    const room = open(host, [removed(true)]);
    fireEvent.click(screen.getByRole('button', { name: 'Lift the block' }));
    expect(room.sent).toEqual([{ type: 'member.unblock', participantId: guestC }]);
    room.change({ state: fold([...opening, ...people, removed(false)]) });
    expect(screen.getByRole('button', { name: 'Invite again' })).toBeTruthy();
  });

  test('where somebody looks stands beside them, and one can follow them', () => {
    open(host, [], { looking: { [guestA]: 'file:src/deliver.ts', [guestB]: 'end', [guestC]: 'row:x' } });
    expect(screen.getByText(/in deliver.ts/)).toBeTruthy();
    // Idle: where they looked last says nothing about now.
    expect(screen.queryByText(/reading earlier/)).toBeNull();
    fireEvent.click(item('Actions for Ada', /Follow Ada/));
    expect(screen.getByText('Following Ada.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop following' }));
    expect(screen.queryByText('Following Ada.')).toBeNull();
  });
});
