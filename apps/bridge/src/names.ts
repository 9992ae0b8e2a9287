import type { ParticipantId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';

/** How a person is called in the bridge's own words. */
export function nameOf(state: RoomState, participantId: ParticipantId | undefined): string {
  if (participantId === undefined) return 'nobody';
  return state.participants[participantId]?.name ?? 'somebody';
}
