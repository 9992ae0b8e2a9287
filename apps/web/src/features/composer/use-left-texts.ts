'use client';
import { useEffect, useMemo, useState } from 'react';
import { useRoom } from '../room/room-store.ts';
import { draftStore } from './draft.ts';
import { ownTexts } from './history.ts';
import { readUnsent, type Unsent, unsentOf, writeUnsent } from './unsent.ts';

/**
 * Texts that an earlier page of this browser sent and that did not arrive: a reload, or the end of the host's own page,
 * takes what waits in the page with it. What waits now is written down for the next.
 */
export function useLeftTexts(roomId: string): { left: Unsent[]; settle(commandId: string): void } {
  const inMemory = useRoom((view) => view.me?.inMemory);
  const me = useRoom((view) => view.me?.participantId);
  const state = useRoom((view) => view.state);
  const commands = useRoom((view) => view.commands);
  const store = useMemo(() => (inMemory === undefined ? undefined : draftStore(inMemory)), [inMemory]);
  const [left, setLeft] = useState((): Unsent[] => {
    const kept = readUnsent(store, roomId);
    if (kept.length === 0) return kept;
    const here = new Set<string>(commands.map(({ commandId }) => commandId));
    const said = new Set(ownTexts(state, me));
    return kept.filter(({ commandId, state: at, text }) => !here.has(commandId) && !(at === 'sent' && said.has(text)));
  });
  useEffect(() => writeUnsent(store, roomId, [...left, ...unsentOf(commands)]), [store, roomId, left, commands]);
  return { left, settle: (commandId) => setLeft((all) => all.filter((one) => one.commandId !== commandId)) };
}
