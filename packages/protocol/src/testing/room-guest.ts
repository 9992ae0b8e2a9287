import { type ClientView, type MemberStore, MemoryMemberStore, type OpenSocket, RoomClient } from '../client.ts';
import { randomBytes, ready } from '../crypto/sodium.ts';
import { decodeLink } from '../link.ts';

/** A person without a browser: the real client over a real socket, with verbs for tests and load tools. */
export class RoomGuest {
  readonly client: RoomClient;
  readonly store: MemberStore;
  #view: ClientView;
  readonly #changed = new Set<() => void>();

  private constructor(link: string | undefined, relay: string, store: MemberStore, name: string) {
    const decoded = link === undefined ? undefined : decodeLink(link.slice(link.indexOf('#') + 1));
    if (decoded !== undefined && !decoded.ok) throw new Error('This link is damaged.');
    this.store = store;
    this.client = new RoomClient({
      ...(decoded === undefined ? {} : { link: decoded }),
      relay,
      store,
      name,
      openSocket,
      clock: { monotonicMs: () => Math.floor(performance.now()), wallMs: () => Date.now() },
      timer: (ms, work) => {
        const handle = setTimeout(work, ms);
        return () => clearTimeout(handle);
      },
      random: randomBytes,
      onChange: (view) => {
        this.#view = view;
        for (const look of this.#changed) look();
      },
    });
    this.#view = this.client.view;
  }

  /** Opens the link as a browser would; the relay is the one on the link's own host unless another is named. */
  static async open(link: string, name: string, relay = new URL(link).origin): Promise<RoomGuest> {
    await ready;
    const guest = new RoomGuest(link, relay, new MemoryMemberStore(), name);
    await guest.client.start();
    return guest;
  }

  /** The same device again, by its store alone: a reload. */
  static async again(store: MemberStore, name: string, relay: string): Promise<RoomGuest> {
    await ready;
    const guest = new RoomGuest(undefined, relay, store, name);
    await guest.client.start();
    return guest;
  }

  get view(): ClientView {
    return this.#view;
  }

  /** Waits until the view is as wanted; the error says what it was instead. */
  until<T>(what: string, look: (view: ClientView) => T | undefined | false, withinMs = 10_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look(this.#view);
        if (found === undefined || found === false) return;
        clearTimeout(timer);
        this.#changed.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#changed.delete(check);
        const { phase, liveness, commands } = this.#view;
        reject(new Error(`not "${what}" within ${withinMs} ms: ${JSON.stringify({ phase, liveness, commands })}`));
      }, withinMs);
      this.#changed.add(check);
      check();
    });
  }

  inRoom(): Promise<ClientView> {
    return this.until('in the room', (view) => view.phase.name === 'in_room' && view.state !== undefined && view);
  }

  stop(): void {
    this.client.stop();
  }
}

const openSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }) => listener.received(typeof data === 'string' ? data : new Uint8Array(data));
  socket.onclose = ({ code }) => listener.closed(code);
  return {
    send: (message) => {
      socket.send(message);
      return socket.readyState === WebSocket.OPEN;
    },
    close: () => socket.close(),
  };
};
