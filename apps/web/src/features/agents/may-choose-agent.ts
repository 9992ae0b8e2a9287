import type { RoomView } from '../room/room-view.ts';

/** The host, and whoever was named for it. The bridge checks the same again. */
export const mayChooseAgent = (me: RoomView['me']): boolean =>
  me !== undefined && !me.frozen && (me.rights.manage || me.rights.agentChoice === true);
