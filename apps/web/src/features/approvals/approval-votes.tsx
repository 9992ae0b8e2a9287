'use client';
import type { ApprovalItem } from '@collagility/protocol/state';
import { useMemo } from 'react';
import { strings } from '../../strings.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useActions, useRoom } from '../room/room-store.ts';

const words = strings.approvals.votes;
const none: Record<string, never> = {};

/** Names of those who voted each way, for who decides; people who are gone are left out. */
function useVoters(votes: ApprovalItem['votes']) {
  const people = useRoom((view) => view.state?.participants) ?? none;
  return useMemo(() => {
    const names = (way: 'up' | 'down') =>
      Object.values(people).flatMap((person) =>
        votes?.[person.participantId] === way && person.state === 'present' ? [person.name] : [],
      );
    return { up: names('up'), down: names('down') };
  }, [people, votes]);
}

/** What those think who may not decide; whoever may not decide says it here. */
export function ApprovalVotes({ item, mayVote }: { item: ApprovalItem; mayVote: boolean }) {
  const actions = useActions();
  const me = useRoom((view) => view.me?.participantId);
  const { up, down } = useVoters(item.votes);
  const { approvalId } = item.request;
  const mine = me === undefined ? undefined : item.votes?.[me];
  const vote = (way: 'up' | 'down') =>
    actions.send({ type: 'approval.vote', approvalId, vote: mine === way ? 'none' : way });
  if (!mayVote) {
    if (up.length + down.length === 0) return null;
    return (
      <ul aria-label={words.label} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2">
        <Said icon="check" text={words.upBy(up)} count={up.length} />
        <Said icon="cross" text={words.downBy(down)} count={down.length} />
      </ul>
    );
  }
  return (
    <fieldset className="m-0 flex flex-wrap max-sm:[&>button]:basis-[40%] items-center gap-2 border-0 p-0">
      <legend className="float-left mr-1 text-12 text-ink-3 max-sm:w-full">{words.mine}</legend>
      <VoteButton icon="check" label={words.up(up.length)} names={up} isOn={mine === 'up'} onPress={() => vote('up')} />
      <VoteButton
        icon="cross"
        label={words.down(down.length)}
        names={down}
        isOn={mine === 'down'}
        onPress={() => vote('down')}
      />
    </fieldset>
  );
}

function Said({ icon, text, count }: { icon: IconName; text: string; count: number }) {
  if (count === 0) return null;
  return (
    <li className="inline-flex min-w-0 items-center gap-1">
      <Icon name={icon} size={14} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </li>
  );
}

function VoteButton({
  icon,
  label,
  names,
  isOn,
  onPress,
}: {
  icon: IconName;
  label: string;
  names: string[];
  isOn: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={words.names(names)}
      onClick={onPress}
      className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-6 border border-line-2 px-2.5 text-12 text-ink-2 tabular-nums hover:bg-hover aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent hand:min-h-11 max-sm:flex-1 max-sm:justify-center"
    >
      <Icon name={icon} size={14} />
      {label}
    </button>
  );
}

/** Whoever may not decide may say what they think, where they may talk at all. */
export function useMayVote(mayAnswer: boolean): boolean {
  const me = useRoom((view) => view.me);
  return !mayAnswer && (me?.rights.chat ?? false) && !(me?.frozen ?? false);
}
