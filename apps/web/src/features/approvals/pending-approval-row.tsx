'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

const words = strings.approvals;

/** In the transcript only a line: the card itself is on the desk. */
export function PendingApprovalRow({ item }: { item: ApprovalItem }) {
  const ui = useRoomUi();
  const isPending = useRoom((view) => view.state?.pendingApprovals.includes(item.request.approvalId) ?? false);
  if (!isPending) return null;
  return (
    <button
      type="button"
      onClick={() => {
        ui.bringForward(item.request.approvalId);
        document.getElementById('approval-tray')?.focus();
      }}
      className="ml-[34px] flex min-h-[26px] cursor-pointer items-center gap-2 text-left text-accent max-sm:ml-0 hand:min-h-11"
    >
      <Icon name="shield" />
      {words.pendingRow(item.request.title)}
    </button>
  );
}
