'use client';
import { PhasePage } from '../join/phase-page.tsx';
import { RoomShell } from './room-shell.tsx';
import { type RoomStore, RoomStoreContext, useRoom } from './room-store.ts';

/** The room, or the face of the way into it. */
export function RoomPage({ store }: { store: RoomStore }) {
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
  return hasState ? <RoomShell /> : <PhasePage phase={{ name: 'connecting' }} />;
}
