import type { ApprovalItem } from '@collagility/protocol/state';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { approvalId, claude, fold, guestA, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { asking } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { ApprovalRecord } from './approval-record.tsx';

function open(kind: 'permission' | 'question' | 'plan_review', outcome: 'allowed' | 'denied') {
  const resolved = { type: 'approval.resolved', agentId: claude, approvalId: approvalId('a1'), outcome, by: guestA };
  const state = fold([...opening, ...people, { ...asking, kind } as Told, resolved as Told]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item?.resolution === undefined) throw new Error('nothing was decided');
  new TestRoom(viewOf(state, guestA)).render(<ApprovalRecord item={item} resolution={item.resolution} />);
}

describe('the record of a decision', () => {
  test.each([
    ['permission', 'allowed', 'Allowed', /^Allowed once at/],
    ['permission', 'denied', 'Did not run', /^Denied at/],
    ['question', 'allowed', 'Answered', /^Answered at/],
    ['question', 'denied', 'Skipped', /^Skipped at/],
    ['plan_review', 'allowed', 'Accepted', /^Accepted at/],
    ['plan_review', 'denied', 'Not accepted', /^Not accepted at/],
  ] as const)('a %s that was %s is called “%s”', (kind, outcome, title, under) => {
    open(kind, outcome);
    expect(screen.getByRole('article', { name: title })).toBeTruthy();
    expect(screen.getByText(under)).toBeTruthy();
  });
});
