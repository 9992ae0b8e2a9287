import type { Clock, Defer, Timer } from '../host/contract.ts';
import type { Link } from '../link.ts';
import type { OpenSocket } from './connection.ts';
import type { DeviceKey, MemberStore } from './member-store.ts';
import type { ClientView } from './view.ts';

/** What a client needs of the world around it. */
export type RoomClientOptions = {
  /** From the link; absent where the device comes back by its store. */
  link?: Link;
  /** "https://relay.example.com": where a link's page says the room is; a stored membership knows its own. */
  relay: string;
  store: MemberStore;
  name: string;
  openSocket: OpenSocket;
  clock: Clock;
  timer: Timer;
  /** Default: `queueMicrotask`. */
  defer?: Defer;
  random(bytes: number): Uint8Array;
  /** Makes the device's key at its first join. */
  newDevice?: () => Promise<DeviceKey>;
  /** Device of the host's own page (CLG-81). */
  isBound?: boolean;
  /** At most once per turn of the event loop. */
  onChange(view: ClientView): void;
  /** Let in: the link's secret is not needed any more and must go (CLG-08). */
  onWelcome?(): void;
  /** Counters for diagnostics: dropped, refused and unreadable frames by kind. */
  count?(what: string): void;
};
