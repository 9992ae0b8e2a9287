import { as, type CommandId } from '@collagility/protocol/ids';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import type { RoomView } from '../room/room-view.ts';
import { Composer } from './composer.tsx';
import { matching } from './slash-list.tsx';

const commands: Told = {
  type: 'ai.agent.commands',
  agentId: claude,
  commands: [{ name: 'compact', description: 'Shorten the context' }, { name: 'clear' }, { name: 'review-pr' }],
};
const state = fold([...opening, ...people, commands]);
const open = (me = host, more: Partial<RoomView> = {}) => {
  const room = new TestRoom(viewOf(state, me, { typing: [], ...more }));
  room.render(<Composer onSent={() => undefined} />);
  return room;
};
const field = () => {
  const found = document.getElementById('composer-field');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no composer');
  return found;
};
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe('commands of the agent', () => {
  test('are listed for whoever may give them, chosen by keys, and the field keeps the focus', () => {
    const room = open();
    type('/c');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '/compactShorten the context',
      '/clear',
    ]);
    expect(field().getAttribute('aria-activedescendant')).toBe('composer-commands-0');
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(field().value).toBe('/clear ');
    expect(room.sent).toEqual([]);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject([{ type: 'prompt.run', text: '/clear ' }]);
  });

  test('Esc closes the list and sends nothing; other text has none', () => {
    open();
    type('/c');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('option')).toBeNull();
    type('see /c');
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('[B58] the Enter of an input method chooses nothing', () => {
    open();
    type('/c');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    // Safari: after the composition has ended.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(field().value).toBe('/c');
  });

  test('are not listed for somebody who may not give them', () => {
    open(guestA);
    type('/c');
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('those that begin so come first', () => {
    const names = (text: string) => matching(state.agents[claude]?.commands ?? [], text).map(({ name }) => name);
    expect(names('/')).toEqual(['compact', 'clear', 'review-pr']);
    expect(names('/pr')).toEqual(['review-pr']);
    expect(names('/compact now')).toEqual([]);
    expect(names('/[')).toEqual([]);
    const inOtherScript = [{ name: 'проверка' }];
    expect(matching(inOtherScript, '/Пров')).toEqual(inOtherScript);
    expect(matching(inOtherScript, '/home/пров')).toEqual([]);
  });
});

describe('[B44] while nobody takes it', () => {
  const sent = (more: object) => ({
    commandId: as<CommandId>('c1'),
    command: {
      type: 'prompt.run' as const,
      agentId: claude,
      text: 'go on',
      attachments: undefined,
      signed: { statement: '', signature: '' },
    },
    state: 'sending' as const,
    ...more,
  });

  test('the composer says so as soon as there is text, and what was sent says that it is kept', () => {
    open(host, { liveness: { name: 'host_away', sinceMs: 0 }, commands: [sent({})] });
    expect(screen.queryByText(/The host is away/)).toBeNull();
    expect(screen.getByText('kept here until the host is back')).toBeTruthy();
    type('more');
    expect(screen.getByText(/is kept here and goes out when the host is back/)).toBeTruthy();
  });

  test('what was dropped is sent again under its id; what was refused goes back to be changed', () => {
    const room = open(host, { commands: [sent({ state: 'dropped', droppedBecause: 'too old' })] });
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(room.calls).toEqual(['retry c1']);
    room.change({ commands: [sent({ state: 'unknown' })] });
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    expect(field().value).toBe('go on');
    expect(room.calls).toEqual(['retry c1', 'dismiss c1']);
  });

  test('a prompt that comes back without its pictures says so before', () => {
    const attachment = { kind: 'image' as const, name: 'a.png', mimeType: 'image/png', blob: 'b', len: 1, hash: 'h' };
    const { command, ...refused } = sent({ state: 'rejected', outcome: { state: 'rejected', code: 'disk_full' } });
    open(host, {
      commands: [{ ...refused, command: { ...command, attachments: [attachment] } }] as RoomView['commands'],
    });
    expect(screen.queryByRole('button', { name: 'Put back to change' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Put back without its pictures' }));
    expect(field().value).toBe('go on');
  });

  test('all that waits can be seen: the latest at once, the others by a press', () => {
    const commands = Array.from({ length: 7 }, (_, at) => ({
      commandId: as<CommandId>(`c${at}`),
      command: { type: 'chat.post' as const, text: `offline ${at}` },
      state: 'sending' as const,
    }));
    open(host, { liveness: { name: 'not_live', sinceMs: 0, reason: 'socket' }, commands });
    expect(screen.queryByText('offline 2')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '3 more before these' }));
    expect(screen.getByText('offline 0')).toBeTruthy();
  });
});
