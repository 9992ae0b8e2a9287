import type { RoomView } from '../room/room-view.ts';

/** A view of nothing: before the first word of the Worker. */
export const emptyView: RoomView = {
  phase: { name: 'connecting' },
  liveness: { name: 'no_beat' },
  live: {},
  typing: [],
  presence: {},
  looking: {},
  lobby: [],
  invites: [],
  commands: [],
  hostClockOffsetMs: 0,
  hostWallOffsetMs: 0,
  history: { isLoading: false, hasOlder: false },
};
