import * as v from 'valibot';
import { equal, fromHex } from '../bytes.ts';
import { decodeRun, type Head, placeRun, type Run, runEnd } from '../chain.ts';
import { CollagilityError } from '../errors.ts';
import { parseEvent, type RoomEvent, type UnknownEvent } from '../events.ts';
import { parseJson } from '../plaintext.ts';
import { emptyRoomState, foldHistory, type HistoryPage, prependHistory, reduceMany } from '../reduce.ts';
import type { RoomState } from '../state.ts';
import type { PullRequests } from './pull-requests.ts';
import { soundItems } from './sound-items.ts';

const maxAnchors = 256;
const maxAnchorBytes = 4 * 1024 * 1024;

export type TranscriptEvents = {
  changed(): void;
  /** New events, in order, for what hangs on them (live blocks end). */
  applied(events: ReadonlyArray<RoomEvent | UnknownEvent>): void;
  /** Two stories under one signature: stop, show it (CLG-53). */
  fork(): void;
  /** It cannot go on without a new welcome. */
  resume(): void;
};

const SnapshotText = v.object({
  // The room state is the host's own fold, trusted as its channel is; the reducer's types describe it. What its items
  // hold is looked at once (soundItems).
  state: v.custom<RoomState>((value) => typeof value === 'object' && value !== null && 'seq' in value),
  before: v.string(),
  head: v.string(),
});

/** The events this member has, in one chain without gaps, folded into the room (CLG-51 to 53, 59). */
export class Transcript {
  readonly #roomId: Uint8Array;
  readonly #roomIdText: string;
  readonly #pulls: PullRequests;
  readonly #events: TranscriptEvents;
  readonly #firstHash: Uint8Array;
  #state: RoomState | undefined;
  #head: Head;
  /** Chain value before the oldest event that is folded in whole, and where that is. */
  #oldest: { seq: number; before: Uint8Array } | undefined;
  #orphans: HistoryPage['orphans'] = [];
  #floor = 1;
  /** What the host had when it welcomed us: we are not whole before we are there. */
  #target: Head | undefined;
  #anchors: Run[] = [];
  #anchorBytes = 0;
  /** One filler at a time; a new welcome makes the old one's answers void. */
  #generation = 0;
  #isFilling = false;
  #isLoadingOlder = false;
  /** The last page that was asked for could not be had, or was not the one before. */
  #hasOlderFailed = false;
  #isForked = false;

  constructor(options: {
    roomId: Uint8Array;
    roomIdText: string;
    firstHash: Uint8Array;
    pulls: PullRequests;
    events: TranscriptEvents;
  }) {
    this.#roomId = options.roomId;
    this.#roomIdText = options.roomIdText;
    this.#firstHash = options.firstHash;
    this.#pulls = options.pulls;
    this.#events = options.events;
    this.#head = { seq: 0, hash: this.#firstHash };
  }

  get state(): RoomState | undefined {
    return this.#state;
  }

  get head(): Head {
    return this.#head;
  }

  /** What a resume says it has; nothing before the first snapshot. */
  get have(): Head | undefined {
    return this.#state === undefined ? undefined : this.#head;
  }

