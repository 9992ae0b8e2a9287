'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { useIsLive } from '../room/room-store.ts';
import { useMedia } from '../room/use-media.ts';
import { AnswerState } from './answer-state.tsx';
import { useAnswering } from './answering.ts';
import { FeedbackDialog } from './approval-dialogs.tsx';
import { ApprovalVotes, useMayVote } from './approval-votes.tsx';
import { useArmed } from './arming.ts';
import { CardBody } from './card-body.tsx';
import { CardHead, OpenLine } from './card-head.tsx';
import { ElidedParts } from './elided-parts.tsx';
import { keyAct } from './permission-card.tsx';
import { RiskChips } from './risk-chips.tsx';
import { ShownBody } from './shown-body.tsx';

const words = strings.approvals;

/** May the agent go on as it proposes? */
export function PlanReviewCard({ item, next, newest }: { item: ApprovalItem; next: ReactNode; newest: number }) {
  const { request } = item;
  const answering = useAnswering(request);
  const mayVote = useMayVote(answering.mayAnswer);
  const isLive = useIsLive();
  const isPhone = useMedia('(max-width: 40em)');
  const isArmed = useArmed(`${request.approvalId}:${newest}`, isLive);
  const [isKeeping, setIsKeeping] = useState(false);
  const canDecide = isArmed && !answering.isLocked && answering.mayAnswer;
  const canAllow = canDecide && answering.elided.isWhole;
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAct(event);
    if (act === undefined || !canDecide || isKeeping) return;
    event.preventDefault();
    if (act === 'allow' && canAllow) answering.allow();
    if (act === 'feedback') setIsKeeping(true);
    if (act === 'deny') answering.deny();
  };
  const accept = (
    <Button
      key="accept"
      look="primary"
      disabled={!canAllow}
      onClick={() => answering.allow()}
      className="max-sm:flex-1"
    >
      {words.plan.accept} <KeyHint>A</KeyHint>
    </Button>
  );
  const keep = (
    <Button key="keep" look="ghost" disabled={!canDecide} onClick={() => setIsKeeping(true)} className="max-sm:flex-1">
      {words.plan.keep} <KeyHint>⇧D</KeyHint>
    </Button>
  );
  const deny = (
    <Button key="deny" look="bad" disabled={!canDecide} onClick={() => answering.deny()}>
      {words.deny} <KeyHint>D</KeyHint>
    </Button>
  );
  return (
    <CardBody title={request.title} onKeyDown={onKeyDown}>
      <CardHead icon="plan" request={request} says={words.plan.proposes} next={next} />
      <div className="my-2 grid gap-2">
        {request.plan === undefined ? (
          <ShownBody shown={request.shown} />
        ) : (
          <ScrollRegion
            label={request.title}
            className="max-h-[38dvh] overflow-y-auto rounded-6 border border-line px-3 py-2"
          >
            <Markdown text={request.plan} />
          </ScrollRegion>
        )}
        <ElidedParts elided={answering.elided} mayAnswer={answering.mayAnswer} />
      </div>
      <div className="mb-2.5 flex flex-wrap items-center gap-1.5 text-12 text-ink-2">
        <RiskChips risks={request.risks} />
        <OpenLine request={request} />
      </div>
      <div className="mb-2 empty:mb-0">
        <ApprovalVotes item={item} mayVote={mayVote} />
      </div>
      {answering.mine === undefined ? null : <AnswerState sent={answering.mine} />}
      {answering.mayAnswer ? (
        <div
          className="stuck-below -mb-3 sticky -bottom-3 flex flex-wrap items-center gap-1.5 bg-raised pt-1 pb-3 max-sm:gap-2"
          title={isLive ? undefined : words.disarmed}
        >
          {/* Yes stands at the left of a desk and under the thumb of a phone, and focus goes as they stand. */}
          {isPhone ? [deny, keep, accept] : [accept, <span key="gap" className="flex-1" />, keep, deny]}
        </div>
      ) : (
        <p className="text-12 text-ink-3">{words.cannot}</p>
      )}
      {isKeeping ? (
        <FeedbackDialog request={request} answering={answering} isLive={isLive} onClose={() => setIsKeeping(false)} />
      ) : null}
    </CardBody>
  );
}
