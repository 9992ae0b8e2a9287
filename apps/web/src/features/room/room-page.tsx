'use client';
import { lazy, Suspense, useEffect } from 'react';
import { PhasePage } from '../join/phase-page.tsx';
import { type RoomStore, RoomStoreContext, useRoom } from './room-store.ts';

const loadShell = () => import('./room-shell.tsx');
const RoomShell = lazy(async () => ({ default: (await loadShell()).RoomShell }));

/** The room, or the face of the way into it. */
export function RoomPage({ store }: { store: RoomStore }) {
  // While somebody still reads the door, the room behind it is on its way.
  useEffect(() => {
    loadShell().catch(reportError);
  }, []);
  return (
    <RoomStoreContext.Provider value={store}>
      <Phase />
    </RoomStoreContext.Provider>
  );
}

function Phase() {
  const phase = useRoom((view) => view.phase);
  const hasState = useRoom((view) => view.state !== undefined);
  if (phase.name !== 'in_room') return <PhasePage phase={phase} />;
  const connecting = <PhasePage phase={{ name: 'connecting' }} />;
  return hasState ? (
    <Suspense fallback={connecting}>
      <RoomShell />
    </Suspense>
  ) : (
    connecting
  );
}
