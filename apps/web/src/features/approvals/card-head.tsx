'use client';
import type { ReactNode } from 'react';
import { elapsed } from '../../lib/time.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Disc } from '../../ui/disc.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useRoom } from '../room/room-store.ts';
import { useHostNow } from '../room/use-host-now.ts';
import type { Request } from './answering.ts';
import { useWhoMayAnswer } from './who-may-answer.ts';

const words = strings.approvals;

/** Icon, title in plain words, who asks, how many see it. */
export function CardHead({
  icon,
  request,
  cwd,
  says = words.asks,
  next,
}: {
  icon: IconName;
  request: Request;
  cwd?: string | undefined;
  says?: (agent: string) => string;
  next: ReactNode;
}) {
  const agent = useRoom((view) => view.state?.agents[request.agentId]?.name) ?? '';
  const { seenBy } = useWhoMayAnswer();
  const where =
    cwd === undefined || cwd === '.' ? undefined : (
      <>
        {words.inFolder} <code className="text-12">{visibleText(cwd)}</code>
      </>
    );
  return (
    <header className="flex min-h-6 flex-wrap items-center gap-x-2">
      <Icon name={icon} className="text-ink-2" />
      <h3 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{visibleText(request.title)}</h3>
      <span className="min-w-0 truncate text-ink-2 max-sm:hidden">
        {says(agent)}
        {where === undefined ? null : <> {where}</>}
      </span>
      {/* Who asks stands on top of a phone's page; where it would run is part of what is signed. */}
      {where === undefined ? null : (
        <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere] sm:hidden">{where}</span>
      )}
      <span className="flex-1" />
      <span className="inline-flex items-center gap-[5px] text-12 text-ink-3 max-lg:hidden">
        <Icon name="eye" size={14} />
        {words.seeThis(seenBy)}
      </span>
      {next}
    </header>
  );
}

/** The empty signing line: who may sign, and how long it has waited. */
export function OpenLine({ request }: { request: Request }) {
  const now = useHostNow();
  const { signers, words: who } = useWhoMayAnswer();
  return (
    <span className="inline-flex min-h-[26px] min-w-0 flex-[1_1_260px] items-center gap-1.5 whitespace-nowrap border-field border-b-[1.5px] px-0.5 pb-[3px] text-12 max-sm:min-h-8 max-sm:basis-full">
      <span className="inline-flex gap-0.5">
        {signers.slice(0, 4).map((person) => (
          <Disc key={person.participantId} name={person.name} color={person.color} />
        ))}
      </span>
      <span className="min-w-0 truncate">{who}</span>
      <span className="flex-1" />
      <span className="text-ink-3 tabular-nums">{words.waiting(elapsed(now - request.atMs))}</span>
    </span>
  );
}
