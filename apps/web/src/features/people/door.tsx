'use client';
import { distinctName } from '@collagility/protocol/person-name';
import type { LobbyCard } from '@collagility/protocol/private';
import { elapsed } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Disc } from '../../ui/disc.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { SafetyWords } from '../join/safety-words.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { presetNames, presetOf, presets } from './presets.ts';
import { useWaitedMs } from './use-waited-ms.ts';

const words = strings.people;
const nobody: never[] = [];

/** Everybody who knocks, with the words to compare. */
export function Door() {
  const lobby = useRoom((view) => view.lobby) ?? nobody;
  if (lobby.length === 0) return <p className="py-2 text-ink-3">{words.nobodyAtDoor}</p>;
  return (
    <ul className="grid gap-3">
      {lobby.map((card) => (
        <DoorCard key={card.cardId} card={card} />
      ))}
    </ul>
  );
}

const noteOfKnown = { 'known-device': words.knownDevice, 'out-of-step': words.outOfStep };

type People = Readonly<Record<string, { name: string } | undefined>>;

/** Who is called like somebody in the room is not to be taken for them. The host gives the same name when they come in. */
function noteOfName(name: string, people: People): string | undefined {
  const next = distinctName(name, '', people);
  return next === name ? undefined : words.nameTaken(next);
}

/** Whether, but for this one, the name would be free. */
const hasTheName = (id: string, name: string, people: People): boolean => {
  const person = people[id];
  return person !== undefined && distinctName(name, '', { [id]: person }) !== name;
};

function DoorCard({ card }: { card: LobbyCard }) {
  const actions = useActions();
  const waited = useWaitedMs(card);
  const people = useRoom((view) => view.state?.participants);
  const { cardId, name } = card;
  const asPreset = presetOf(card.role, card.rights);
  const roleWords = asPreset === undefined ? strings.room.roles[card.role] : words.presets[asPreset].label;
  const note = card.kind === 'new' ? noteOfName(name, people ?? {}) : noteOfKnown[card.kind];
  const admit = (extra: object = {}) => actions.send({ type: 'lobby.answer', cardId, decision: 'admit', ...extra });
  const present = Object.values(people ?? {}).filter((person) => person.state === 'present');
  const asDeviceOf = (person: (typeof present)[number]): MenuItem => ({
    id: person.participantId,
    label: words.samePerson(person.name),
    icon: 'people',
    onSelect: () => admit({ sameAs: person.participantId }),
  });
  // Whoever takes the name of somebody who may more than the link gives is offered nothing sooner for it: the words prove
  // that nobody is in between, not who it is.
  const isNamesake = (person: (typeof present)[number]) =>
    card.kind === 'new' &&
    !(person.rights.manage || person.rights.approve) &&
    presetNames.indexOf(presetOf(person.role, person.rights) ?? 'driver') <=
      presetNames.indexOf(asPreset ?? 'viewer') &&
    hasTheName(person.participantId, name, people ?? {});
  const items: MenuItem[] = [
    ...present.filter(isNamesake).map(asDeviceOf),
    ...presetNames.map((preset) => ({
      id: preset,
      label: words.presets[preset].label,
      detail: preset === asPreset ? words.linkSays : words.presets[preset].detail,
      checked: preset === asPreset,
      onSelect: () => admit(presets[preset]),
    })),
    ...present.filter((person) => !isNamesake(person)).map(asDeviceOf),
  ];
  return (
    <li className="rounded-10 border border-accent px-3.5 py-3">
      <div className="flex items-center gap-2.5">
        <Disc name={name} color={5} size={36} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{strings.room.atDoor(name)}</p>
          <p className="truncate text-12 text-ink-3 tabular-nums">{words.waiting(card.inviteLabel, elapsed(waited))}</p>
        </div>
      </div>
      {note === undefined ? null : (
        <p className="mt-2 flex items-start gap-2 text-12 text-warn">
          <Icon name="warning" size={14} className="mt-0.5" />
          {note}
        </p>
      )}
      {card.inMemory === true && card.kind === 'new' ? (
        <p className="mt-2 text-12 text-ink-3">{words.keepsNoKey}</p>
      ) : null}
      <p className="mt-2.5 text-ink-2">{words.readWords(name)}</p>
      <SafetyWords words={card.words} className="mt-1" />
      <div className="mt-3 flex flex-wrap items-center gap-1.5">
        {card.kind !== 'new' ? (
          <>
            <Button look="primary" onClick={() => admit({ keep: 'this' })} className="max-sm:basis-full">
              {words.keepThis}
            </Button>
            <Button onClick={() => admit({ keep: 'other' })} className="max-sm:flex-1">
              {words.keepOther}
            </Button>
            <span className="flex-1 max-sm:hidden" />
            <Button
              look="bad"
              className="max-sm:flex-1"
              onClick={() => actions.send({ type: 'lobby.answer', cardId, decision: 'deny', keep: 'neither' })}
            >
              {words.keepNeither}
            </Button>
          </>
        ) : (
          <>
            <Button look="primary" onClick={() => admit()} className="max-sm:basis-full">
              {words.admitAs(roleWords.toLowerCase())}
            </Button>
            <Menu items={items} heading={words.admitHeading(name)} label={words.admitOther} className="max-sm:flex-1">
              {words.admitOther} <Icon name="down" size={14} />
            </Menu>
            <span className="flex-1 max-sm:hidden" />
            <Button
              look="bad"
              className="max-sm:flex-1"
              onClick={() => actions.send({ type: 'lobby.answer', cardId, decision: 'deny' })}
            >
              {words.deny}
            </Button>
          </>
        )}
      </div>
      <p className="mt-2 flex items-center gap-x-2 text-12 text-ink-3">
        <span className="min-w-0 flex-1">{card.kind === 'new' ? words.wordsDiffer : words.wordsDifferKnown}</span>
        {card.inviteId === '' ? null : (
          <Button
            size="small"
            look="ghost"
            title={words.silenceDetail}
            onClick={() => actions.send({ type: 'lobby.silence', inviteId: card.inviteId })}
          >
            {words.silence}
          </Button>
        )}
      </p>
    </li>
  );
}
