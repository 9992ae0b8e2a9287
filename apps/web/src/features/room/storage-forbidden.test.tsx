import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { states } from '../../../shots/states.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Banners } from './banners.tsx';
import { RoomShell } from './room-shell.tsx';

beforeAll(loadParts);
afterEach(() => vi.restoreAllMocks());

const session = states.session;
if (session === undefined) throw new Error('no such picture');

describe.each(['SecurityError', 'QuotaExceededError'])('a browser whose storage says %s', (name) => {
  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('refused', name);
    };
    // Forbidden: to touch it is an error. Full: only to write.
    if (name === 'SecurityError')
      for (const store of ['localStorage', 'sessionStorage'] as const)
        vi.spyOn(window, store, 'get').mockImplementation(refuse);
    else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  });

  test('draws the room, takes what is written, and moves its panel', async () => {
    const room = new TestRoom(session);
    room.render(<RoomShell />);
    await act(async () => undefined);
    const field = screen.getByRole('textbox', { name: /^Prompt Claude Code/ });
    fireEvent.change(field, { target: { value: 'Also cover 408' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(room.sent).toContainEqual(expect.objectContaining({ type: 'prompt.run', text: 'Also cover 408' }));
    const edge = screen.getByRole('separator', { name: 'Width of the panel' });
    fireEvent.keyDown(edge, { key: 'ArrowLeft' });
    expect(screen.queryByText(/could not be drawn/)).toBeNull();
  });

  test.each(['Notifications', 'Keyboard'])('opens "%s", whose choices it keeps for now', async (title) => {
    new TestRoom(session).render(<RoomShell />);
    await act(async () => undefined);
    fireEvent.click(screen.getAllByRole('button', { name: 'More' })[0] as HTMLElement);
    fireEvent.click(screen.getAllByRole('menuitem', { name: new RegExp(title), hidden: true })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: title, hidden: true });
    for (const box of within(dialog).queryAllByRole('checkbox', { hidden: true })) fireEvent.click(box);
    expect(screen.queryByText(/could not be drawn/)).toBeNull();
  });
});

describe('a page over plain http', () => {
  test.each([undefined, { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }])(
    'without a clipboard that may be written, the button says so and nothing is thrown',
    async (clipboard) => {
      vi.stubGlobal('navigator', { ...navigator, clipboard });
      new TestRoom(session).render(<CopyButton text="x" />);
      fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
      expect(await screen.findByText(/Select and copy it/)).toBeTruthy();
      vi.unstubAllGlobals();
    },
  );
});

test.each([
  [1, 'behind'],
  [-1, 'ahead of'],
])('a clock that is a day off (%s) is told, and everything is drawn', async (days, which) => {
  const view = { ...(states['session-guest'] ?? session), hostWallOffsetMs: days * 86_400_000 };
  const { unmount } = new TestRoom(view).render(<Banners />);
  expect(screen.getByText(new RegExp(`clock is 1 d ${which} the host’s`))).toBeTruthy();
  unmount();
  new TestRoom(view).render(<RoomShell />);
  await act(async () => undefined);
  expect(screen.queryByText(/could not be drawn/)).toBeNull();
  expect(document.body.textContent).not.toMatch(/-\d+ (s|min|h|d)\b|NaN|Invalid/);
});
