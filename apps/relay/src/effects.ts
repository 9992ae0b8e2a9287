import type { CloseReason } from '@collagility/protocol/errors';
import type { ControlMessageOf } from '@collagility/protocol/frames';
import type { KeptPeer } from './peer.ts';
import type { AdmissionKey, RecordChange } from './record.ts';

/** What a room wants done. It touches no socket, clock, disk or random source itself. */
export type Effect<Port> =
  /** One WebSocket message, the same bytes for each of these sockets; `headroomBytes` are free before it. */
  | { type: 'send'; to: readonly Port[]; message: Uint8Array }
  | { type: 'close'; port: Port; reason: CloseReason }
  /** Asks for one `turn_ended` before the event loop goes on to the next turn. */
  | { type: 'end_turn' }
  /** Check a proof; the answer comes back as `proved`. Until then the socket's further messages wait. */
  | { type: 'prove'; port: Port; claim: Claim }
  /** Name admission keys; the answer comes back as `identified`. */
  | { type: 'identify'; port: Port; change: KeyChange; publicKeys: readonly string[] }
  /** What must survive while the room sleeps and its sockets stay open. */
  | { type: 'remember'; port: Port; kept: KeptPeer }
  | { type: 'store'; change: RecordChange }
  | { type: 'note'; note: Note };

/** A claim that only a signature check can settle. */
export type Claim =
  | { kind: 'seat'; challenge: string; word: ControlMessageOf<'seat'> }
  | { kind: 'admit'; challenge: string; word: ControlMessageOf<'admit'>; key: AdmissionKey };

/** The whole set, perhaps in parts, or one more key. */
export type KeyChange = { type: 'keys'; more: boolean } | { type: 'key+' };

/** Things worth counting or logging. Never content, keys or names. */
export type Note =
  | { name: 'host_seated'; gen: number; takeover: boolean }
  | { name: 'host_left' }
  | { name: 'member_entered' }
  | { name: 'member_left' }
  | { name: 'closed'; reason: CloseReason }
  | { name: 'forwarded'; frames: number; bytes: number }
  | { name: 'dropped'; frames: number; why: 'slow_reader' | 'host_away' | 'gone' };

export type Input<Port> =
  | {
      type: 'connected';
      port: Port;
      challenge: string;
      authority: string;
      address: string | undefined;
      nowMs: number;
    }
  | { type: 'message'; port: Port; message: Uint8Array; nowMs: number }
  /** The text heartbeat, or its host's own sign of life. */
  | { type: 'heard'; port: Port; nowMs: number }
  | { type: 'proved'; port: Port; claim: Claim; holds: boolean; nowMs: number }
  | { type: 'identified'; port: Port; change: KeyChange; keys: AdmissionKey[]; nowMs: number }
  | { type: 'disconnected'; port: Port; nowMs: number }
  /** A message that no rule reads: too large, or text that is no heartbeat. */
  | { type: 'refused'; port: Port; reason: CloseReason; nowMs: number }
  | { type: 'turn_ended'; nowMs: number }
  | { type: 'ticked'; nowMs: number }
  | { type: 'forgotten'; nowMs: number };
