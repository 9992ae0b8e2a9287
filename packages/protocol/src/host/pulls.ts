import { fromHex, utf8 } from '../bytes.ts';
import { encodeRun } from '../chain.ts';
import type { AgentId, MemberId } from '../ids.ts';
import {
  allPullBytesPerSecond,
  askBurst,
  asksPerSecond,
  maxOutstandingPulls,
  maxPartBytes,
  pullByteBurst,
  pullBytesPerSecond,
} from '../limits.ts';
import type { Pull } from '../messages.ts';
import { fullBucket, type Rate, type TokenBucket, take, waitMs } from '../token-bucket.ts';
import type { WorkspaceAsk } from '../workspace.ts';
import type { Clock, CommandSender, DeviceRecord, RoomApplication, RoomStore, Timer } from './contract.ts';
import type { Snapshots } from './snapshots.ts';

const ofOne: Rate = { perSecond: pullBytesPerSecond, burst: pullByteBurst };
const ofAsks: Rate = { perSecond: asksPerSecond, burst: askBurst };
const ofAll: Rate = { perSecond: allPullBytesPerSecond, burst: allPullBytesPerSecond };

export type Part = { id: number; end: boolean; len?: number; refused?: string };
type Budget = { bytes: TokenBucket; asks: TokenBucket };
type Waiting = { memberId: MemberId; id: number; pull: Pull };

/** Bytes leave for a pull only, within what one member and all together may take (CLG-61, 62). */
export class Pulls {
  readonly #store: RoomStore;
  readonly #snapshots: Snapshots;
  readonly #application: RoomApplication;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #deviceOf: (memberId: MemberId) => DeviceRecord | undefined;
  readonly #senderOf: (memberId: MemberId) => CommandSender | undefined;
  readonly #answer: (memberId: MemberId, part: Part, bytes: Uint8Array) => void;
  readonly #count: (what: string) => void;
  readonly #budgets = new Map<MemberId, Budget>();
  readonly #all: TokenBucket;
  #waiting: Waiting[] = [];
  /** Questions being looked into, by member. */
  readonly #asked = new Map<MemberId, number>();
  #cancelRetry: (() => void) | undefined;

  constructor(options: {
    store: RoomStore;
    snapshots: Snapshots;
    application: RoomApplication;
    clock: Clock;
    timer: Timer;
    deviceOf: (memberId: MemberId) => DeviceRecord | undefined;
    senderOf: (memberId: MemberId) => CommandSender | undefined;
    answer: (memberId: MemberId, part: Part, bytes: Uint8Array) => void;
    count: (what: string) => void;
  }) {
    this.#store = options.store;
    this.#snapshots = options.snapshots;
    this.#application = options.application;
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#deviceOf = options.deviceOf;
    this.#senderOf = options.senderOf;
    this.#answer = options.answer;
    this.#count = options.count;
    this.#all = fullBucket(ofAll, this.#clock.monotonicMs());
  }

