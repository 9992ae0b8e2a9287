import { type ApprovalId, as } from '@collagility/protocol/ids';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { asking } from '../../../shots/session.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RoomShell } from '../room/room-shell.tsx';

beforeAll(loadParts);

const first = 'a1';
const request = (approvalId: string, title: string, more: object = {}): Told =>
  ({ ...asking, approvalId: as<ApprovalId>(approvalId), title, ...more }) as Told;
const resolved = (by: string): Told =>
  ({ type: 'approval.resolved', agentId: claude, approvalId: first, outcome: 'allowed', scope: 'once', by }) as Told;

/** The first of two requests is in front. */
function open(more: object = {}) {
  const told: Told[] = [...opening, ...people, request(first, 'First request', more), request('a2', 'Second request')];
  const room = new TestRoom(viewOf(fold(told), host));
  room.render(<RoomShell />);
  const decide = (by: string) => room.change({ state: fold([...told, resolved(by)]) });
  return { room, decide };
}
const tray = () => document.getElementById('approval-tray');
const press = async (name: RegExp) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  button.focus();
  fireEvent.click(button);
};

describe('somebody writes a reason, and another one decides first', () => {
  test('the words stay, it is said who decided, and none of the letters is a key of the next request', async () => {
    const { room, decide } = open();
    await press(/^Deny with feedback/);
    const field = screen.getByRole('textbox', { name: 'What the agent is told' });
    field.focus();
    fireEvent.change(field, { target: { value: 'not in that folder' } });
    decide(guestA);
    expect(document.activeElement).toBe(field);
    expect((field as HTMLTextAreaElement).value).toBe('not in that folder');
    expect(screen.getByText(/has decided this meanwhile\..*was not sent/)).toBeTruthy();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deny' }).hasAttribute('disabled')).toBe(
      true,
    );
    for (const key of ['a', 'd']) fireEvent.keyDown(field, { key });
    expect(room.sent).toEqual([]);
    // Once they have read it the next one is in front.
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(tray()?.getAttribute('aria-label')).toBe('Second request'));
  });

  test('an answer that is being written to a question stays too', async () => {
    const questions = [{ question: 'Name?', header: '', multiSelect: false, options: [] }];
    const { decide } = open({ kind: 'question', questions });
    const field = await screen.findByRole('textbox', { name: 'Your own answer' });
    field.focus();
    fireEvent.change(field, { target: { value: 'parcel' } });
    decide(guestA);
    expect(document.activeElement).toBe(field);
    expect(field.closest('fieldset')?.hasAttribute('disabled')).toBe(false);
    expect(screen.getByText(/has decided this meanwhile/)).toBeTruthy();
    field.blur();
    await waitFor(() => expect(tray()?.getAttribute('aria-label')).toBe('Second request'));
  });

  test('one’s own answer goes on to the next at once, as does a decision while nobody writes', async () => {
    const { decide } = open();
    await screen.findByRole('button', { name: /^Deny with feedback/ });
    decide(guestA);
    await waitFor(() => expect(tray()?.getAttribute('aria-label')).toBe('Second request'));
  });
});
