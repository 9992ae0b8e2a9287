'use client';
import type { Participant } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { useRoom } from '../room/room-store.ts';

type Presence = 'watching' | 'idle' | 'away';

/**
 * Whether somebody is there. It comes through the host: while the host is away, the host is, and of others nothing is
 * known but what was said before, so it is not said again. Of oneself one knows.
 */
export function usePresence({ participantId, role }: Pick<Participant, 'participantId' | 'role'>): {
  presence: Presence;
  words: string;
} {
  const said = useRoom((view) => view.presence[participantId]) ?? 'away';
  const isMe = useRoom((view) => view.me?.participantId === participantId);
  const isHostAway = useIsHostAway();
  if (!isHostAway || isMe) return { presence: said, words: strings.room.presence[said] };
  const words = role === 'host' ? strings.room.presence.away : strings.room.presenceUnknown;
  return { presence: 'away', words };
}

/** Nothing comes from the host's machine any more, or for now. */
export const useIsHostAway = (): boolean =>
  useRoom((view) => view.liveness.name === 'host_away' || view.state?.ended !== undefined);
