'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { useMemo } from 'react';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

/**
 * Pending approvals in their order; the one in front stays there when a new one arrives behind it, and while somebody
 * writes in it: words must not be lost, and none of their letters be a key of the next one, when others decide.
 */
export function useFrontApproval() {
  const items = useRoom((view) => view.state?.items);
  const pending = useRoom((view) => view.state?.pendingApprovals);
  const me = useRoom((view) => view.me?.participantId);
  const { approvalId, writtenApprovalId, bringForward } = useRoomUi();
  return useMemo(() => {
    const ids = pending ?? [];
    const found = ids.flatMap((id) => {
      const item = items?.findLast(
        (each): each is ApprovalItem => each.kind === 'approval' && each.request.approvalId === id,
      );
      return item === undefined ? [] : [item];
    });
    const written = items?.findLast(
      (each): each is ApprovalItem => each.kind === 'approval' && each.request.approvalId === writtenApprovalId,
    );
    const isHeld = written?.resolution !== undefined && written.resolution.by !== me;
    const at = Math.max(
      0,
      found.findIndex((item) => item.request.approvalId === approvalId),
    );
    const goToNext = (step: 1 | -1) => {
      const next = found[(at + step + found.length) % found.length];
      if (next !== undefined) bringForward(next.request.approvalId);
    };
    const front = isHeld ? written : found[at];
    return { front, position: at + 1, count: isHeld ? 1 : found.length, goToNext };
  }, [items, pending, approvalId, writtenApprovalId, me, bringForward]);
}
