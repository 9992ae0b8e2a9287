/** Rights, the driver's seat and standing permissions as the pictures show them. */
import { as, type MemberId, type ParticipantId, type RuleId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { approvalId, claude, guestA, guestB, guestC, host, type Told } from './rooms.ts';

export const ruled: Told[] = [
  { type: 'room.two_person_set', on: true, by: host },
  {
    type: 'approval.rule_added',
    agentId: claude,
    ruleId: as<RuleId>('r1'),
    scope: 'session',
    toolName: 'Bash',
    match: 'pnpm vitest run test/deliver.test.ts',
    by: host,
  },
  {
    type: 'approval.rule_added',
    agentId: claude,
    ruleId: as<RuleId>('r2'),
    scope: 'rule',
    toolName: 'Bash',
    match: 'pnpm vitest run *',
    by: host,
  },
];

/** A second device, a driver, and somebody who was blocked. */

/** What the bridge gives with the driver's seat. */
export const drivingRights = (participantId: ParticipantId): Told[] => [
  {
    type: 'member.rights_changed',
    participantId,
    role: 'co-driver',
    rights: { ...rightsOfRole['co-driver'], prompt: 'run', approve: true },
    by: host,
    withSeat: true,
  },
];

export const peopleMoved: Told[] = [
  {
    type: 'member.joined',
    memberId: as<MemberId>('m-a-phone'),
    participantId: guestA,
    devicePk: '5e'.repeat(32),
    name: 'Ada',
    role: 'co-driver',
    rights: { ...rightsOfRole['co-driver'], approve: true },
    color: 1,
    how: 'lobby',
    inMemory: true,
  },
  { type: 'member.removed', memberId: as<MemberId>('m-p-c'), participantId: guestC, by: host, blocked: true },
  ...drivingRights(guestB),
  { type: 'room.driver_changed', participantId: guestB, before: rightsOfRole['co-driver'], by: host },
];

export const votes: Told[] = [
  { type: 'approval.voted', agentId: claude, approvalId: approvalId('a1'), by: guestB, vote: 'down' },
  { type: 'approval.voted', agentId: claude, approvalId: approvalId('a1'), by: guestC, vote: 'up' },
];
