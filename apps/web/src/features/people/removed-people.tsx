'use client';
import { useMemo } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Disc } from '../../ui/disc.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

const words = strings.people.removedPeople;

/** Who was removed, whether they are blocked, and the way back: a block is lifted here, the rest is a new link. */
export function RemovedPeople() {
  const actions = useActions();
  const ui = useRoomUi();
  const me = useRoom((view) => view.me);
  const people = useRoom((view) => view.state?.participants);
  const removed = useMemo(() => Object.values(people ?? {}).filter((person) => person.state === 'removed'), [people]);
  if (removed.length === 0 || me?.rights.manage !== true) return null;
  return (
    <section className="border-line border-t pt-3">
      <h3 className="mb-1 font-semibold">{words.title}</h3>
      <ul>
        {removed.map((person) => (
          <li key={person.participantId} className="flex min-h-11 flex-wrap items-center gap-3 py-1">
            <Disc name={person.name} color={person.color} size={24} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{person.name}</span>
              <span className="block text-12 text-ink-3">
                {person.isBlocked === true ? words.blocked : words.notBlocked}
              </span>
            </span>
            {person.isBlocked === true ? (
              <Button
                size="small"
                onClick={() => actions.send({ type: 'member.unblock', participantId: person.participantId })}
              >
                {words.unblock}
              </Button>
            ) : (
              <Button size="small" onClick={() => ui.open({ name: 'invite' })}>
                {words.invite}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
