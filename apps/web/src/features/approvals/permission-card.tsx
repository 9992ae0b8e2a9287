'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Chip } from '../../ui/chip.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { useIsLive } from '../room/room-store.ts';
import { AnswerState } from './answer-state.tsx';
import { useAnswering } from './answering.ts';
import { EditDialog, FeedbackDialog } from './approval-dialogs.tsx';
import { ApprovalVotes, useMayVote } from './approval-votes.tsx';
import { useArmed } from './arming.ts';
import { CardBody } from './card-body.tsx';
import { CardHead, OpenLine } from './card-head.tsx';
import { ElidedParts } from './elided-parts.tsx';
import { LastingAnswersDialog } from './lasting-answers-dialog.tsx';
import { type AnswerDialog, PermissionAnswers } from './permission-answers.tsx';
import { RevealHidden } from './reveal-hidden.tsx';
import { RiskChips } from './risk-chips.tsx';
import { SessionRuleDialog } from './session-rule-dialog.tsx';
import { readShown } from './shown.ts';
import { ShownBody } from './shown-body.tsx';
import { TwoLines } from './two-lines.tsx';
import { useSigning } from './use-signing.ts';

const words = strings.approvals;

/** May this run? What runs comes first, then where, what it risks, who may sign; the buttons last. */
export function PermissionCard({ item, next, newest }: { item: ApprovalItem; next: ReactNode; newest: number }) {
  const { request } = item;
  const signing = useSigning(item);
  const isForTwo = signing.needed === 2;
  const answering = useAnswering(request, { isForTwo, haveISigned: signing.haveISigned });
  const mayVote = useMayVote(answering.mayAnswer);
  const isLive = useIsLive();
  const isArmed = useArmed(`${request.approvalId}:${newest}`, isLive);
  const [dialog, setDialog] = useState<AnswerDialog | 'none'>('none');
  const shown = readShown(request.shown);
  const canDecide = isArmed && !answering.isLocked && answering.mayAnswer;
  const canAllow = canDecide && answering.elided.isWhole && (!isForTwo || (signing.canIBeOne && !signing.haveISigned));
  const allowWord = !isForTwo ? words.allowOnce : signing.signed.length === 0 ? words.two.first : words.two.second;

  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAct(event);
    if (act === undefined || !canDecide || dialog !== 'none') return;
    event.preventDefault();
    if (act === 'allow' && canAllow) answering.allow();
    if (act === 'rule' && canAllow && answering.mayKeepRule) setDialog('rule');
    if (act === 'edit' && canAllow && answering.mayEdit) setDialog('edit');
    if (act === 'deny') answering.deny();
    if (act === 'feedback' && request.mayGiveFeedback) setDialog('feedback');
  };
  const close = () => setDialog('none');
  const dialogProps = { request, answering, onClose: close, isLive };

  return (
    <CardBody title={request.title} onKeyDown={onKeyDown}>
      <CardHead icon={iconOf(request.risks, shown.body.kind)} request={request} cwd={shown.cwd} next={next} />
      <div className="my-2 grid gap-2">
        <ShownBody shown={request.shown} />
        <ElidedParts elided={answering.elided} mayAnswer={answering.mayAnswer} />
      </div>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-12 text-ink-2">
        <span className="flex flex-wrap items-center gap-1.5 empty:hidden">
          <RiskChips risks={request.risks} />
          <RevealHidden request={request} />
          {request.expiresAtMs === undefined ? null : (
            <Chip icon="clock">{words.expires(clock(request.expiresAtMs))}</Chip>
          )}
        </span>
        {isForTwo ? null : <OpenLine request={request} />}
      </div>
      {isForTwo ? <TwoLines item={item} signing={signing} /> : null}
      <div className="mt-2 mb-2 empty:my-0">
        <ApprovalVotes item={item} mayVote={mayVote} />
      </div>
      {isForTwo && answering.mayAnswer ? (
        <TwoNote haveISigned={signing.haveISigned} canIBeOne={signing.canIBeOne} />
      ) : null}
      {answering.mine === undefined ? null : <AnswerState sent={answering.mine} />}
      {answering.mayAnswer ? (
        <PermissionAnswers
          request={request}
          answering={answering}
          isForTwo={isForTwo}
          allowWord={allowWord}
          canAllow={canAllow}
          canDecide={canDecide}
          onOpen={setDialog}
        />
      ) : (
        <p className="text-12 text-ink-3">{words.cannot}</p>
      )}
      {dialog === 'rule' ? <SessionRuleDialog {...dialogProps} /> : null}
      {dialog === 'lasting' ? <LastingAnswersDialog {...dialogProps} /> : null}
      {dialog === 'edit' ? <EditDialog {...dialogProps} /> : null}
      {dialog === 'feedback' ? <FeedbackDialog {...dialogProps} /> : null}
    </CardBody>
  );
}

function TwoNote({ haveISigned, canIBeOne }: { haveISigned: boolean; canIBeOne: boolean }) {
  if (canIBeOne && !haveISigned) return null;
  return (
    <p role="status" className={`mb-1 text-12 ${haveISigned ? 'text-accent' : 'text-warn'}`}>
      {haveISigned ? words.two.mine : words.two.cannotBeOne}
    </p>
  );
}

function iconOf(risks: readonly string[], kind: string): IconName {
  if (risks.includes('destructive')) return 'warning';
  if (kind === 'command') return 'terminal';
  return kind === 'edit' || kind === 'write' ? 'pencil' : 'shield';
}

type KeyAct = 'allow' | 'rule' | 'edit' | 'deny' | 'feedback';

/** Single keys count only inside the card, outside of text fields, without other modifiers. */
export function keyAct(event: KeyboardEvent): KeyAct | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return undefined;
  const target = event.target;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [role=menu]') !== null)
    return undefined;
  const key = event.key.toLowerCase();
  if (key === 'a') return event.shiftKey ? 'rule' : 'allow';
  if (key === 'd') return event.shiftKey ? 'feedback' : 'deny';
  return key === 'e' && !event.shiftKey ? 'edit' : undefined;
}
