import type { Liveness } from '../room/room-view.ts';

/** Whether what is sent now waits in this page: the host is away, or the connection is down. */
export const isHeld = (liveness: Liveness['name']): boolean => liveness === 'host_away' || liveness === 'not_live';
