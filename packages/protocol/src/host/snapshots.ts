import { blobHash } from '../blob.ts';
import { toHex, utf8 } from '../bytes.ts';
import { parseEvent } from '../events.ts';
import { maxSnapshotItems } from '../limits.ts';
import { parseJson } from '../plaintext.ts';
import { snapshotOf } from '../reduce.ts';
import type { RoomState } from '../state.ts';
import type { RoomStore } from './contract.ts';
import type { Log } from './log.ts';

export type Snapshot = { id: string; bytes: Uint8Array; hash: string; seq: number; floor: number };

/** A snapshot this many events behind still serves the next newcomer; the rest are pages. */
const reuseWithinEvents = 64;
const maxKept = 32;

/** The folded room as blobs for those who come late (CLG-34, 59): derived, kept in memory only, made once for many. */
export class Snapshots {
  readonly #log: Log;
  readonly #store: RoomStore;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #kept: Snapshot[] = [];
  readonly #passing: Snapshot[] = [];

  constructor(options: { log: Log; store: RoomStore; random: (bytes: number) => Uint8Array }) {
    this.#log = options.log;
    this.#store = options.store;
    this.#random = options.random;
  }

  /** What a member may see from event `floor` on. */
  for(floor: number): Snapshot {
    this.#log.commit();
    const known = this.#kept.find(
      (snapshot) => snapshot.floor === floor && this.#log.head.seq - snapshot.seq <= reuseWithinEvents,
    );
    if (known !== undefined) return known;
    const state = snapshotOf(this.#visibleFrom(floor), maxSnapshotItems);
    const before = this.#store.hashAt(Math.max(floor, state.firstSeq) - 1) ?? this.#log.head.hash;
    const head = this.#store.hashAt(state.seq) ?? this.#log.head.hash;
    const bytes = utf8(JSON.stringify({ state, before: toHex(before), head: toHex(head) }));
    return this.#add(this.#kept, bytes, floor, state.seq);
  }

  /** A value of this moment, for one or few pulls. */
  keep(bytes: Uint8Array, floor: number): Snapshot {
    return this.#add(this.#passing, bytes, floor, this.#log.head.seq);
  }

  /** Only with the floor it was made for: a guest from now on cannot name another's. */
  find(id: string, floor: number): Snapshot | undefined {
    return [...this.#kept, ...this.#passing].find((snapshot) => snapshot.id === id && snapshot.floor === floor);
  }

  #add(list: Snapshot[], bytes: Uint8Array, floor: number, seq: number): Snapshot {
    const snapshot = { id: toHex(this.#random(16)), bytes, hash: toHex(blobHash(bytes)), seq, floor };
    list.unshift(snapshot);
    list.length = Math.min(list.length, maxKept);
    return snapshot;
  }

  #visibleFrom(floor: number): RoomState {
    const { state } = this.#log;
    if (floor <= 1) return state;
    const floorMs = this.#timeOf(floor);
    const items = state.items.filter((item) => item.seq >= floor);
    const ids = new Set(items.flatMap((item) => (item.kind === 'approval' ? [item.request.approvalId] : [])));
    // What changed before them is not counted for them either; they ask (CLG-68), and are answered by their floor.
    const { changed: _, ...told } = state;
    return {
      ...told,
      firstSeq: Math.max(floor, state.firstSeq),
      items,
      chat: state.chat.filter((message) => message.atMs >= floorMs),
      review: state.review.filter(({ comments: [first] }) => first !== undefined && first.atMs >= floorMs),
      suggestions: state.suggestions.filter((suggestion) => suggestion.atMs >= floorMs),
      pendingApprovals: state.pendingApprovals.filter((id) => ids.has(id)),
    };
  }

  #timeOf(seq: number): number {
    const [bytes] = this.#store.readRun(seq, seq, 1).events;
    const json = bytes && parseJson(bytes);
    return json?.ok ? parseEvent(json.value).atMs : 0;
  }
}
