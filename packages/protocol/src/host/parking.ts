import type { Entrant } from './door.ts';
import type { Sockets } from './sockets.ts';

/**
 * Members who came while sharing is paused: their handshake is done, and they wait on their channel for the host to go
 * on. None of the group's keys is theirs meanwhile, and the relay opens nothing to them.
 */
export class Parking {
  readonly #sockets: Sockets;
  readonly #byHandle = new Map<string, Entrant>();

  constructor(sockets: Sockets) {
    this.#sockets = sockets;
  }

  park(entrant: Entrant): void {
    this.#byHandle.set(entrant.socket.handle, entrant);
    this.#sockets.sendOn(entrant.socket, entrant.channel, { t: 'paused' });
  }

  /** The socket is gone, or a newer handshake on it takes its place. */
  left(handle: string): Entrant | undefined {
    const entrant = this.#byHandle.get(handle);
    this.#byHandle.delete(handle);
    entrant?.channel.wipe();
    return entrant;
  }

  forgetAll(): void {
    for (const handle of [...this.#byHandle.keys()]) this.left(handle);
  }

  /** All who wait, who wait no longer. */
  release(): Entrant[] {
    const entrants = [...this.#byHandle.values()];
    this.#byHandle.clear();
    return entrants;
  }
}
