'use client';
import type { ApprovalId } from '@collagility/protocol/ids';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePerson, useRoom } from '../room/room-store.ts';

const words = strings.approvals.meanwhile;

/** For somebody who was still writing: the request is over, and by whom. */
export function DecidedMeanwhile({ approvalId }: { approvalId: ApprovalId }) {
  const resolution = useRoom((view) =>
    view.state?.pendingApprovals.includes(approvalId) === false
      ? view.state.items.findLast((item) => item.kind === 'approval' && item.request.approvalId === approvalId)
      : undefined,
  );
  const by = resolution?.kind === 'approval' ? resolution.resolution?.by : undefined;
  const { name } = usePerson(by);
  if (resolution === undefined) return null;
  return (
    <p role="alert" className="mb-2 flex items-center gap-2 text-12 text-warn">
      <Icon name="warning" size={14} className="flex-none" />
      {by === undefined ? words.over : words.decided(name)} {words.kept}
    </p>
  );
}
