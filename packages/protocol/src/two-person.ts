/** CLG-76: who has to allow a request, and whose word on it counts. The one place, read by the bridge and by every page. */
import type { ParticipantId } from './ids.ts';
import type { ApprovalItem, RoomState } from './state.ts';

/** How many people must allow it, by the room's rule as it is now. */
export function signersNeeded(room: RoomState, { request }: Pick<ApprovalItem, 'request'>): 1 | 2 {
  const isCovered = request.kind === 'permission' && request.risks.includes('destructive');
  return room.isTwoPersonRuleOn === true && isCovered ? 2 : 1;
}

/**
 * Whether this person can be one of two: here, allowed to answer, vouched for by somebody else than a link, and none of
 * their devices in doubt.
 */
export function maySignAsOne(room: RoomState, participantId: ParticipantId): boolean {
  const person = Object.values(room.participants).find((found) => found.participantId === participantId);
  if (person?.state !== 'present' || !person.rights.approve || person.isVouchedFor !== true) return false;
  return Object.values(person.devices).every(({ frozen }) => !frozen);
}

/** Those who allowed it and whose word still counts: somebody who left or lost the right since then is not among them. */
export const signersOf = (room: RoomState, { signatures = [] }: Pick<ApprovalItem, 'signatures'>): ParticipantId[] =>
  signatures.flatMap(({ by }) => (maySignAsOne(room, by) ? [by] : []));
