'use client';
import { as, type CommandId } from '@collagility/protocol/ids';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { useEffect, useState } from 'react';
import { answerOf } from '../../../shots/review.ts';
import { blobs, brokenStates } from '../../../shots/seldom.ts';
import { states as hostStates } from '../../../shots/states.ts';
import { terminalNews } from '../../../shots/terminals.ts';
import { PhaseStore } from '../../features/connection/phase-store.ts';
import { RoomPage } from '../../features/room/room-page.tsx';
import type { RoomStore } from '../../features/room/room-store.ts';
import type { RoomActions, RoomView } from '../../features/room/room-view.ts';

const states: Record<string, RoomView> = { ...hostStates, ...brokenStates };
const longPart = Array.from({ length: 60 }, (_, at) => `export const value${at} = ${at * at};`).join('\n');

/** Only in builds for pictures: `/shots?state=session` shows that state on the real page. */
export default function Shots() {
  const [store, setStore] = useState<RoomStore>();
  useEffect(() => {
    const name = new URLSearchParams(window.location.search).get('state') ?? '';
    const view = states[name];
    if (view === undefined) return;
    const still = new PhaseStore(view.phase);
    let now = view;
    const listeners = new Set<() => void>();
    // What happens meanwhile: the room becomes another one (`become` in seldom-acts.mjs).
    window.addEventListener('shots-become', (event) => {
      now = (event instanceof CustomEvent ? states[event.detail] : undefined) ?? now;
      for (const listener of listeners) listener();
    });
    const news = terminalNews[name];
    const watchTerminal: RoomActions['watchTerminal'] = (_agentId, tell) => {
      if (news !== undefined) tell(news);
      return () => undefined;
    };
    const actions = {
      ...still.actions,
      ask: asker(name),
      send: () => as<CommandId>('shot'),
      watchTerminal,
      // As if the host had taken it, and had it.
      upload: async (bytes: Uint8Array) => ({ blob: '0b'.repeat(16), len: bytes.length, hash: '0c'.repeat(32) }),
      fetchBlob,
    };
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    setStore({ get: () => now, subscribe, actions });
  }, []);
  if (store === undefined)
    return (
      <ul className="p-6">
        {Object.keys(states).map((name) => (
          <li key={name}>
            <a className="underline" href={`?state=${name}`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    );
  return <RoomPage store={store} />;
}

const fetchBlob: RoomActions['fetchBlob'] = async ({ blob }) => {
  if (!(blob in blobs)) return new TextEncoder().encode(longPart);
  const picture = blobs[blob];
  if (picture === undefined) throw new Error('The pictures hold no such thing.');
  return Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
};

const asker =
  (name: string) =>
  <Ask extends WorkspaceAsk>(ask: Ask) =>
    answerOf(name, ask) as Promise<WorkspaceAnswer<Ask>>;
