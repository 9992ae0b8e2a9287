'use client';
import { useEffect, useMemo, useState } from 'react';
import { useRoom } from '../room/room-store.ts';
import { draftStore } from './draft.ts';
import { arrivedIds, readUnsent, type Unsent, unsentOf, writeUnsent } from './unsent.ts';

/**
 * Texts that an earlier page of this person sent from this browser and that did not arrive: a reload, or the end of the
 * host's own page, takes what waits in the page with it. What waits now is written down for the next.
 */
export function useLeftTexts(roomId: string): { left: Unsent[]; settle(commandId: string): void } {
  const inMemory = useRoom((view) => view.me?.inMemory);
  const by = useRoom((view) => view.me?.participantId);
  const state = useRoom((view) => view.state);
  const commands = useRoom((view) => view.commands);
  const store = useMemo(() => (inMemory === undefined ? undefined : draftStore(inMemory)), [inMemory]);
  const [kept, setKept] = useState(() => readUnsent(store, { roomId, by }));
  const left = useMemo(() => {
    if (kept.length === 0) return kept;
    const here = new Set<string>(commands.map(({ commandId }) => commandId));
    const arrived = arrivedIds(state);
    return kept.filter(({ commandId }) => !here.has(commandId) && !arrived.has(commandId));
  }, [kept, commands, state]);
  useEffect(
    () => writeUnsent(store, { roomId, by }, [...left, ...unsentOf(commands)]),
    [store, roomId, by, left, commands],
  );
  return { left, settle: (commandId) => setKept((all) => all.filter((one) => one.commandId !== commandId)) };
}
