'use client';
import type { RoomEventOf } from '@collagility/protocol/events';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useIsLive } from '../room/room-store.ts';
import { useMedia } from '../room/use-media.ts';
import type { Answering } from './answering.ts';

const words = strings.approvals;
export type AnswerDialog = 'rule' | 'edit' | 'feedback' | 'lasting';

type Props = {
  request: RoomEventOf<'approval.requested'>;
  answering: Answering;
  isForTwo: boolean;
  allowWord: string;
  canAllow: boolean;
  canDecide: boolean;
  onOpen: (dialog: AnswerDialog) => void;
};

/** The answers to a request. Yes stands at the left of a desk and under the thumb of a phone, and focus goes as they stand. */
export function PermissionAnswers(props: Props) {
  const isLive = useIsLive();
  const isPhone = useMedia('(max-width: 40em)');
  return (
    <div
      className="stuck-below -mb-3 sticky -bottom-3 flex flex-wrap items-center gap-1.5 bg-raised pt-1 pb-3 max-sm:gap-2 sm:@max-[580px]/desk:gap-1 sm:@max-[580px]/desk:[&_button]:px-[7px]"
      title={isLive ? undefined : words.disarmed}
    >
      {isPhone ? <InHand {...props} /> : <AtDesk {...props} />}
    </div>
  );
}

function AtDesk({ request, answering, isForTwo, allowWord, canAllow, canDecide, onOpen }: Props) {
  return (
    <>
      <Button look="primary" disabled={!canAllow} onClick={() => answering.allow()}>
        {allowWord} <KeyHint>A</KeyHint>
      </Button>
      {answering.mayKeepRule ? (
        <Button disabled={!canAllow} onClick={() => onOpen('rule')}>
          {words.allowSession}
        </Button>
      ) : null}
      {request.mayEdit && !isForTwo ? (
        <Button
          disabled={!canAllow || !answering.mayEdit}
          title={answering.mayEdit ? undefined : words.hiddenNoEdit}
          onClick={() => onOpen('edit')}
        >
          {words.edit} <KeyHint>E</KeyHint>
        </Button>
      ) : null}
      {answering.mayChooseLasting ? (
        <Button look="ghost" disabled={!canDecide} title={words.lasting.open} onClick={() => onOpen('lasting')}>
          {words.lasting.short}
        </Button>
      ) : null}
      {/* Both ways to say no stay together where the row wraps. */}
      <span className="ml-auto flex items-center gap-1.5 @max-[580px]/desk:gap-1">
        {request.mayGiveFeedback ? (
          <Button look="ghost" disabled={!canDecide} onClick={() => onOpen('feedback')}>
            {words.denyFeedback} <KeyHint>⇧D</KeyHint>
          </Button>
        ) : null}
        <Button look="bad" disabled={!canDecide} onClick={() => answering.deny()}>
          {words.deny} <KeyHint>D</KeyHint>
        </Button>
      </span>
    </>
  );
}

function InHand(props: Props) {
  const { request, answering, allowWord, canAllow, canDecide } = props;
  return (
    <>
      <Button look="bad" disabled={!canDecide} onClick={() => answering.deny()} className="flex-1">
        {words.deny}
      </Button>
      <Button look="primary" disabled={!canAllow} onClick={() => answering.allow()} className="flex-1">
        {allowWord}
      </Button>
      <Menu
        label={words.more}
        disabled={!canDecide}
        className="w-12"
        heading={request.title}
        items={furtherAnswers(props)}
      >
        <Icon name="more" />
      </Menu>
    </>
  );
}

function furtherAnswers({ request, answering, isForTwo, allowWord, canAllow, onOpen }: Props): MenuItem[] {
  return [
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
      detail: isForTwo ? words.two.noRule : answering.mayKeepRule ? words.allowSessionDetail : words.hostOnlyRule,
      icon: 'shield',
      disabled: !canAllow || !answering.mayKeepRule,
      onSelect: () => onOpen('rule'),
    },
    {
      id: 'edit',
      label: words.editAllow,
      detail: isForTwo ? words.two.noRule : words.editDetail,
      icon: 'pencil',
      disabled: !canAllow || !answering.mayEdit,
      onSelect: () => onOpen('edit'),
    },
    ...(answering.mayChooseLasting
      ? [
          {
            id: 'lasting',
            label: words.lasting.open,
            detail: words.lasting.detail,
            icon: 'clock' as const,
            onSelect: () => onOpen('lasting'),
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
      onSelect: () => onOpen('feedback'),
    },
    { id: 'deny', label: words.deny, icon: 'cross', tone: 'bad', onSelect: () => answering.deny() },
  ];
}
