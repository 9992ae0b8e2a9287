'use client';
import { reasonText } from '@collagility/protocol/reasons';
import type { AgentState } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { AgentDisc } from '../../ui/disc.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { mayChooseAgent } from '../agents/may-choose-agent.ts';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room.empty;

/** Before the first prompt: who is here, which agent, and how to begin. */
export function EmptyRoom() {
  const ui = useRoomUi();
  const me = useRoom((view) => view.me);
  const people = useRoom((view) => view.state?.participants);
  const agents = useRoom((view) => view.state?.agents);
  const link = useRoom((view) => view.invites.find((invite) => invite.state === 'open')?.link);
  const all = Object.values(agents ?? {});
  const hasAgent = all.some(({ stopped }) => stopped === undefined);
  const isTerminal = hasAgent && all.every(({ terminal }) => terminal !== undefined);
  const isAlone = Object.values(people ?? {}).filter((person) => person.state === 'present').length < 2;
  const mayInvite = me?.rights.invite ?? false;
  const mayStart = mayChooseAgent(me);
  return (
    <div className="m-auto w-full max-w-[560px] py-8">
      <h2 className="font-semibold text-20 tracking-[-0.015em]">{isAlone ? words.alone : words.nothing}</h2>
      <p className="mt-1 text-14 text-ink-2">
        {!hasAgent
          ? words.noAgent
          : isTerminal
            ? words.terminalLead
            : isAlone && mayInvite
              ? words.aloneLead
              : words.nothingLead}
      </p>
      {mayInvite || (!hasAgent && mayStart) ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {!hasAgent && mayStart ? (
            <Button look="primary" icon="agent" onClick={() => ui.open({ name: 'agents' })}>
              {words.startAgent}
            </Button>
          ) : null}
          {mayInvite ? (
            <Button
              look={!hasAgent && mayStart ? 'plain' : 'primary'}
              icon="people"
              onClick={() => ui.open({ name: 'invite' })}
            >
              {words.invite}
            </Button>
          ) : null}
          {link === undefined || !mayInvite ? null : <CopyButton text={link} label={strings.people.invite.copyLink} />}
        </div>
      ) : null}
      <ul className="mt-6">
        {all.map((agent) => (
          <li
            key={agent.agentId}
            className="flex min-h-[43px] flex-wrap items-center gap-x-2.5 gap-y-0.5 border-line border-t py-2"
          >
            <AgentDisc />
            <span className="min-w-0 truncate font-medium">
              {agent.name} <span className="font-normal text-ink-3">{agent.version ?? ''}</span>
            </span>
            <span className="flex-1" />
            <AgentFact agent={agent} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether it asks; of one that does not run yet, or no more, that. */
function AgentFact({ agent }: { agent: AgentState }) {
  const asks = agent.unasked.length === 0 && agent.mode === 'ask';
  const [icon, fact]: [IconName, string] =
    agent.stopped !== undefined
      ? ['warning', reasonText(agent.stopped)]
      : agent.status === 'INITIALIZING'
        ? ['clock', strings.room.status.INITIALIZING]
        : asks
          ? ['check', words.asks]
          : ['warning', words.unasked];
  return (
    <span
      // A reason is a sentence: it stands below the name.
      className={`inline-flex min-w-0 items-center gap-1.5 text-12 ${agent.stopped === undefined ? 'text-ink-2' : 'basis-full pl-[34px] text-bad'}`}
    >
      <Icon name={icon} size={14} />
      <span className="[overflow-wrap:anywhere]">{fact}</span>
    </span>
  );
}
