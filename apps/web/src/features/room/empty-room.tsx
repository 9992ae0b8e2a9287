'use client';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { AgentDisc } from '../../ui/disc.tsx';
import { Icon } from '../../ui/icon.tsx';
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
  const isAlone = Object.values(people ?? {}).filter((person) => person.state === 'present').length < 2;
  const mayInvite = me?.rights.invite ?? false;
  return (
    <div className="m-auto w-full max-w-[560px] py-8">
      <h2 className="font-semibold text-20 tracking-[-0.015em]">{isAlone ? words.alone : words.nothing}</h2>
      <p className="mt-1 text-14 text-ink-2">{isAlone && mayInvite ? words.aloneLead : words.nothingLead}</p>
      {mayInvite ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="primary" icon="people" onClick={() => ui.open({ name: 'invite' })}>
            {words.invite}
          </Button>
          {link === undefined ? null : <CopyButton text={link} label={strings.people.invite.copyLink} />}
        </div>
      ) : null}
      <ul className="mt-6">
        {Object.values(agents ?? {}).map((agent) => (
          <li key={agent.agentId} className="flex min-h-[43px] items-center gap-2.5 border-line border-t py-2">
            <AgentDisc />
            <span className="min-w-0 truncate font-medium">
              {agent.name} <span className="font-normal text-ink-3">{agent.version ?? ''}</span>
            </span>
            <span className="flex-1" />
            <span className="inline-flex min-w-0 items-center gap-1.5 text-12 text-ink-2">
              <Icon name={agent.unasked.length === 0 && agent.mode === 'ask' ? 'check' : 'warning'} size={14} />
              <span className="truncate">
                {agent.unasked.length === 0 && agent.mode === 'ask' ? words.asks : words.unasked}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