  request(memberId: MemberId, id: number, pull: Pull): void {
    const mine = this.#waiting.filter((waiting) => waiting.memberId === memberId);
    if (mine.length + (this.#asked.get(memberId) ?? 0) >= maxOutstandingPulls) {
      this.#count('pull_flood');
      this.#answer(memberId, { id, end: true, refused: 'rate' }, new Uint8Array(0));
      return;
    }
    this.#waiting.push({ memberId, id, pull });
    this.#serve();
  }

  forget(memberId: MemberId): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.memberId !== memberId);
  }

  forgetAll(): void {
    this.#waiting = [];
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /** Those who can pay are served in order; one whose budget is spent holds up nobody else. */
  #serve(): void {
    const left: Waiting[] = [];
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const dueMs = this.#pay(waiting);
      if (dueMs === 0) this.#give(waiting);
      else {
        left.push(waiting);
        soonestMs = Math.min(soonestMs, dueMs);
      }
    }
    this.#waiting = left;
    this.#cancelRetry?.();
    this.#cancelRetry = left.length === 0 ? undefined : this.#timer(soonestMs, () => this.#serve());
  }

  /** Every part is paid as a full one: what it costs the uplink is its padded frame. */
  #pay({ memberId, pull }: Waiting): number {
    const nowMs = this.#clock.monotonicMs();
    const { bytes, asks } = this.#budgetOf(memberId, nowMs);
    const isAsk = pull.what === 'ask';
    const dueMs = Math.max(
      waitMs(bytes, ofOne, maxPartBytes, nowMs),
      waitMs(this.#all, ofAll, maxPartBytes, nowMs),
      isAsk ? waitMs(asks, ofAsks, 1, nowMs) : 0,
    );
    if (dueMs > 0) return dueMs;
    take(bytes, ofOne, maxPartBytes, nowMs);
    take(this.#all, ofAll, maxPartBytes, nowMs);
    if (isAsk) take(asks, ofAsks, 1, nowMs);
    return 0;
  }

  #budgetOf(memberId: MemberId, nowMs: number): Budget {
    const known = this.#budgets.get(memberId);
    if (known !== undefined) return known;
    const budget = { bytes: fullBucket(ofOne, nowMs), asks: fullBucket(ofAsks, nowMs) };
    this.#budgets.set(memberId, budget);
    return budget;
  }

  #give({ memberId, id, pull }: Waiting): void {
    const device = this.#deviceOf(memberId);
    if (device !== undefined && pull.what === 'ask') {
      this.#ask(memberId, id, device.floorSeq, pull.ask);
      return;
    }
    if (device !== undefined && pull.what === 'terminal') {
      this.#terminal(memberId, id, device.floorSeq, pull.agentId);
      return;
    }
    const isValue = pull.what !== 'ask' && pull.what !== 'terminal';
    const part = device === undefined || !isValue ? undefined : this.#read(device, pull);
    if (part === undefined) {
      this.#count('pull_refused');
      this.#answer(memberId, { id, end: true, refused: 'no_such_object' }, new Uint8Array(0));
      return;
    }
    const { bytes, end, len } = part;
    this.#answer(memberId, { id, end, ...(len !== undefined && { len }) }, bytes);
  }

  /** The application looks into it; its right is judged there, now. A member that left meanwhile is told nothing. */
  #ask(memberId: MemberId, id: number, floor: number, ask: WorkspaceAsk): void {
    const sender = this.#senderOf(memberId);
    const refuse = (refused: string): void => {
      this.#count('ask_refused');
      this.#answer(memberId, { id, end: true, refused }, new Uint8Array(0));
    };
    if (sender === undefined) {
      refuse('right');
      return;
    }
    this.#asked.set(memberId, (this.#asked.get(memberId) ?? 0) + 1);
    const done = (): void => {
      const left = (this.#asked.get(memberId) ?? 1) - 1;
      if (left === 0) this.#asked.delete(memberId);
      else this.#asked.set(memberId, left);
    };
    this.#application.answerAsk(sender, floor, ask).then(
      (answer) => {
        done();
        // Rights may have gone while it was looked into.
        if (this.#deviceOf(memberId)?.state !== 'member') return;
        if (!answer.ok) refuse(answer.code);
        else if (answer.bytes.length <= maxPartBytes) this.#answer(memberId, { id, end: true }, answer.bytes);
        else this.#answer(memberId, { id, end: false }, this.#named(answer.bytes, floor));
      },
      () => {
        done();
        refuse('internal');
      },
    );
  }

  #terminal(memberId: MemberId, id: number, floor: number, agentId: AgentId): void {
    const sender = this.#senderOf(memberId);
    const screen = sender && this.#application.terminalScreen(sender, floor, agentId);
    if (screen?.ok !== true) {
      this.#count('terminal_refused');
      this.#answer(memberId, { id, end: true, refused: screen?.code ?? 'right' }, new Uint8Array(0));
    } else if (screen.bytes.length <= maxPartBytes) this.#answer(memberId, { id, end: true }, screen.bytes);
    else this.#answer(memberId, { id, end: false }, this.#named(screen.bytes, floor));
  }

  #read(
    device: DeviceRecord,
    pull: Exclude<Pull, { what: 'ask' | 'terminal' }>,
  ): { bytes: Uint8Array; end: boolean; len?: number } | undefined {
    switch (pull.what) {
      case 'page':
        return this.#page(device.floorSeq, pull);
      case 'blob':
        return this.#blob(device.floorSeq, pull.blob, pull.off);
      case 'live':
        return { bytes: this.#live(device.floorSeq), end: true };
      default:
        pull satisfies never;
        return undefined;
    }
  }

  #page(floor: number, { first, last, tail }: Extract<Pull, { what: 'page' }>) {
    const from = Math.max(first, 1);
    const head = this.#store.head().seq;
    if (from < floor || last < from || last > head) return undefined;
    const run = tail ? this.#store.readRunBefore(last, maxPartBytes) : this.#store.readRun(from, last, maxPartBytes);
    if (run.first < from) {
      const events = run.events.slice(from - run.first);
      const prev = this.#store.hashAt(from - 1);
      return prev && { bytes: encodeRun({ prev, first: from, events }), end: true };
    }
    const isWhole = run.first === from && run.first + run.events.length - 1 === last;
    return { bytes: encodeRun(run), end: isWhole };
  }

  #blob(floor: number, blob: string, offset: number) {
    const snapshot = this.#snapshots.find(blob, floor);
    if (snapshot !== undefined) {
      const bytes = snapshot.bytes.subarray(offset, offset + maxPartBytes);
      return { bytes, end: offset + bytes.length >= snapshot.bytes.length, len: snapshot.bytes.length };
    }
    const id = fromHex(blob, 16);
    const part = id && this.#store.readBlob(id, offset, maxPartBytes);
    if (part === undefined || part.fromSeq < floor) return undefined;
    return { bytes: part.bytes, end: offset + part.bytes.length >= part.len, len: part.len };
  }

  /** The blocks' text may be long: it goes as a blob of its own, and this names it. */
  #live(floor: number): Uint8Array {
    return this.#named(utf8(JSON.stringify(this.#application.liveBlocks())), floor);
  }

  #named(value: Uint8Array, floor: number): Uint8Array {
    const { id, bytes, hash } = this.#snapshots.keep(value, floor);
    return utf8(JSON.stringify({ blob: id, len: bytes.length, hash }));
  }
}
