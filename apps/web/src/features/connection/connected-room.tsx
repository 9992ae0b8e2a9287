'use client';
import { useEffect, useState } from 'react';
import { askForSeq } from '../room/asked-seq.ts';
import { RoomPage } from '../room/room-page.tsx';
import type { RoomStore } from '../room/room-store.ts';
import { connect } from './connection.ts';
import { readFragment } from './link.ts';
import { PhaseStore } from './phase-store.ts';
import { findRelay, forget, readWayIn, welcomed } from './way-in.ts';

/** The room of this address. Nothing is dialled before somebody presses Join, or has a key already. */
export function ConnectedRoom() {
  const [store, setStore] = useState<RoomStore>();
  useEffect(() => {
    const { way, firstPhase } = readWayIn();
    if (way === undefined) {
      setStore(new PhaseStore(firstPhase));
      return;
    }
    let close: (() => void) | undefined;
    let room: RoomStore | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      const { relay, isBound } = await findRelay();
      if (isGone) return;
      const connection = connect({ way, relay, isBound, firstPhase, onWelcome: welcomed, onDamaged: forget });
      close = connection.close;
      room = connection;
      setStore(connection);
    };
    open().catch((error: unknown) => {
      reportError(error);
    });
    // Came back from the browser's page cache: the Worker's sockets are long dead, and another tab may hold the room.
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) window.location.reload();
    };
    // A new link pasted into the address of this very page changes only the fragment.
    // To a message of this very room it goes without a reload: nothing is dialled anew, and what was written stays.
    const changed = (): void => {
      const fragment = readFragment(window.location.hash);
      const here = room?.get().state?.roomId;
      if (fragment.name === 'room' && fragment.roomId === here) {
        askForSeq(fragment.seq);
        welcomed(here);
      } else window.location.reload();
    };
    window.addEventListener('pageshow', shown);
    window.addEventListener('hashchange', changed);
    return () => {
      isGone = true;
      window.removeEventListener('pageshow', shown);
      window.removeEventListener('hashchange', changed);
      close?.();
    };
  }, []);
  return store === undefined ? null : <RoomPage store={store} />;
}
