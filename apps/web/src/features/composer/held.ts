import type { ClientLiveness } from '@collagility/protocol/client/view';

/** Whether what is sent now waits in this page: the host is away, or the connection is down. */
export const isHeld = (liveness: ClientLiveness['name']): boolean =>
  liveness === 'host_away' || liveness === 'not_live';
