'use client';
import { reasonText } from '@collagility/protocol/reasons';
import type { AgentState, Participant } from '@collagility/protocol/state';
import { elapsed } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/chip.tsx';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { roleWord } from '../people/presets.ts';
import { useIsHostAway, usePresence } from '../people/use-presence.ts';
import { useWaitedMs } from '../people/use-waited-ms.ts';
import { useWhere } from '../people/use-where.ts';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room;
const heading = 'flex items-center gap-1.5 px-2 pt-3 pb-1 font-medium text-12 text-ink-3 leading-[1rem] max-lg:hidden';

/** People and agents; whoever is at the door stands on top. */
export function Rail() {
  const ui = useRoomUi();
  const people = useRoom((view) => view.state?.participants);
  const agents = useRoom((view) => view.state?.agents);
  const lobby = useRoom((view) => view.lobby);
  const me = useRoom((view) => view.me);
  const present = Object.values(people ?? {})
    .filter((person) => person.state === 'present')
    .sort((a, b) => rank(a) - rank(b) || a.joinedAtMs - b.joinedAtMs);
  return (
    <nav
      id="region-rail"
      tabIndex={-1}
      aria-label={words.regions.rail}
      className="flex flex-col gap-0.5 overflow-y-auto border-line border-r bg-bg p-2 max-sm:hidden max-lg:items-center max-lg:px-1.5"
    >
      <h2 className={cx(heading, 'pt-1.5!')}>
        {words.people} <Count value={present.length} />
      </h2>
      {me?.rights.invite === true && lobby.length > 0 ? <Knock /> : null}
      {present.map((person) => (
        <PersonItem key={person.participantId} person={person} isMe={person.participantId === me?.participantId} />
      ))}
      <h2 className={heading}>{words.agents}</h2>
      {Object.values(agents ?? {}).map((agent) => (
        <AgentItem key={agent.agentId} agent={agent} isChosen={agent.agentId === ui.agentId} />
      ))}
      <div className="mt-auto border-line border-t p-2 text-12 text-ink-3 max-lg:hidden">
        <Fact icon="lock">{words.encrypted}</Fact>
        {me?.inMemory === true ? <Fact icon="key">{words.inMemory}</Fact> : null}
      </div>
    </nav>
  );
}

const rank = (person: Participant): number => (person.role === 'host' ? 0 : person.role === 'co-driver' ? 1 : 2);

const itemClass =
  'flex min-h-8 w-full cursor-pointer items-center gap-[9px] rounded-6 px-2 py-[3px] text-left hover:bg-hover max-lg:min-h-11 max-lg:justify-center max-lg:p-1.5';

function PersonItem({ person, isMe }: { person: Participant; isMe: boolean }) {
  const ui = useRoomUi();
  const { presence, words: presenceWords } = usePresence(person);
  const isTyping = useRoom((view) => view.typing.includes(person.participantId));
  const place = useWhere(person);
  const isDriver = useRoom((view) => view.state?.driver?.participantId === person.participantId);
  const role = isDriver ? strings.people.driver.badge : roleWord(person.role, person.rights);
  const where = person.handRaised ? words.handRaised : isTyping ? words.typing : (place ?? presenceWords);
  return (
    <button
      type="button"
      title={`${person.name}, ${role}, ${where}`}
      onClick={() => ui.open({ name: 'people' })}
      className={itemClass}
    >
      {/* Where the rail is folded its words are not drawn, and a name would be only "watching". */}
      <span className="sr-only lg:hidden">
        {person.name}, {role},
      </span>
      <span className="inline-flex p-[3px]">
        <Disc name={person.name} color={person.color} size={24} ring={person.role} />
      </span>
      <span className="min-w-0 flex-1 max-lg:hidden">
        <span className="block truncate leading-[1rem]">
          {person.name} {isMe ? <span className="text-ink-3">({words.you})</span> : null}
        </span>
        <span className="block truncate text-11 text-ink-3">
          {role} · {where}
        </span>
      </span>
      <span className="inline-flex max-lg:hidden">
        <PresenceDot presence={presence} label={presenceWords} />
      </span>
    </button>
  );
}

function AgentItem({ agent, isChosen }: { agent: AgentState; isChosen: boolean }) {
  const ui = useRoomUi();
  // What it does comes through the host: a spinner on what was said before the host went away would be a lie.
  const isKnown = !useIsHostAway();
  const isBusy =
    isKnown && (agent.status === 'EXECUTING' || agent.status === 'INTERRUPTING' || agent.status === 'INITIALIZING');
  const status =
    (isKnown ? undefined : words.presenceUnknown) ??
    (agent.stopped === undefined ? undefined : reasonText(agent.stopped)) ??
    (agent.statusDetail === undefined || agent.statusDetail === '' ? words.status[agent.status] : agent.statusDetail);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={`${agent.name}: ${status}`}
      onClick={() => ui.chooseAgent(agent.agentId)}
      className={itemClass}
    >
      <span className="sr-only lg:hidden">
        {agent.name}: {status}
      </span>
      <span className="grid w-[30px] flex-none place-items-center">
        {isBusy ? (
          <Spinner />
        ) : isKnown && agent.status === 'WAITING_FOR_TOOL_APPROVAL' ? (
          <Icon name="shield" className="text-accent" />
        ) : isKnown && (agent.status === 'FAILED' || agent.status === 'TERMINATED') ? (
          <Icon name="warning" className="text-bad" />
        ) : (
          <span aria-hidden="true" className="size-2 rounded-full border-[1.5px] border-ink-3" />
        )}
      </span>
      <span className="min-w-0 flex-1 max-lg:hidden">
        <span className="block truncate leading-[1rem]">{agent.name}</span>
        <span className="block truncate text-11 text-ink-3">{status}</span>
      </span>
    </button>
  );
}

function Knock() {
  const ui = useRoomUi();
  const lobby = useRoom((view) => view.lobby);
  const first = lobby[0];
  useNow();
  if (first === undefined) return null;
  return (
    <div className="my-0.5 mb-1 w-full rounded-8 border border-accent-line bg-accent-soft p-2 max-lg:p-1.5">
      <div className="flex items-center gap-2 max-lg:justify-center">
        <Disc name={first.name} color={5} size={24} />
        <span className="min-w-0 flex-1 max-lg:hidden">
          <span className="block truncate font-medium leading-[1rem]">
            {lobby.length > 1 ? words.atDoorMany(lobby.length) : words.atDoor(first.name)}
          </span>
          <KnockTime />
        </span>
      </div>
      <Button
        size="small"
        title={words.checkWords}
        onClick={() => ui.open({ name: 'door' })}
        className="mt-2 w-full max-lg:mt-1 max-lg:px-0"
      >
        <span className="max-lg:hidden">{words.checkWords}</span>
        <Icon name="key" size={14} className="lg:hidden" />
      </Button>
    </div>
  );
}

function KnockTime() {
  const first = useRoom((view) => view.lobby[0]);
  return first === undefined ? null : <KnockTimeOf card={first} />;
}

function KnockTimeOf({ card }: { card: Parameters<typeof useWaitedMs>[0] }) {
  const waited = useWaitedMs(card);
  return (
    <span className="block truncate text-12 text-ink-3 tabular-nums">
      {words.doorFrom(card.inviteLabel, elapsed(waited))}
    </span>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <p className="flex min-h-[22px] items-center gap-[7px]">
      <Icon name={icon} size={14} />
      {children}
    </p>
  );
}
