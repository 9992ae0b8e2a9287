import { soundItems } from '@collagility/protocol/client/sound-items';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { host, viewOf } from '../../../shots/rooms.ts';
import { states } from '../../../shots/states.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomShell } from './room-shell.tsx';
import type { RoomView } from './room-view.ts';

// A snapshot is the host's own state: one item of it may hold nothing of what it should. The client looks at what it
// got (soundItems); what is left is drawn here, and what cannot be drawn takes nothing else with it.

beforeAll(loadParts);
afterEach(() => vi.restoreAllMocks());

const kinds = 'approval error file notice people plan prompt reasoning restore steer suggestion text tool'.split(' ');
const { state } = states.session ?? {};

const draw = async (room: unknown) => {
  // React tells the console of what was caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const view = viewOf(room as NonNullable<RoomView['state']>, host);
  new TestRoom({ ...view, live: {} }).render(<RoomShell />);
  await act(async () => undefined);
};

describe('[B07] an item with nothing in it takes nothing else with it', () => {
  test('what holds all that it should is left as it is', () => {
    for (const { state } of Object.values(states))
      if (state !== undefined) expect(soundItems(state.items)).toEqual(state.items);
  });

  test.each(kinds)('%s', async (kind) => {
    const before = { kind: 'notice', id: 'n', seq: 1, lastSeq: 1, atMs: 0, level: 'info', code: 'x', text: 'Stays.' };
    const broken = [1, 2].map((at) => ({ kind, id: `${kind}${at}`, seq: at, lastSeq: at, atMs: 0 }));
    await draw({ ...state, items: soundItems([before, ...broken]) });
    expect(screen.getByText('Stays.')).toBeTruthy();
    expect(screen.getAllByText(new RegExp(`does not know \\(${kind}\\)`))).toHaveLength(2);
    expect(document.getElementById('composer-field')).toBeTruthy();
    expect(screen.getByRole('navigation').textContent).toContain('Hana');
    expect(screen.getByRole('tab', { name: /^Changes/ })).toBeTruthy();
  });
});
