'use client';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRoom } from '../room/room-store.ts';
import { isHeld } from './held.ts';

/** Whoever writes while nobody takes it is told what will become of it. */
export function AwayNote({ hasText }: { hasText: boolean }) {
  const liveness = useRoom((view) => view.liveness.name);
  const isPaused = useRoom((view) => view.liveness.name === 'not_live' && view.liveness.reason === 'paused');
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  if (!hasText || hasEnded || !isHeld(liveness)) return null;
  return (
    <p role="status" className="flex items-center gap-2 px-3 pt-2 text-12 text-warn">
      <Icon name="clock" size={14} />
      {isPaused
        ? strings.room.composer.heldPaused
        : liveness === 'host_away'
          ? strings.room.composer.heldHost
          : strings.room.composer.heldLink}
    </p>
  );
}
