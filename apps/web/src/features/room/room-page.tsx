'use client';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whenReachable } from '../../lib/lazy-part.ts';
import { isOutdated } from '../../lib/outdated-page.ts';
import { forgetTexts } from '../composer/forget-texts.ts';
import { PhasePage } from '../join/phase-page.tsx';
import { type RoomStore, RoomStoreContext, useRoom } from './room-store.ts';

/** The room, or the face of the way into it. */
export function RoomPage({ store }: { store: RoomStore }) {
  // While somebody still reads the door, the room behind it is on its way.
  const shell = useShell();
  return (
    <RoomStoreContext.Provider value={store}>
      <Phase shell={shell} />
    </RoomStoreContext.Provider>
  );
}

function Phase({ shell: RoomShell }: { shell: ReturnType<typeof useShell> }) {
  const phase = useRoom((view) => view.phase);
  const roomId = useRoom((view) => view.state?.roomId);
  const hasState = roomId !== undefined;
  const lastRoomId = useRef(roomId);
  useEffect(() => {
    lastRoomId.current = roomId ?? lastRoomId.current;
    const isOut = phase.name === 'refused_by_host' && (phase.code === 'left' || phase.code === 'removed');
    if (isOut && lastRoomId.current !== undefined) forgetTexts(lastRoomId.current);
  }, [roomId, phase]);
  if (phase.name !== 'in_room') return <PhasePage phase={phase} />;
  if (RoomShell === 'outdated') return <PhasePage phase={{ name: 'version_mismatch' }} />;
  return hasState && RoomShell !== undefined ? <RoomShell /> : <PhasePage phase={{ name: 'connecting' }} />;
}

/**
 * Not a lazy component: React keeps what follows a fallback back for a third of a second, and the room would be there
 * and not be shown.
 */
function useShell(): ComponentType | 'outdated' | undefined {
  const [shell, setShell] = useState<ComponentType | 'outdated'>();
  useEffect(() => {
    let isGone = false;
    whenReachable(() => import('./room-shell.tsx')).then(
      ({ RoomShell }) => {
        if (!isGone) setShell(() => RoomShell);
      },
      (error: unknown) => {
        if (!isGone && isOutdated(error)) setShell('outdated');
        else reportError(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return shell;
}
