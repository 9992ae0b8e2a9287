/**
 * All that a relay keeps of a room at rest: who the host is, which start of it was seen last, which keys may enter,
 * and when. No name, no address, no frame. Bytes are lower-case hex.
 */
export type RoomRecord = {
  hostKey: string;
  generation: KnownGeneration;
  /** Admission public keys under their id8. The relay cannot tell an invite's key from a member's. */
  admission: Map<string, string>;
  createdMs: number;
  hostSeenMs: number;
};

/** One start of the host's bridge (CLG-12): the number decides, `boot` tells two copies of one number apart. */
export type KnownGeneration = { gen: number; boot: string };

/** One step of the record; small, so that a host with many members does not rewrite all of it for one key. */
export type RecordChange =
  | { type: 'seat'; hostKey: string; generation: KnownGeneration; createdMs: number; hostSeenMs: number }
  | { type: 'keys'; keys: readonly AdmissionKey[] }
  | { type: 'key_added'; key: AdmissionKey }
  | { type: 'key_removed'; id8: string }
  | { type: 'host_seen'; hostSeenMs: number }
  | { type: 'forgotten' };

export type AdmissionKey = { id8: string; publicKey: string };

/** Where records live. Synchronous on every host, so that no change can overtake another. */
export type RoomStorage = {
  load(roomId: string): RoomRecord | undefined;
  apply(roomId: string, change: RecordChange): void;
  /** Rooms whose host was last seen before this time. */
  seenBefore(timeMs: number): string[];
  close(): void;
};

/** The one meaning of a change; storages that keep rows must agree with it. */
export function applyChange(record: RoomRecord | undefined, change: RecordChange): RoomRecord | undefined {
  if (change.type === 'seat') {
    const { hostKey, generation, createdMs, hostSeenMs } = change;
    return { hostKey, generation, createdMs, hostSeenMs, admission: record?.admission ?? new Map() };
  }
  if (record === undefined || change.type === 'forgotten') return undefined;
  switch (change.type) {
    case 'keys':
      return { ...record, admission: new Map(change.keys.map((key) => [key.id8, key.publicKey])) };
    case 'key_added':
      record.admission.set(change.key.id8, change.key.publicKey);
      return record;
    case 'key_removed':
      record.admission.delete(change.id8);
      return record;
    case 'host_seen':
      return { ...record, hostSeenMs: change.hostSeenMs };
  }
}
