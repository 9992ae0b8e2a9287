import { as, type CommandId } from '@collagility/protocol/ids';
import type { ApprovalItem } from '@collagility/protocol/state';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approvalId, fold, guestA, guestC, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { asking, command } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { armDelayMs } from './arming.ts';
import { PermissionCard } from './permission-card.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(me = host, more: object = {}) {
  const state = fold([...opening, ...people, { ...asking, ...more } as Told]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item === undefined) throw new Error('nothing asks');
  const room = new TestRoom(viewOf(state, me));
  const view = room.render(<PermissionCard item={item} next={null} newest={1} />);
  return { room, item, view };
}
const arm = () => act(() => vi.advanceTimersByTime(armDelayMs));
const allow = () => screen.getByRole('button', { name: /^Allow once/ });
const isDisabled = (element: HTMLElement) => element.hasAttribute('disabled');

describe('arming', () => {
  test('buttons that decide are locked for 300 ms after the request appears', () => {
    const { room } = open();
    fireEvent.click(allow());
    act(() => vi.advanceTimersByTime(armDelayMs - 1));
    expect(isDisabled(allow())).toBe(true);
    expect(room.sent).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(isDisabled(allow())).toBe(false);
  });

  test('[CLG-57] they are locked at once while not live, and armed anew after it', () => {
    const { room } = open();
    arm();
    room.change({ liveness: { name: 'not_live', sinceMs: 0, reason: 'silent' } });
    expect(isDisabled(allow())).toBe(true);
    room.change({ liveness: { name: 'live' } });
    expect(isDisabled(allow())).toBe(true);
    arm();
    expect(isDisabled(allow())).toBe(false);
  });

  test('a request that arrives behind it arms it anew', () => {
    const { item, view, room } = open();
    arm();
    view.unmount();
    room.render(<PermissionCard item={item} next={null} newest={2} />);
    expect(isDisabled(allow())).toBe(true);
  });

  test('a press locks it until the host has answered', () => {
    const { room } = open();
    arm();
    fireEvent.click(allow());
    fireEvent.click(allow());
    expect(room.sent).toEqual([
      { type: 'approval.answer', approvalId: approvalId('a1'), decision: 'allow', extra: '{"scope":"once"}' },
    ]);
    expect(isDisabled(allow())).toBe(true);
  });
});

describe('keys', () => {
  test('A allows and D denies while focus is inside', () => {
    const { room } = open();
    arm();
    fireEvent.keyDown(allow(), { key: 'd' });
    expect(room.sent).toMatchObject([{ decision: 'deny' }]);
  });

  test('they do nothing with another modifier, and nothing before it is armed', () => {
    const { room } = open();
    fireEvent.keyDown(allow(), { key: 'a' });
    arm();
    fireEvent.keyDown(allow(), { key: 'a', ctrlKey: true });
    fireEvent.keyDown(allow(), { key: 'a', metaKey: true });
    expect(room.sent).toEqual([]);
  });
});

describe('order', () => {
  const names = () =>
    screen
      .getAllByRole('button')
      .map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim())
      .filter((name) => !/^Next/.test(name));

  test('at a desk yes comes first', () => {
    open();
    expect(names()[0]).toMatch(/^Allow once/);
    expect(names().at(-1)).toMatch(/^Deny/);
  });

  test('on a phone focus goes as the buttons stand: no, yes, the rest', () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(max-width: 40em)', media: query }),
    );
    open();
    expect(names().slice(0, 3)).toEqual(['Deny', 'Allow once', 'More answers']);
    vi.unstubAllGlobals();
  });
});

