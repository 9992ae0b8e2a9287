'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useFrontApproval } from './use-front-approval.ts';

const PermissionCard = lazyPart(async () => (await import('./permission-card.tsx')).PermissionCard);
const PlanReviewCard = lazyPart(async () => (await import('./plan-review-card.tsx')).PlanReviewCard);
const QuestionCard = lazyPart(async () => (await import('./question-card.tsx')).QuestionCard);

const words = strings.approvals;

/** What waits for a person, on top of the desk: one in front, the others behind it in their order. */
export function ApprovalTray() {
  const { front, position, count, goToNext } = useFrontApproval();
  if (front === undefined) return null;
  const next =
    count > 1 ? (
      <span className="inline-flex items-center gap-1.5">
        <span className="text-12 text-ink-2 tabular-nums">{words.position(position, count)}</span>
        <Button look="ghost" size="small" onClick={() => goToNext(1)}>
          {words.next} <KeyHint>N</KeyHint>
        </Button>
      </span>
    ) : null;
  return (
    <section
      aria-label={words.tray}
      data-kept-whole=""
      // What is written in it stays clear of the answers, which stick to its lower edge.
      className="max-h-[60dvh] min-h-[120px] scroll-pb-18 overflow-y-auto px-3 pt-2.5 pb-3 max-sm:max-h-[calc(var(--viewport-height,100dvh)*0.54)] max-sm:px-3.5 [[data-low]_&]:max-h-[calc(var(--viewport-height,100dvh)*0.4)]"
    >
      <Suspense fallback={<div className="min-h-[120px]" />}>
        <CardOf key={front.id} item={front} next={next} newest={count} />
      </Suspense>
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
