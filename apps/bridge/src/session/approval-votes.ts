import type { CommandOf } from '@collagility/protocol/commands';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { CommandId } from '@collagility/protocol/ids';
import { done, type EngineContext, type EngineState, rejected, type Step, terminalMemberId } from './engine-state.ts';

/** What somebody thinks of a request, told to those who decide. It decides nothing. */
export function voteOnApproval(
  state: EngineState,
  { sender }: { sender: CommandSender; commandId: CommandId },
  { approvalId, vote, signed }: CommandOf<'approval.vote'>,
  { room }: EngineContext,
): Step {
  const item = room.items.findLast((found) => found.kind === 'approval' && found.request.approvalId === approvalId);
  if (item?.kind !== 'approval') return rejected(state, 'no_such_object');
  if (item.resolution !== undefined) return rejected(state, 'already_resolved');
  const { memberId, participantId: by } = sender;
  const word = memberId === terminalMemberId ? {} : { signed: { memberId, ...signed, extra: '' } };
  const { agentId } = item.request;
  return {
    state,
    events: [{ type: 'approval.voted', agentId, approvalId, by, vote, ...word }],
    effects: [],
    outcome: done,
  };
}
