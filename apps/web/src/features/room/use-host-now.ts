'use client';
import { useNow } from '../../lib/use-now.ts';
import { useRoom } from './room-store.ts';

/** The host's wall clock, once a second: what times in events are compared with, whatever this computer's clock says. */
export function useHostNow(): number {
  const now = useNow();
  return now + useRoom((view) => view.hostWallOffsetMs);
}
