'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { PermissionCard } from './permission-card.tsx';
import { PlanReviewCard } from './plan-review-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { useFrontApproval } from './use-front-approval.ts';

const words = strings.approvals;

/** What waits for a person, on top of the desk: one in front, the others behind it in their order. */
export function ApprovalTray() {
  const { front, position, count, goToNext } = useFrontApproval();
  const section = useRef<HTMLElement>(null);
  if (front === undefined) return null;
  const next =
    count > 1 ? (
      <span className="inline-flex items-center gap-1.5">
        <Count value={position} label={words.position(position, count)} />
        <Button look="ghost" size="small" onClick={() => goToNext(1)}>
          {words.next} <KeyHint>N</KeyHint>
        </Button>
      </span>
    ) : null;
  return (
    <section
      ref={section}
      aria-label={words.tray}
      id="approval-tray"
      tabIndex={-1}
      className="max-h-[60dvh] overflow-y-auto px-3 pt-2.5 pb-3 max-sm:max-h-[54dvh] max-sm:px-3.5"
    >
      <CardOf key={front.id} item={front} next={next} newest={count} />
    </section>
  );
}

function CardOf(props: { item: ApprovalItem; next: React.ReactNode; newest: number }) {
  switch (props.item.request.kind) {
    case 'permission':
      return <PermissionCard {...props} />;
    case 'plan_review':
      return <PlanReviewCard {...props} />;
    case 'question':
      return <QuestionCard {...props} />;
  }
}

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
      className="ml-[34px] flex min-h-[26px] cursor-pointer items-center gap-2 text-left text-accent max-sm:ml-0 max-sm:min-h-11"
    >
      <Icon name="shield" />
      {words.pendingRow(item.request.title)}
    </button>
  );
}
