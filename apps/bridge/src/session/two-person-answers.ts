import type { ApprovalExtra } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { ParticipantId } from '@collagility/protocol/ids';
import { isRecord } from '@collagility/protocol/is-record';
import type { ApprovalItem, RoomState } from '@collagility/protocol/state';
import { maySignAsOne, signersNeeded, signersOf } from '@collagility/protocol/two-person';
import type { PendingApproval } from '../approvals/pending-approval.ts';
import type { EngineContext } from './engine-state.ts';
import { parseJson } from './parse-json.ts';

/** The card of a request, pending or decided. */
export function approvalItem(room: RoomState, approvalId: string): ApprovalItem | undefined {
  const item = room.items.findLast((found) => found.kind === 'approval' && found.request.approvalId === approvalId);
  return item?.kind === 'approval' ? item : undefined;
}

/** CLG-76: no rule and no edit stands for two people, and one of them counts once. */
export function twoPersonTrouble(
  { participantId }: CommandSender,
  approvalId: string,
  { toolKind }: PendingApproval,
  { scope, updatedInput }: ApprovalExtra,
  { room, classify }: EngineContext,
): { code: CommandErrorCode; detail?: string } | undefined {
  const item = approvalItem(room, approvalId);
  if (item === undefined || room.isTwoPersonRuleOn !== true) return undefined;
  if (signersNeeded(room, item) === 1) {
    // Else one person could make of a harmless request what two are needed for.
    const changed = updatedInput === undefined ? undefined : parseJson(updatedInput);
    const isDestructive = isRecord(changed) && classify(toolKind, changed).classes.includes('destructive');
    return isDestructive ? { code: 'two_people' } : undefined;
  }
  if (scope !== 'once' || updatedInput !== undefined) return { code: 'two_people' };
  if (!maySignAsOne(room, participantId))
    return { code: 'right', detail: 'Nobody who manages the room has vouched for you, so you cannot be one of two.' };
  return signersOf(room, item).includes(participantId) ? { code: 'already_signed' } : undefined;
}

/** Who signed before, where two had to. */
export function firstOfTwo(
  room: RoomState,
  { participantId }: CommandSender,
  approvalId: string,
): { alsoBy?: ParticipantId } {
  const item = approvalItem(room, approvalId);
  if (item === undefined || signersNeeded(room, item) === 1) return {};
  const alsoBy = signersOf(room, item).find((other) => other !== participantId);
  return alsoBy === undefined ? {} : { alsoBy };
}

/** Whether this allow is the first of two. */
export function isFirstOfTwo(room: RoomState, { participantId }: CommandSender, approvalId: string): boolean {
  const item = approvalItem(room, approvalId);
  if (item === undefined) return false;
  const signed = new Set([...signersOf(room, item), participantId]);
  return signed.size < signersNeeded(room, item);
}
