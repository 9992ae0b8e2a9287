import { act, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { fold, guestA, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { work, writing } from '../../../shots/session.ts';
import { states } from '../../../shots/states.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { steadyMs } from '../../lib/steady-clock.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomShell } from '../room/room-shell.tsx';

beforeAll(loadParts);

const running = work.filter((event) => event.type !== 'ai.tool.ended' || event.status !== 'failed');
const log = () => screen.getByRole('log', { name: 'Transcript' });
const draw = async (told: Told[], more: Parameters<typeof viewOf>[2] = {}) => {
  const room = new TestRoom(viewOf(fold(told), guestA, { live: writing, typing: [], ...more }));
  room.render(<RoomShell />);
  await act(async () => undefined);
  return room;
};
const away = { name: 'host_away', sinceMs: 0 } as const;

describe('what is said of a turn whose host is gone', () => {
  test('while the host is away nothing is written and nothing runs; it goes on where it was', async () => {
    const room = await draw([...opening, ...people, ...running]);
    expect(log().textContent).toContain('writing');
    expect(log().textContent).toMatch(/running \d/);
    room.change({ liveness: away });
    expect(log().textContent).not.toContain('writing');
    expect(log().querySelector('[aria-busy="true"], .is-live')).toBeNull();
    expect(log().textContent).toContain('was running');
    room.change({ liveness: { name: 'live' } });
    expect(log().textContent).toContain('writing');
  });

  test('in a session that has ended the last words are cut off, and the composer says why it takes none', async () => {
    await draw([...opening, ...people, ...running, { type: 'room.ended', reason: 'host' }]);
    expect(log().textContent).not.toContain('writing');
    expect(log().textContent).toContain('cut off');
    const field = screen.getByRole('textbox', { name: 'The session has ended.' });
    expect(field.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('radiogroup', { name: 'What this sends' })).toBeNull();
  });

  test('the pill and the banner tell one time in one way', async () => {
    await draw([...opening, ...people], {
      liveness: { name: 'not_live', sinceMs: steadyMs() - 18_400, reason: 'silent' },
    });
    expect(screen.getAllByText(/Not live for 18 s/)).toHaveLength(2);
  });
});

describe('several agents', () => {
  test('a prompt says whom it was for; with one agent it does not', async () => {
    const { state } = states.agents ?? {};
    if (state === undefined) throw new Error('no such picture');
    const { unmount } = new TestRoom(viewOf(state, host)).render(<RoomShell />);
    await act(async () => undefined);
    expect(log().textContent).toMatch(/Adaprompted Codex/);
    unmount();
    await draw([...opening, ...people, ...running]);
    expect(log().textContent).toContain('prompted, from Ada’s suggestion');
  });
});
