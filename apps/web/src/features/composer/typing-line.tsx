'use client';
import { strings } from '../../strings.ts';
import { useRoom } from '../room/room-store.ts';

/** Who else writes right now. Not announced: it would never stop talking. */
export function TypingLine() {
  const typing = useRoom((view) => view.typing);
  const me = useRoom((view) => view.me?.participantId);
  const people = useRoom((view) => view.state?.participants);
  const names = typing.flatMap((id) => (id === me ? [] : (people?.[id]?.name ?? [])));
  if (names.length === 0) return null;
  return (
    <span className="min-w-0 truncate text-12 text-ink-3 max-sm:hidden">{strings.room.composer.typing(names)}</span>
  );
}