  get history(): { isLoading: boolean; hasOlder: boolean; hasFailed: boolean } {
    const firstSeq = this.#state?.firstSeq ?? 1;
    const hasOlder = this.#oldest !== undefined && firstSeq > this.#floor;
    return { isLoading: this.#isLoadingOlder, hasOlder, hasFailed: this.#hasOlderFailed };
  }

  /** Returns how many events we had that the host's story has not. */
  welcomed(welcome: {
    head: Head;
    floor: number;
    isReset: boolean;
    snapshot: { blob: string; len: number; hash: string } | undefined;
  }): number {
    const lost = welcome.isReset ? Math.max(0, this.#head.seq - welcome.head.seq) : 0;
    this.#generation += 1;
    this.#isFilling = false;
    this.#isLoadingOlder = false;
    this.#hasOlderFailed = false;
    this.#anchors = [];
    this.#anchorBytes = 0;
    this.#floor = Math.max(1, welcome.floor);
    this.#target = welcome.head;
    if (welcome.isReset) {
      this.#state = undefined;
      this.#head = { seq: 0, hash: this.#firstHash };
    }
    this.#isForked = false;
    const generation = this.#generation;
    const work = welcome.snapshot === undefined ? undefined : this.#loadSnapshot(welcome.snapshot, generation);
    if (work === undefined) this.#fill();
    else work.catch((error: unknown) => this.#failed(error, generation));
    return lost;
  }

  /** The head of a signed check: the host's order brings events before it, so what is missing now was withheld. */
  noticed(head: Head): void {
    if (this.#state === undefined || this.#isFilling || this.#isForked || head.seq <= this.#head.seq) return;
    this.#target = head;
    this.#fill();
  }

  /** A run that the host signed. */
  take(run: Run): void {
    if (this.#isForked) return;
    if (this.#state === undefined || this.#isFilling) {
      this.#anchor(run);
      return;
    }
    this.#place(run);
  }

  /** One page of what was before; resolves when it is there. What went wrong is told by `history` too. */
  async loadOlder(): Promise<void> {
    const oldest = this.#oldest;
    if (this.#isLoadingOlder || oldest === undefined || oldest.seq <= this.#floor) return;
    const generation = this.#generation;
    this.#isLoadingOlder = true;
    this.#hasOlderFailed = false;
    this.#events.changed();
    try {
      const last = oldest.seq - 1;
      const { bytes } = await this.#pulls.request({ what: 'page', first: this.#floor, last, tail: true });
      if (generation === this.#generation) this.#takeOlder(bytes, oldest.before, last);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#hasOlderFailed = true;
      throw error;
    } finally {
      if (generation === this.#generation) {
        this.#isLoadingOlder = false;
        this.#events.changed();
      }
    }
  }

  /** Verified against the `prev` of the page after it: an altered page fits nowhere. */
  #takeOlder(bytes: Uint8Array, before: Uint8Array, last: number): void {
    const run = decodeRun(bytes);
    const state = this.#state;
    if (run === undefined || state === undefined) throw new CollagilityError('bad_frame', 'Not a page of history.');
    const end = runEnd(this.#roomId, run);
    if (end.seq !== last || run.first < this.#floor || !equal(end.hash, before)) {
      throw new CollagilityError('chain', 'This page is not the one before what is here.');
    }
    const page = foldHistory(run.first, run.events.map(eventOf), state.participants, this.#orphans);
    this.#orphans = page.orphans;
    this.#state = prependHistory(state, run.first, page);
    this.#oldest = { seq: run.first, before: run.prev };
  }

  async #loadSnapshot(ref: { blob: string; len: number; hash: string }, generation: number): Promise<void> {
    this.#isFilling = true;
    const bytes = await this.#pulls.blob(ref);
    if (generation !== this.#generation) return;
    const json = parseJson(bytes);
    const parsed = json.ok ? v.safeParse(SnapshotText, json.value) : undefined;
    const before = parsed?.success ? fromHex(parsed.output.before, 32) : undefined;
    const head = parsed?.success ? fromHex(parsed.output.head, 32) : undefined;
    if (!parsed?.success || before === undefined || head === undefined) {
      throw new CollagilityError('bad_frame', 'The host sent a snapshot that cannot be read.');
    }
    const state = { ...parsed.output.state, items: soundItems(parsed.output.state.items) };
    this.#state = state;
    this.#head = { seq: state.seq, hash: head };
    this.#oldest = { seq: state.firstSeq, before };
    this.#orphans = [];
    this.#isFilling = false;
    this.#events.changed();
    this.#fill();
  }

  /** Pulls what lies between our head and the next thing we hold: the welcome's head or an anchor. */
  #fill(): void {
    if (this.#isFilling || this.#isForked) return;
    this.#state ??= emptyRoomState(this.#roomIdText);
    this.#oldest ??= { seq: 1, before: this.#firstHash };
    const to = this.#nextHeld();
    if (to === undefined || to <= this.#head.seq) {
      this.#placeAnchors();
      return;
    }
    this.#isFilling = true;
    const generation = this.#generation;
    const pull = { what: 'page', first: this.#head.seq + 1, last: to } as const;
    this.#pulls.request(pull).then(
      ({ bytes }) => {
        if (generation !== this.#generation) return;
        this.#isFilling = false;
        const run = decodeRun(bytes);
        if (run === undefined || run.first !== this.#head.seq + 1) this.#events.resume();
        else if (this.#place(run)) this.#fill();
      },
      (error: unknown) => this.#failed(error, generation),
    );
  }

  #nextHeld(): number | undefined {
    if (this.#target !== undefined && this.#target.seq > this.#head.seq) return this.#target.seq;
    const first = this.#anchors[0]?.first;
    return first === undefined ? undefined : first - 1;
  }

  #placeAnchors(): void {
    for (let run = this.#anchors[0]; run !== undefined; run = this.#anchors[0]) {
      if (run.first > this.#head.seq + 1) {
        this.#fill();
        return;
      }
      this.#anchors.shift();
      this.#anchorBytes -= sizeOf(run);
      if (!this.#place(run)) return;
    }
  }

  /** Whether it was laid, or was known already. */
  #place(run: Run): boolean {
    const placement = placeRun(this.#roomId, this.#head, run);
    switch (placement.kind) {
      case 'known':
        return true;
      case 'gap':
        this.#anchor(run);
        this.#fill();
        return false;
      case 'fork':
        this.#forked();
        return false;
      case 'next':
        return this.#apply(placement.first, placement.events, placement.head);
      default:
        placement satisfies never;
        return false;
    }
  }

  #apply(first: number, events: readonly Uint8Array[], head: Head): boolean {
    const target = this.#target;
    if (target !== undefined && head.seq === target.seq && !equal(head.hash, target.hash)) {
      this.#forked();
      return false;
    }
    const parsed = events.map(eventOf);
    this.#state = reduceMany(this.#state ?? emptyRoomState(this.#roomIdText), first, parsed);
    this.#head = head;
    if (target !== undefined && head.seq >= target.seq) this.#target = undefined;
    this.#events.applied(parsed);
    this.#events.changed();
    return true;
  }

  #anchor(run: Run): void {
    this.#anchors.push(run);
    this.#anchorBytes += sizeOf(run);
    if (this.#anchors.length <= maxAnchors && this.#anchorBytes <= maxAnchorBytes) return;
    this.#anchors = [];
    this.#anchorBytes = 0;
    this.#events.resume();
  }

  #forked(): void {
    this.#isForked = true;
    this.#events.fork();
  }

  #failed(error: unknown, generation: number): void {
    if (generation !== this.#generation) return;
    this.#isFilling = false;
    if (!(error instanceof CollagilityError)) throw error;
    this.#events.resume();
  }
}

const sizeOf = (run: Run): number => run.events.reduce((sum, event) => sum + event.length, 0);

function eventOf(bytes: Uint8Array): RoomEvent | UnknownEvent {
  const json = parseJson(bytes);
  return parseEvent(json.ok ? json.value : undefined);
}