describe('what is shown and what is signed', () => {
  test('the whole command is there, with invisible characters drawn', () => {
    open(host, { shown: JSON.stringify({ tool: 'Bash', input: { command: 'ls \u202e# safe', timeout: 5 } }) });
    expect(screen.getByText('\\u{202e}')).toBeTruthy();
    expect(screen.getByText('timeout')).toBeTruthy();
    expect(screen.getByText('5')).toBeTruthy();
  });

  test('where it would run stands there, on a phone too', () => {
    open();
    const places = screen.getAllByText('~/parcel-api', { selector: 'header code' });
    expect(places.filter((place) => place.closest('.max-sm\\:hidden') === null)).toHaveLength(1);
  });

  test('the literal rule stands there before it is saved, and only the host may save one', () => {
    const { room } = open();
    arm();
    fireEvent.click(screen.getByRole('button', { name: 'Allow for session…' }));
    const shown = document.querySelectorAll('.exact');
    expect([...shown].filter(({ textContent }) => textContent.includes(command)).length).toBe(2);
    const save = screen.getByRole('button', { name: 'Allow and save rule' });
    // A double click that opened the dialog has not read what it keeps.
    fireEvent.click(save);
    expect(room.sent).toEqual([]);
    arm();
    fireEvent.click(save);
    expect(room.sent).toMatchObject([{ extra: JSON.stringify({ scope: 'session', rule: command }) }]);
  });

  test('[CLG-77] the agent’s own lasting answers stand under what they do, and only the host may choose one', () => {
    const words = 'From then on every edit of this session runs unasked.';
    const always = { optionId: 'proceed_always', label: 'Always', decision: 'allow', reach: 'session', words };
    const { room, view } = open(host, { nativeOptions: [always] });
    arm();
    fireEvent.click(screen.getByRole('button', { name: 'Lasting…' }));
    expect(screen.getByText(`${words} Holds until this session of the agent ends.`)).toBeTruthy();
    const last = screen.getByRole('button', { name: 'Allow, and let it last' });
    fireEvent.click(last);
    expect(room.sent).toEqual([]);
    arm();
    fireEvent.click(last);
    expect(room.sent).toMatchObject([
      { decision: 'allow', extra: JSON.stringify({ scope: 'once', optionId: 'proceed_always' }) },
    ]);
    view.unmount();
    open(guestA, { nativeOptions: [always] });
    expect(screen.queryByRole('button', { name: 'Lasting…' })).toBeNull();
  });

  test('a guest who may answer gets no rule; one who may not gets no buttons', () => {
    const { view } = open(guestA);
    expect(screen.queryByRole('button', { name: 'Allow for session…' })).toBeNull();
    expect(allow()).toBeTruthy();
    view.unmount();
    open(guestC);
    expect(screen.queryByRole('button', { name: /^Allow once/ })).toBeNull();
  });

  test('who is frozen cannot answer, and is not named among those who sign', () => {
    const { room } = open(guestA);
    expect(screen.getByText('Hana or you sign')).toBeTruthy();
    const { me } = room.get();
    if (me === undefined) throw new Error('nobody');
    room.change({ me: { ...me, frozen: true } });
    expect(screen.getByText('Hana signs')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Allow once/ })).toBeNull();
  });

  test('an edited command goes as the whole changed input', () => {
    const { room } = open();
    arm();
    fireEvent.click(screen.getByRole('button', { name: /^Edit/ }));
    fireEvent.change(screen.getByLabelText('Command that runs instead'), { target: { value: 'pnpm test' } });
    fireEvent.click(screen.getByRole('button', { name: 'Allow edited' }));
    const extra = JSON.parse(room.sent[0]?.type === 'approval.answer' ? room.sent[0].extra : '{}');
    expect(extra).toEqual({ scope: 'once', updatedInput: '{"command":"pnpm test"}' });
  });

  test('[CLG-50] what is hidden is shown to a host who asks, on this device, and forgotten when hidden again', () => {
    const { room } = open(host, { hidden: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Show to me' }));
    const [command] = room.sent;
    expect(command).toMatchObject({ type: 'approval.reveal' });
    const outcome = { state: 'done', result: { text: '{"command":"use s3cret"}' } } as const;
    const sent = { commandId: as<CommandId>('c1'), command: command as never, state: 'done', outcome } as const;
    room.change({ commands: [sent] });
    expect(document.body.textContent).toContain('s3cret');
    fireEvent.click(screen.getByRole('button', { name: 'Hide again' }));
    expect(document.body.textContent).not.toContain('s3cret');
    expect(room.calls).toContain('dismiss c1');
  });

  test('[CLG-50] nobody but a host is offered what is hidden', () => {
    open(guestA, { hidden: 2 });
    expect(screen.queryByRole('button', { name: 'Show to me' })).toBeNull();
  });

  test('[CLG-73] hidden values: a guest may not edit; parts left out are opened before it can be allowed', async () => {
    const ref = { blob: '0a'.repeat(16), len: 9, hash: '0b'.repeat(32), head: '', tail: '' };
    const { room } = open(guestA, { hidden: 1, elided: [{ path: 'content', ref }] });
    arm();
    expect(isDisabled(screen.getByRole('button', { name: /^Edit/ }))).toBe(true);
    expect(isDisabled(allow())).toBe(true);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Open all' }));
      await vi.advanceTimersByTimeAsync(1);
    });
    expect(screen.getByText('the whole part')).toBeTruthy();
    fireEvent.click(allow());
    expect(room.sent).toMatchObject([{ extra: JSON.stringify({ scope: 'once', seen: [ref.blob] }) }]);
  });
});

test('who is away does not count among those who see a request', () => {
  const state = fold([...opening, ...people, asking as Told]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item === undefined) throw new Error('nothing asks');
  const presence = { [guestA]: 'idle' as const, [guestC]: 'away' as const };
  new TestRoom({ ...viewOf(state, host), presence }).render(<PermissionCard item={item} next={null} newest={1} />);
  expect(screen.getByText('2 see this')).toBeDefined();
});
