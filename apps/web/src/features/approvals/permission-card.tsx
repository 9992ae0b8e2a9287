'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Menu } from '../../ui/menu.tsx';
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
import { RevealHidden } from './reveal-hidden.tsx';
import { RiskChips } from './risk-chips.tsx';
import { SessionRuleDialog } from './session-rule-dialog.tsx';
import { readShown } from './shown.ts';
import { ShownBody } from './shown-body.tsx';
import { TwoLines } from './two-lines.tsx';
import { useSigning } from './use-signing.ts';

const words = strings.approvals;
type OpenDialog = 'none' | 'rule' | 'edit' | 'feedback' | 'lasting';

/** May this run? What runs comes first, then where, what it risks, who may sign; the buttons last. */
export function PermissionCard({ item, next, newest }: { item: ApprovalItem; next: ReactNode; newest: number }) {
  const { request } = item;
  const signing = useSigning(item);
  const isForTwo = signing.needed === 2;
  const answering = useAnswering(request, { isForTwo, haveISigned: signing.haveISigned });
  const mayVote = useMayVote(answering.mayAnswer);
  const isLive = useIsLive();
  const isArmed = useArmed(`${request.approvalId}:${newest}`, isLive);
  const [dialog, setDialog] = useState<OpenDialog>('none');
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
  const dialogProps = { request, answering, onClose: close, isArmed: isLive };

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
        <div
          className="stuck-below -mb-3 sticky -bottom-3 flex flex-wrap items-center gap-1.5 bg-raised pt-1 pb-3 max-sm:gap-2 sm:@max-[580px]/desk:gap-1 sm:@max-[580px]/desk:[&_button]:px-[7px]"
          title={isLive ? undefined : words.disarmed}
        >
          <Button
            look="primary"
            disabled={!canAllow}
            onClick={() => answering.allow()}
            className="max-sm:order-2 max-sm:flex-1"
          >
            {allowWord} <KeyHint>A</KeyHint>
          </Button>
          {answering.mayKeepRule ? (
            <Button disabled={!canAllow} onClick={() => setDialog('rule')} className="max-sm:hidden">
              {words.allowSession}
            </Button>
          ) : null}
          {request.mayEdit && !isForTwo ? (
            <Button
              disabled={!canAllow || !answering.mayEdit}
              title={answering.mayEdit ? undefined : words.hiddenNoEdit}
              onClick={() => setDialog('edit')}
              className="max-sm:hidden"
            >
              {words.edit} <KeyHint>E</KeyHint>
            </Button>
          ) : null}
          {answering.mayChooseLasting ? (
            <Button
              look="ghost"
              disabled={!canDecide}
              title={words.lasting.open}
              onClick={() => setDialog('lasting')}
              className="max-sm:hidden"
            >
              {words.lasting.short}
            </Button>
          ) : null}
          {/* Both ways to say no stay together where the row wraps. */}
          <span className="ml-auto flex items-center gap-1.5 max-sm:contents sm:@max-[580px]/desk:gap-1">
            {request.mayGiveFeedback ? (
              <Button
                look="ghost"
                disabled={!canDecide}
                onClick={() => setDialog('feedback')}
                className="max-sm:hidden"
              >
                {words.denyFeedback} <KeyHint>⇧D</KeyHint>
              </Button>
            ) : null}
            <Button
              look="bad"
              disabled={!canDecide}
              onClick={() => answering.deny()}
              className="max-sm:order-1 max-sm:flex-1"
            >
              {words.deny} <KeyHint>D</KeyHint>
            </Button>
          </span>
          <span className="hidden max-sm:order-3 max-sm:inline-flex">
            <Menu
              label={words.more}
              disabled={!canDecide}
              className="w-12"
              heading={request.title}
              items={[
                {
                  id: 'allow',
                  label: allowWord,
                  detail: words.allowOnceDetail,
                  icon: 'check',
                  tone: 'accent',
                  disabled: !canAllow,
                  onSelect: () => answering.allow(),
                },
                {
                  id: 'rule',
                  label: words.allowSession,
                  detail: isForTwo
                    ? words.two.noRule
                    : answering.mayKeepRule
                      ? words.allowSessionDetail
                      : words.hostOnlyRule,
                  icon: 'shield',
                  disabled: !canAllow || !answering.mayKeepRule,
                  onSelect: () => setDialog('rule'),
                },
                {
                  id: 'edit',
                  label: words.editAllow,
                  detail: isForTwo ? words.two.noRule : words.editDetail,
                  icon: 'pencil',
                  disabled: !canAllow || !answering.mayEdit,
                  onSelect: () => setDialog('edit'),
                },
                ...(answering.mayChooseLasting
                  ? [
                      {
                        id: 'lasting',
                        label: words.lasting.open,
                        detail: words.lasting.detail,
                        icon: 'clock' as const,
                        onSelect: () => setDialog('lasting'),
                      },
                    ]
                  : []),
                {
                  id: 'feedback',
                  label: words.denyFeedback,
                  detail: words.denyFeedbackDetail,
                  icon: 'chat',
                  tone: 'bad',
                  disabled: !request.mayGiveFeedback,
                  onSelect: () => setDialog('feedback'),
                },
                { id: 'deny', label: words.deny, icon: 'cross', tone: 'bad', onSelect: () => answering.deny() },
              ]}
            >
              <Icon name="more" />
            </Menu>
          </span>
        </div>
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
