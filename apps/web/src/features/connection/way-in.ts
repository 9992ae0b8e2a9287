import * as v from 'valibot';
import { askForSeq } from '../room/asked-seq.ts';
import type { RoomView } from '../room/room-view.ts';
import { readFragment } from './link.ts';
import type { Way } from './messages.ts';

/** The link's secret waits here from the first look at the address until the host has let this page in (CLG-08). */
const pendingKey = 'collagility.link';

export type WayIn = { way: Way; firstPhase: RoomView['phase'] } | { way: undefined; firstPhase: RoomView['phase'] };

/** Reads the address once and takes the secret out of it. */
export function readWayIn(): WayIn {
  const fragment = readFragment(window.location.hash);
  switch (fragment.name) {
    case 'link':
      remember(fragment.text);
      history.replaceState(history.state, '', window.location.pathname);
      return linkWay(fragment.text);
    case 'room':
      askForSeq(fragment.seq);
      return { way: { name: 'room', roomId: fragment.roomId }, firstPhase: { name: 'connecting' } };
    case 'damaged':
      history.replaceState(history.state, '', window.location.pathname);
      forget();
      return { way: undefined, firstPhase: { name: 'damaged_link' } };
    case 'none': {
      const kept = recall();
      return kept === undefined ? { way: undefined, firstPhase: { name: 'no_link' } } : linkWay(kept);
    }
  }
}

const linkWay = (text: string): WayIn => ({
  way: { name: 'link', text },
  firstPhase: { name: 'ready_to_join', roomIdStart: '' },
});

/** Let in: the secret goes, and the address names the room, which opens nothing by itself. */
export function welcomed(roomId: string): void {
  forget();
  history.replaceState(history.state, '', `${window.location.pathname}#r=${roomId}`);
}

const RelayInfo = v.object({ relay: v.optional(v.nullable(v.string())), bound: v.optional(v.boolean()) });

/** Where the room's relay is: this origin tells, by default it is itself. */
export async function findRelay(): Promise<{ relay: string; isBound: boolean }> {
  const own = { relay: window.location.origin, isBound: false };
  try {
    const response = await fetch('/relay.json', { cache: 'no-store', credentials: 'omit' });
    if (!response.ok) return own;
    const info = v.safeParse(RelayInfo, await response.json());
    if (!info.success) return own;
    return { relay: info.output.relay ?? own.relay, isBound: info.output.bound ?? false };
  } catch {
    // Not reachable or no JSON: a static host without a relay of its own; dialling it tells the rest.
    return own;
  }
}

function remember(text: string): void {
  try {
    sessionStorage.setItem(pendingKey, text);
  } catch {
    // Without storage a reload before the host's word needs the link again.
    return;
  }
}

function recall(): string | undefined {
  try {
    return sessionStorage.getItem(pendingKey) ?? undefined;
  } catch {
    // The same as none.
    return undefined;
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(pendingKey);
  } catch {
    // Nothing was kept either.
    return;
  }
}
