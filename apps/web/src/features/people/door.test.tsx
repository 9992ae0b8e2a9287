import { as, type CardId, type InviteId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { rightsOfRole } from '@collagility/protocol/rights';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { strings } from '../../strings.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Door } from './door.tsx';

const words = strings.people;
const card: LobbyCard = {
  cardId: as<CardId>('card1'),
  name: 'Ada',
  inviteId: as<InviteId>('i1'),
  inviteLabel: 'Review pair',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  words: ['copper', 'lantern', 'orbit', 'maple'],
  sinceHostMs: 0,
  kind: 'new',
};
const doorWith = (more: Partial<LobbyCard>) => {
  const room = new TestRoom({ ...viewOf(fold([...opening, ...people]), host), lobby: [{ ...card, ...more }] });
  room.render(<Door />);
  return room;
};
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent?.trim());

describe('[CLG-27] [CLG-28] a browser that was in the room before', () => {
  for (const kind of ['known-device', 'out-of-step'] as const)
    test(`${kind}: which of the two stays is asked, and no role, since it has one`, () => {
      const room = doorWith({ kind, participantId: guestA });
      expect(buttons().slice(0, 3)).toEqual([words.keepThis, words.keepOther, words.keepNeither]);
      expect(screen.getByText(words.wordsDifferKnown)).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: words.keepThis }));
      expect(room.sent).toEqual([{ type: 'lobby.answer', cardId: 'card1', decision: 'admit', keep: 'this' }]);
    });

  test('where it came by no link, none is offered to be silenced', () => {
    doorWith({ kind: 'out-of-step', inviteId: as<InviteId>(''), inviteLabel: '' });
    expect(screen.queryByRole('button', { name: words.silence })).toBeNull();
  });
});

test.each([
  ['Zora', undefined],
  ['Ada', 'Ada 2'],
  ['Hana', 'Hana 2'],
  ['Наnа', 'Наnа 2'],
])('who is called like somebody in the room is not taken for them: %s', (name, next) => {
  doorWith({ name });
  expect(screen.queryByText(/has this name/)?.textContent).toBe(next === undefined ? undefined : words.nameTaken(next));
});

test('somebody new is let in as the link says, as something else, or denied', () => {
  const room = doorWith({});
  expect(buttons()).toEqual(['Admit as co-driver, suggests', words.admitOther, words.deny, words.silence]);
  fireEvent.click(screen.getByRole('button', { name: words.silence }));
  fireEvent.click(screen.getByRole('button', { name: 'Admit as co-driver, suggests' }));
  expect(room.sent).toEqual([
    { type: 'lobby.silence', inviteId: 'i1' },
    { type: 'lobby.answer', cardId: 'card1', decision: 'admit' },
  ]);
});

const offered = () => [...document.querySelectorAll('[role^=menuitem]')].map(({ textContent }) => textContent ?? '');

test('where the name is taken, being another device of that person is offered first', () => {
  doorWith({ name: 'Ben' });
  expect(offered()[0]).toBe(words.samePerson('Ben'));
  expect(offered().filter((text) => text === words.samePerson('Ben'))).toHaveLength(1);
});

test.each(['Zora', 'Hana', 'Ada'])(
  'else, and for the name of who may more than the link gives, the roles come first: %s',
  (name) => {
    doorWith({ name });
    expect(offered()[0]).toContain(words.presets.viewer.label);
  },
);

test('[CLG-81] of a browser that keeps no key the door says that it comes as somebody new each time', () => {
  doorWith({ inMemory: true });
  expect(screen.getByText(words.keepsNoKey)).toBeTruthy();
});

test('of one that keeps its key it does not', () => {
  doorWith({});
  expect(screen.queryByText(words.keepsNoKey)).toBeNull();
});
