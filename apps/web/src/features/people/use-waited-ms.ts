'use client';
import type { LobbyCard } from '@collagility/protocol/private';
import { useSteadyNow } from '../../lib/use-now.ts';
import { useRoom } from '../room/room-store.ts';

/** How long a card has stood at the door, by the host's clock. */
export function useWaitedMs(card: LobbyCard): number {
  const offset = useRoom((view) => view.hostClockOffsetMs);
  const now = useSteadyNow();
  return now + offset - card.sinceHostMs;
}
