'use client';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { ApprovalItem } from '@collagility/protocol/state';
import { elapsed } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePerson } from '../room/room-store.ts';
import { useHostNow } from '../room/use-host-now.ts';
import type { Signing } from './use-signing.ts';

const words = strings.approvals;
const lineClass =
  'inline-flex min-h-[26px] min-w-0 flex-1 items-center gap-1.5 whitespace-nowrap border-b-[1.5px] px-0.5 pb-[3px] text-12 max-sm:min-h-8 max-sm:basis-full';

/** Two people needed: two lines, each empty, or with the name that stands on it. */
export function TwoLines({ item, signing }: { item: ApprovalItem; signing: Signing }) {
  const now = useHostNow();
  const [first] = signing.signed;
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
        <Icon name="people" size={14} />
        <span className="font-medium text-ink">
          {words.two.rule}: {words.two.count(signing.signed.length)}
        </span>
        <span className="min-w-0 max-sm:order-1 max-sm:basis-full">{words.two.ruleDetail}</span>
        <span className="flex-1" />
        <span className="text-ink-3 tabular-nums">{words.waiting(elapsed(now - item.request.atMs))}</span>
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        <Slot by={first} names={signing.others} isMine={signing.canIBeOne && !signing.haveISigned} />
        <Slot by={undefined} names={signing.others} isMine={signing.canIBeOne && !signing.haveISigned} />
      </div>
      {signing.isStuck ? <p className="text-12 text-warn">{words.two.lonely}</p> : null}
    </div>
  );
}

function Slot({ by, names, isMine }: { by: ParticipantId | undefined; names: string[]; isMine: boolean }) {
  const person = usePerson(by);
  const isSigned = by !== undefined;
  return (
    <span className={cx(lineClass, isSigned ? 'border-accent font-semibold text-accent' : 'border-field text-ink-3')}>
      {isSigned ? (
        <>
          <Icon name="check" size={14} />
          <Disc name={person.name} color={person.color} />
          <span className="truncate">{words.two.signedBy(person.name)}</span>
        </>
      ) : (
        <span className="truncate">{words.two.empty(names, isMine)}</span>
      )}
    </span>
  );
}
