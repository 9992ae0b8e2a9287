import { fullBucket, type TokenBucket } from '@collagility/protocol/token-bucket';
import type { Budgets } from './budgets.ts';
import type { KnownGeneration } from './record.ts';
import type { Entry } from './turn.ts';

/**
 * Where one socket stands:
 *
 *   challenge ──seat──▶ proving ──proof holds──▶ host
 *        └─────admit──▶ proving ──proof holds──▶ member (closed ⇄ open, by the host's word)
 *
 * Everything else ends it. A challenge is gone the moment it is answered, right or wrong.
 */
export type PeerState =
  | { phase: 'challenge'; challenge: string; authority: string; sinceMs: number }
  | { phase: 'proving'; sinceMs: number }
  | { phase: 'host'; generation: KnownGeneration; keys: KeySetState }
  | { phase: 'member'; handle: string; id8: string; open: boolean };

/** Whether the host has written its key set on this seat, and whether it is in the middle of writing one. */
export type KeySetState = { written: boolean; partly: boolean };

/** What is kept of a socket while its room sleeps; it must fit 2 KB (CLG-23). Rates start full again. */
export type KeptPeer = { state: PeerState; address: string | undefined; heardMs: number };

/** One socket of a room. `Port` is the socket itself, opaque here. */
export type Peer<Port> = {
  readonly port: Port;
  readonly address: string | undefined;
  state: PeerState;
  heardMs: number;
  frames: TokenBucket;
  bytes: TokenBucket;
  /** Messages that wait until something asynchronous about this socket is decided; in order. */
  held: Uint8Array[] | undefined;
  heldBytes: number;
  /** This turn's entries for this socket alone, each placed before the group entry of that number. */
  own: Array<{ before: number; entry: Entry }> | undefined;
  /** Bytes sent, marked and answered: the measure of a slow reader where the socket itself tells none (CLG-23). */
  flow: { sent: number; marked: number; read: number };
  /** The first group entry of this turn that this socket gets; one opened in the middle gets only later ones. */
  groupFrom: number;
};

export function newPeer<Port>(
  port: Port,
  address: string | undefined,
  state: PeerState,
  budgets: Budgets,
  nowMs: number,
): Peer<Port> {
  const host = state.phase === 'host';
  return {
    port,
    address,
    state,
    heardMs: nowMs,
    frames: fullBucket(host ? budgets.hostFrames : budgets.memberFrames, nowMs),
    bytes: fullBucket(host ? budgets.hostBytes : budgets.memberBytes, nowMs),
    held: undefined,
    heldBytes: 0,
    own: undefined,
    flow: { sent: 0, marked: 0, read: 0 },
    groupFrom: 0,
  };
}
