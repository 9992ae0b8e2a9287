import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { claude, fold, host, opening, people, promptId, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useRoomUi } from './room-ui.ts';
import { useRoomKeys } from './use-room-keys.ts';

const running = fold([
  ...opening,
  ...people,
  { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p1'), by: host, text: 'Go on.' },
  { type: 'ai.execution.started', agentId: claude, promptId: promptId('p1'), correlationId: 'c1' },
]);

/** With a dialog that is there as long as its reason is. */
function Keys() {
  const ui = useRoomUi();
  useRoomKeys();
  return (
    <>
      <button type="button" onClick={() => ui.open({ name: ui.dialog.name === 'none' ? 'door' : 'none' })}>
        comes and goes
      </button>
      <Menu items={[]}>menu</Menu>
      {ui.dialog.name === 'none' ? null : (
        <Dialog title="At the door" onClose={() => undefined}>
          Ada
        </Dialog>
      )}
    </>
  );
}

/** Esc, so long after an event that happened now. */
function esc(afterMs: number): void {
  const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  const { timeStamp } = new Event('now');
  Object.defineProperty(press, 'timeStamp', { value: timeStamp + afterMs });
  act(() => void document.body.dispatchEvent(press));
}

test('Esc a moment after a dialog closed by itself was meant for it, and interrupts nothing', () => {
  const room = new TestRoom(viewOf(running, host));
  room.render(<Keys />);
  const comesAndGoes = () => fireEvent.click(screen.getByText('comes and goes'));
  comesAndGoes();
  comesAndGoes();
  esc(900);
  expect(room.sent).toEqual([]);
  esc(5_000);
  expect(room.sent).toEqual([{ type: 'turn.interrupt', agentId: claude, promptId: 'p1' }]);
});

test('Esc a moment after a menu closed was meant for it', () => {
  const room = new TestRoom(viewOf(running, host));
  room.render(<Keys />);
  const closed = Object.assign(new Event('toggle'), { newState: 'closed' });
  act(() => void screen.getByRole('menu', { hidden: true }).dispatchEvent(closed));
  esc(500);
  expect(room.sent).toEqual([]);
  esc(2_000);
  expect(room.sent).toHaveLength(1);
});
