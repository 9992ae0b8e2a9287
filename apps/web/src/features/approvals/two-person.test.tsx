import { as, type ParticipantId } from '@collagility/protocol/ids';
import type { ApprovalItem } from '@collagility/protocol/state';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  approvalId,
  claude,
  fold,
  guestA,
  guestB,
  guestC,
  host,
  opening,
  people,
  type Told,
  viewOf,
} from '../../../shots/rooms.ts';
import { asking } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RulesDialog } from '../people/rules-dialog.tsx';
import { armDelayMs } from './arming.ts';
import { PermissionCard } from './permission-card.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

const twoPeople: Told = { type: 'room.two_person_set', on: true, by: host };
const destructive = { ...asking, risks: ['execute', 'destructive'] } as Told;
const signedBy = (by: ParticipantId): Told => ({
  type: 'approval.signed',
  agentId: claude,
  approvalId: approvalId('a1'),
  by,
});
const voted = (by: ParticipantId, vote: 'up' | 'down'): Told => ({
  type: 'approval.voted',
  agentId: claude,
  approvalId: approvalId('a1'),
  by,
  vote,
});

function open(me: ParticipantId, ...more: Told[]) {
  const state = fold([...opening, ...people, ...more]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item === undefined) throw new Error('nothing asks');
  const room = new TestRoom(viewOf(state, me));
  room.render(<PermissionCard item={item} next={null} newest={1} />);
  act(() => vi.advanceTimersByTime(armDelayMs));
  return room;
}
const isDisabled = (name: RegExp) => screen.getByRole('button', { name }).hasAttribute('disabled');

describe('a request for two people', () => {
  test('[CLG-76] says how many signed and who may, and offers neither a rule nor an edit', () => {
    const room = open(host, twoPeople, destructive);
    expect(screen.getByText('Two people: 0 of 2')).toBeTruthy();
    expect(screen.getAllByText('Ada or you may sign')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Allow for session…' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Sign as first of two/ }));
    expect(room.sent).toMatchObject([{ type: 'approval.answer', decision: 'allow' }]);
  });

  test('[CLG-76] whoever signed cannot sign again, and can still deny', () => {
    open(host, twoPeople, destructive, signedBy(host));
    expect(screen.getByText('Two people: 1 of 2')).toBeTruthy();
    expect(screen.getByText('Hana signed')).toBeTruthy();
    expect(isDisabled(/^Sign as second/)).toBe(true);
    expect(isDisabled(/^Deny$/)).toBe(false);
    expect(screen.getByText(/runs when a second person signs/)).toBeTruthy();
  });

  test('[CLG-76] the second one signs as second', () => {
    const room = open(guestA, twoPeople, destructive, signedBy(host));
    fireEvent.click(screen.getByRole('button', { name: /^Sign as second/ }));
    expect(room.sent).toMatchObject([{ decision: 'allow' }]);
  });

  test('[CLG-76] a request that is not destructive, and one without the rule, need one', () => {
    open(host, twoPeople, asking);
    expect(screen.getByRole('button', { name: /^Allow once/ })).toBeTruthy();
  });

  test('alone, it says that nobody else can sign', () => {
    const state = fold([...opening, twoPeople, destructive]);
    const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
    if (item === undefined) throw new Error('nothing asks');
    new TestRoom(viewOf(state, host)).render(<PermissionCard item={item} next={null} newest={1} />);
    expect(screen.getByText(/Only one person here can sign/)).toBeTruthy();
  });
});

describe('votes on a request', () => {
  test('are for those who may not decide, and go out as such', () => {
    const room = open(guestC, asking, voted(guestB, 'down'));
    fireEvent.click(screen.getByRole('button', { name: 'For 0' }));
    expect(room.sent).toEqual([{ type: 'approval.vote', approvalId: approvalId('a1'), vote: 'up' }]);
    expect(screen.getByRole('button', { name: 'Against 1' }).getAttribute('title')).toBe('Ben');
  });

  test('pressed again it is taken back', () => {
    const room = open(guestC, asking, voted(guestC, 'up'));
    const mine = screen.getByRole('button', { name: 'For 1' });
    expect(mine.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(mine);
    expect(room.sent).toMatchObject([{ vote: 'none' }]);
  });

  test('whoever decides sees them by name and has no vote', () => {
    open(host, asking, voted(guestB, 'down'), voted(guestC, 'up'));
    expect(screen.getByText('Cleo would allow it')).toBeTruthy();
    expect(screen.getByText('Ben would not')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^For/ })).toBeNull();
  });
});

describe('rules', () => {
  const dialog = () => screen.getByRole('dialog', { name: 'Allow for the session' });
  test('a pattern is checked against what asks, and a wide one is said to be wide', () => {
    const room = open(host, asking);
    fireEvent.click(screen.getByRole('button', { name: 'Allow for session…' }));
    fireEvent.click(screen.getByRole('radio', { name: 'A pattern' }));
    const field = screen.getByLabelText('Pattern');
    const save = () => screen.getByRole('button', { name: 'Allow and save rule' });
    fireEvent.change(field, { target: { value: 'cargo *' } });
    expect(dialog().textContent).toContain('does not match the request that asks now');
    expect(save().hasAttribute('disabled')).toBe(true);
    // What asks is a chain: a star never takes one.
    fireEvent.change(field, { target: { value: '*' } });
    expect(save().hasAttribute('disabled')).toBe(true);
    expect(room.sent).toEqual([]);
  });

  test('the two-person rule is the host’s to set, and everybody sees it', () => {
    const room = new TestRoom(viewOf(fold([...opening, ...people]), host));
    const view = room.render(<RulesDialog onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('checkbox'));
    expect(room.sent).toEqual([{ type: 'room.set_two_person', on: true }]);
    view.unmount();
    new TestRoom(viewOf(fold([...opening, ...people, twoPeople]), guestA)).render(
      <RulesDialog onClose={() => undefined} />,
    );
    const box = screen.getByRole('checkbox');
    expect([box.hasAttribute('disabled'), box instanceof HTMLInputElement && box.checked]).toEqual([true, true]);
  });
});

test('a decision of two stands under both names', async () => {
  const { ApprovalRecord } = await import('./approval-record.tsx');
  const resolved: Told = {
    type: 'approval.resolved',
    agentId: claude,
    approvalId: approvalId('a1'),
    outcome: 'allowed',
    scope: 'once',
    by: guestA,
    alsoBy: host,
  };
  const state = fold([...opening, ...people, twoPeople, destructive, signedBy(host), resolved]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item?.resolution === undefined) throw new Error('not decided');
  new TestRoom(viewOf(state, as<ParticipantId>('p-c'))).render(
    <ApprovalRecord item={item} resolution={item.resolution} />,
  );
  expect(screen.getByText('Hana + Ada')).toBeTruthy();
  expect(screen.getByText(/Allowed by two people/)).toBeTruthy();
});
