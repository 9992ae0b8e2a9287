import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { states } from '../../../shots/states.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomShell } from './room-shell.tsx';
import type { RoomView } from './room-view.ts';

// A snapshot is the host's own state, and not read field by field: a newer host's may say what this page does not know.

beforeAll(loadParts);
afterEach(() => vi.restoreAllMocks());

/** Fields that hold a word of a closed list. */
const fields = new Set([
  ...['status', 'outcome', 'role', 'change', 'level', 'session', 'side', 'how', 'reach', 'toolKind'],
  ...['history', 'delivery', 'code', 'decision', 'scope', 'mode', 'activity', 'joined', 'vote', 'source'],
]);
/** What the host says; the rest of the view is the page's own. */
const ofHost = ['state', 'lobby', 'invites', 'presence'] as const;

function newer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      fields.has(name) && typeof one === 'string' ? 'quantum' : newer(one),
    ]),
  );
}

/** An item of each kind says in `state` how far it is, the room itself who it is about. */
const inItems = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => ('state' in item ? { ...item, state: 'quantum' } : item));
  return [...items, { kind: 'hologram', id: 'h', seq: 99_999, lastSeq: 99_999, atMs: 0 }];
};

test.each(Object.entries(states).filter(([, view]) => view.phase.name === 'in_room'))(
  '[B07] words of a newer host in what "%s" shows break no part of the page',
  async (_, view) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const told: RoomView = { ...view };
    for (const part of ofHost) if (part in view) Object.assign(told, { [part]: newer(Reflect.get(view, part)) });
    if (told.state !== undefined) Object.assign(told.state, { items: inItems(told.state.items) });
    expect(JSON.stringify(told.state)).toContain('quantum');
    new TestRoom(told).render(<RoomShell />);
    await act(async () => undefined);
    const thrown = errors.mock.calls
      .map(([first]) => String(first))
      .filter((text) => /TypeError|RangeError/.test(text));
    expect(thrown).toEqual([]);
    expect(screen.queryByText(/could not be drawn/)).toBeNull();
  },
);
