import { as, type CardId, type InviteId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { rightsOfRole } from '@collagility/protocol/rights';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Banners } from './banners.tsx';

const knocks = (name: string): LobbyCard => ({
  cardId: as<CardId>(`card of ${name}`),
  name,
  inviteId: as<InviteId>('i1'),
  inviteLabel: '',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  words: ['copper', 'lantern', 'orbit', 'maple'],
  sinceHostMs: 0,
  kind: 'new',
});
const open = (me = host, ...names: string[]) => {
  const room = new TestRoom({ ...viewOf(fold([...opening, ...people]), me), lobby: names.map(knocks) });
  room.render(<Banners />);
  return room;
};
const isPhone = (is: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: is, media }));

beforeEach(() => isPhone(true));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('on a phone the session itself says who is at the door, and leads there', () => {
  const room = open(host, 'Ada');
  expect(screen.getByText('Ada is at the door')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check words and admit' })).toBeTruthy();
  room.change({ lobby: [knocks('Ada'), knocks('Bo')] });
  expect(screen.getByText('2 people are at the door')).toBeTruthy();
  room.change({ lobby: [] });
  expect(screen.queryByText(/at the door/)).toBeNull();
});

test('it says so to nobody who may not open, and at a desk the rail does', () => {
  open(guestA, 'Ada');
  expect(screen.queryByText(/at the door/)).toBeNull();
  isPhone(false);
  open(host, 'Ada');
  expect(screen.queryByText(/at the door/)).toBeNull();
});
