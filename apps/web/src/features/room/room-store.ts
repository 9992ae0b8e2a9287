'use client';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { Participant } from '@collagility/protocol/state';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RoomActions, RoomView } from './room-view.ts';

/** The room as a value that changes, and what can be asked of it. */
export type RoomStore = {
  get(): RoomView;
  subscribe(listener: () => void): () => void;
  actions: RoomActions;
};

export const RoomStoreContext = createContext<RoomStore | undefined>(undefined);

function useStore(): RoomStore {
  const store = useContext(RoomStoreContext);
  if (store === undefined) throw new Error('A component of the room stands outside of the room.');
  return store;
}

/** One part of the view. `select` must give the same object while nothing changed: pick, never build. */
export function useRoom<T>(select: (view: RoomView) => T): T {
  const store = useStore();
  const get = () => select(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
}

export const useActions = (): RoomActions => useStore().actions;

const nobody: Record<string, never> = {};

/** A person's name and colour for display; people who are not known any more keep a neutral face. */
export function usePerson(id: ParticipantId | undefined): Pick<Participant, 'name' | 'color'> {
  const person = useRoom((view) => (id === undefined ? undefined : (view.state?.participants ?? nobody)[id]));
  return person ?? unknownPerson;
}

/** Names of several people, in their order; without those who are not known any more. */
export function useNames(ids: readonly ParticipantId[] | undefined): string[] {
  const people = useRoom((view) => view.state?.participants);
  return (ids ?? []).flatMap((id) => people?.[id]?.name ?? []);
}

const unknownPerson = { name: '?', color: 7 } as const;

/** Buttons that act are armed only while this is true. */
export const useIsLive = (): boolean => useRoom((view) => view.liveness.name === 'live');
