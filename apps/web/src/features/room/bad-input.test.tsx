import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { asking, work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { PhasePage } from '../join/phase-page.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { Banners } from './banners.tsx';
import { Desk } from './desk.tsx';
import { RoomShell } from './room-shell.tsx';
import type { RoomView } from './room-view.ts';

// React tells the console of what was caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Not in jsdom.
  Element.prototype.scrollTo ??= () => undefined;
});
afterEach(() => vi.restoreAllMocks());

const state = fold([...opening, ...people, ...work, asking]);
const notDrawn = /could not be drawn/i;

describe('what cannot be drawn', () => {
  test('a broken request leaves the composer and the rest of the desk', async () => {
    const items = state.items.map((item) =>
      item.kind === 'approval' ? { ...item, request: { ...item.request, risks: 'none' } } : item,
    );
    new TestRoom(viewOf({ ...state, items } as never, host)).render(<Desk onSent={() => undefined} />);
    expect(await screen.findByText(notDrawn)).toBeTruthy();
    expect(document.getElementById('composer-field')).toBeTruthy();
  });

  test('a person who cannot be drawn leaves the page', () => {
    const broken = { ...state.participants[guestA], name: undefined };
    const participants = { ...state.participants, [guestA]: broken };
    new TestRoom(viewOf({ ...state, participants } as never, host)).render(<RoomShell />);
    expect(screen.getAllByText(notDrawn).length).toBeGreaterThan(0);
    expect(document.getElementById('composer-field')).toBeTruthy();
  });
});

describe('clocks, disks and addresses', () => {
  const banners = (more: Partial<RoomView>) => new TestRoom({ ...viewOf(state, guestA), ...more }).render(<Banners />);

  test('a clock that is far from the host’s is said, with which way; a small difference is not', () => {
    const behind = banners({ hostWallOffsetMs: 11 * 60_000 });
    expect(screen.getByText(/clock is 11 min behind the host’s/)).toBeTruthy();
    behind.unmount();
    const ahead = banners({ hostWallOffsetMs: -3 * 3_600_000 });
    expect(screen.getByText(/clock is 3 h ahead of the host’s/)).toBeTruthy();
    ahead.unmount();
    banners({ hostWallOffsetMs: 20_000 });
    expect(screen.queryByText(/clock is/)).toBeNull();
  });

  test('a browser that keeps nothing (private mode, plain http) says what a reload means', () => {
    const { me } = viewOf(state, guestA);
    if (me === undefined) throw new Error('nobody');
    banners({ me: { ...me, inMemory: true } });
    expect(screen.getByText('This browser keeps no key.')).toBeTruthy();
    expect(screen.getByText(/knocking again/)).toBeTruthy();
  });

  test('[CLG-59] a host that went back in its history: how much is gone is said until it is read', () => {
    const room = banners({ lost: { events: 3, atSeq: 40 } });
    expect(screen.getByText(/At least 3 entries that you saw here are not in it/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
    expect(screen.queryByText(/went back/)).toBeNull();
    room.unmount();
    banners({ lost: { events: 0, atSeq: 60 } });
    expect(screen.getByText(/The last of what you saw here is not in it/)).toBeTruthy();
  });

  test('a full disk of the browser is a page with its next step', () => {
    const phase = { name: 'storage_full' } as const;
    new TestRoom({ ...viewOf(state, guestA), phase }).render(<PhasePage phase={phase} />);
    expect(screen.getByRole('heading').textContent).toMatch(/full|room|space/i);
    expect(screen.getAllByRole('button').length).toBeGreaterThan(0);
  });

  test('an empty room shows its people, and who is alone is told so nowhere as an error', () => {
    new TestRoom(viewOf(fold(opening), host)).render(<PeopleList />);
    expect(screen.queryByText(notDrawn)).toBeNull();
    expect(screen.getByText(/Hana/)).toBeTruthy();
  });
});

test('panels without contents say what will stand there', async () => {
  new TestRoom(viewOf(fold(opening), host)).render(<RoomShell />);
  for (const [tab, words] of [
    ['Changes', 'No changes yet.'],
    ['Plan', 'No plan yet.'],
    ['Chat', 'No messages yet.'],
  ] as const) {
    fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
    expect(await screen.findByText(words)).toBeTruthy();
  }
});
