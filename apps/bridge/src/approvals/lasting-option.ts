import type { ApprovalExtra } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { NativeOption } from '@collagility/protocol/events';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { PendingApproval } from './pending-approval.ts';

type Open = Pick<PendingApproval, 'nativeOptions'>;

/** The agent's own lasting answer that this one names, as it was shown. */
export const lastingOptionOf = ({ nativeOptions }: Open, { optionId }: ApprovalExtra): NativeOption | undefined =>
  nativeOptions?.find((option) => option.optionId === optionId);

/**
 * CLG-77: what the agent would keep by itself is the host's alone, must be one of what was shown, say the same as the
 * decision, and stand alone. Nobody can take it back in the room, so where two people must allow, it is for nobody.
 */
export function lastingTrouble(
  open: Open,
  { rights }: Pick<CommandSender, 'rights'>,
  { decision }: { decision: 'allow' | 'deny' },
  extra: ApprovalExtra,
  needsTwoPeople: boolean,
): { code: CommandErrorCode; detail?: string } | undefined {
  if (extra.optionId === undefined) return undefined;
  if (!rights.manage) return { code: 'right', detail: 'The agent’s own lasting answers are the host’s.' };
  const option = lastingOptionOf(open, extra);
  const isAlone = extra.scope === 'once' && extra.updatedInput === undefined && extra.answers === undefined;
  if (option?.decision !== decision || !isAlone) return { code: 'not_supported' };
  return needsTwoPeople && decision === 'allow' ? { code: 'two_people' } : undefined;
}
