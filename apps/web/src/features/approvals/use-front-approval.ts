'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { useMemo } from 'react';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

/** Pending approvals in their order; the one in front stays there when a new one arrives behind it. */
export function useFrontApproval() {
  const items = useRoom((view) => view.state?.items);
  const pending = useRoom((view) => view.state?.pendingApprovals);
  const { approvalId, bringForward } = useRoomUi();
  return useMemo(() => {
    const ids = pending ?? [];
    const found = ids.flatMap((id) => {
      const item = items?.findLast(
        (each): each is ApprovalItem => each.kind === 'approval' && each.request.approvalId === id,
      );
      return item === undefined ? [] : [item];
    });
    const at = Math.max(
      0,
      found.findIndex((item) => item.request.approvalId === approvalId),
    );
    const goToNext = (step: 1 | -1) => {
      const next = found[(at + step + found.length) % found.length];
      if (next !== undefined) bringForward(next.request.approvalId);
    };
    return { front: found[at], position: at + 1, count: found.length, goToNext };
  }, [items, pending, approvalId, bringForward]);
}
