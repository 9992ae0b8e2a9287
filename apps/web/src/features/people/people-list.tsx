'use client';
import type { Participant } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disc } from '../../ui/disc.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { Door } from './door.tsx';
import { presetNames, presetOf, presets, roleWord } from './presets.ts';
import { RemovedPeople } from './removed-people.tsx';
import { usePresence } from './use-presence.ts';
import { useWhere } from './use-where.ts';

const words = strings.people;

/** The whole list with all that can be done about people: a dialog at desks, a tab on phones. */
export function PeopleList() {
  const ui = useRoomUi();
  const actions = useActions();
  const me = useRoom((view) => view.me);
  const people = useRoom((view) => view.state?.participants);
  const isPaused = useRoom((view) => view.state?.paused !== undefined);
  const hasDoor = useRoom((view) => view.lobby.length > 0);
  const present = Object.values(people ?? {}).filter((person) => person.state === 'present');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {me?.rights.invite === true && hasDoor ? <Door /> : null}
      <ul>
        {present.map((person) => (
          <PersonLine
            key={person.participantId}
            person={person}
            isMe={person.participantId === me?.participantId}
            mayManage={me?.rights.manage ?? false}
          />
        ))}
      </ul>
      <RemovedPeople />
      {me?.rights.manage === true || me?.rights.invite === true ? (
        <div className="flex flex-wrap items-center gap-2 border-line border-t pt-3">
          {me.rights.invite ? (
            <Button icon="people" onClick={() => ui.open({ name: 'invite' })}>
              {strings.room.share}
            </Button>
          ) : null}
          {me.rights.manage ? (
            <>
              <Button
                icon={isPaused ? 'play' : 'pause'}
                onClick={() => actions.send({ type: isPaused ? 'room.resume' : 'room.pause' })}
              >
                {isPaused ? strings.room.resume : strings.room.pause}
              </Button>
              <span className="flex-1" />
              <Button look="bad" icon="stop" onClick={() => ui.open({ name: 'panic' })}>
                {strings.room.panic.go}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function PersonLine({ person, isMe, mayManage }: { person: Participant; isMe: boolean; mayManage: boolean }) {
  const ui = useRoomUi();
  const actions = useActions();
  const { presence, words: presenceWords } = usePresence(person);
  const { participantId } = person;
  const where = useWhere(person);
  const isDriver = useRoom((view) => view.state?.driver?.participantId === participantId);
  const isFollowed = ui.following === participantId;
  const preset = presetOf(person.role, person.rights);
  const devices = Object.entries(person.devices);
  const frozen = devices.filter(([, device]) => device.frozen);
  const facts = [
    words.can[person.rights.prompt],
    person.rights.approve ? words.can.approve : '',
    isDriver ? words.driver.has : '',
    person.handRaised ? strings.room.handRaised : '',
    where ?? '',
    devices.length > 1 ? words.devices(devices.length) : '',
    devices.some(([, device]) => device.inMemory) ? words.inMemory : '',
  ].filter((fact) => fact !== '');
  const roleName = roleWord(person.role, person.rights);
  const roleItems: MenuItem[] = presetNames.map((name) => ({
    id: name,
    label: words.presets[name].label,
    detail: words.presets[name].detail,
    checked: name === preset,
    onSelect: () => actions.send({ type: 'member.set_rights', participantId, ...presets[name] }),
  }));
  const commonItems: MenuItem[] = [
    ...(isMe
      ? []
      : [
          {
            id: 'follow',
            label: isFollowed ? words.follow.stop : words.follow.start(person.name),
            detail: isFollowed ? undefined : words.follow.detail,
            icon: 'eye' as const,
            onSelect: () => {
              ui.follow(isFollowed ? undefined : participantId);
              if (!isFollowed) ui.close();
            },
          },
        ]),
    {
      id: 'devices',
      label: words.devicesDialog.open,
      icon: 'key',
      onSelect: () => ui.open({ name: 'devices', participantId }),
    },
    ...(isMe && isDriver
      ? [
          {
            id: 'give-back',
            label: words.driver.giveBack,
            icon: 'undo' as const,
            onSelect: () => actions.send({ type: 'driver.take_back' }),
          },
        ]
      : []),
  ];
  const moreItems: MenuItem[] = [
    isDriver
      ? {
          id: 'take-back',
          label: words.driver.takeBack,
          icon: 'undo',
          onSelect: () => actions.send({ type: 'driver.take_back' }),
        }
      : {
          id: 'hand-over',
          label: words.driver.handOver,
          detail: words.driver.handOverDetail,
          icon: 'people',
          onSelect: () => ui.open({ name: 'hand-over', participantId }),
        },
    {
      id: 'rights',
      label: words.changeRights,
      icon: 'shield',
      onSelect: () => ui.open({ name: 'rights', participantId }),
    },
    {
      id: 'remove',
      label: words.remove,
      icon: 'leave',
      tone: 'bad',
      onSelect: () => ui.open({ name: 'remove', participantId }),
    },
  ];
  const manageItems = !mayManage || isMe ? [] : person.role === 'host' ? moreItems.slice(-1) : moreItems;
  return (
    <li className="flex min-h-[50px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-1.5 first:border-t-0 max-sm:gap-x-2.5">
      <Disc name={person.name} color={person.color} size={24} ring={person.role} />
      <div className="min-w-[7rem] flex-1">
        <p className="truncate">
          {person.name} {isMe ? <span className="text-ink-3">({strings.room.you})</span> : null}
        </p>
        <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">{facts.join(', ')}</p>
        {frozen.map(([memberId]) => (
          <p key={memberId} className="flex items-center gap-2 text-12 text-warn">
            {words.frozen}
            {mayManage ? (
              <Button
                size="small"
                onClick={() => actions.send({ type: 'member.unfreeze', memberId: memberIdOf(person, memberId) })}
              >
                {words.unfreeze}
              </Button>
            ) : null}
          </p>
        ))}
      </div>
      <PresenceDot presence={presence} label={presenceWords} />
      {mayManage && !isMe && person.role !== 'host' ? (
        <Menu items={roleItems} label={`${roleName}. ${words.changeRights} ${person.name}`}>
          {roleName} <Icon name="down" size={14} />
        </Menu>
      ) : (
        <Chip icon={person.role === 'host' ? 'shield' : undefined}>{roleName}</Chip>
      )}
      <Menu
        items={[...commonItems, ...manageItems]}
        label={words.more(person.name)}
        look="ghost"
        className="w-(--control) px-0!"
      >
        <Icon name="more" />
      </Menu>
    </li>
  );
}

/** The record's own key: object keys are plain strings to the compiler. */
function memberIdOf(person: Participant, id: string) {
  const keys = Object.keys(person.devices) as (keyof Participant['devices'])[];
  const found = keys.find((key) => key === id);
  if (found === undefined) throw new Error('A device that is not in its own list.');
  return found;
}
