import type { CloseReason } from '@collagility/protocol/errors';
import type { Addresses } from '../addresses.ts';
import type { Budgets } from '../budgets.ts';
import type { Effect, Note } from '../effects.ts';
import { Outbox } from '../outbox.ts';
import type { Peer } from '../peer.ts';
import { type AdmissionKey, applyChange, type RecordChange, type RoomRecord } from '../record.ts';
import type { Entry } from '../turn.ts';
import { controlToHost, controlToMember, type FirstWord, type ToHostWord } from '../wire.ts';

export type RoomSetup<Port> = {
  record: RoomRecord | undefined;
  budgets: Budgets;
  addresses: Addresses;
  /** 16 random hex digits; handles are the relay's own, never a client's. */
  newHandle: () => string;
  /** Tell the host the address of a member: only where the relay was configured to trust its source. */
  tellAddresses: boolean;
  /** Bytes that wait for a slow reader. Where a host cannot tell, members are asked how far they have read. */
  waitingBytes: ((port: Port) => number) | undefined;
};

/** A member is asked once in so many bytes how far it has read. */
const markEveryBytes = 256 * 1024;

/**
 * Who is in a room and what is about to be sent: the state that all of the room's rules work on. Everything to be
 * done outside is collected as effects.
 */
export class Floor<Port> {
  readonly setup: RoomSetup<Port>;
  readonly peers = new Map<Port, Peer<Port>>();
  readonly members = new Map<string, Peer<Port>>();
  readonly outbox = new Outbox<Port>();
  /** Who asked to be let in by a key that is unknown while keys of the host are still being named. */
  readonly undecided = new Map<Peer<Port>, { word: FirstWord; challenge: string }>();
  record: RoomRecord | undefined;
  host: Peer<Port> | undefined;
  /** Parts of a key set that is not complete yet. */
  keySet: AdmissionKey[] = [];
  effects: Effect<Port>[] = [];
  #turnAsked = false;

  constructor(setup: RoomSetup<Port>) {
    this.setup = setup;
    this.record = setup.record;
  }

  /** The host counts as here once it has written its admission keys on this seat. */
  get hostIsUp(): boolean {
    return this.host?.state.phase === 'host' && this.host.state.keys.written;
  }

  close(peer: Peer<Port>, reason: CloseReason, nowMs: number): void {
    if (!this.peers.has(peer.port)) return;
    if (reason === 'resync') this.outbox.forget(peer);
    else this.#flushOne(peer);
    this.closeUnseen(peer.port, reason);
    this.gone(peer, nowMs);
  }

  /** Closes a socket that never became a peer. */
  closeUnseen(port: Port, reason: CloseReason): void {
    this.effects.push({ type: 'close', port, reason });
    this.note({ name: 'closed', reason });
  }

  gone(peer: Peer<Port>, nowMs: number): void {
    this.peers.delete(peer.port);
    this.undecided.delete(peer);
    this.outbox.forget(peer);
    this.setup.addresses.leave(peer.address);
    if (peer.state.phase === 'member') {
      this.members.delete(peer.state.handle);
      this.tellHost({ t: 'out', h: peer.state.handle });
      this.note({ name: 'member_left' });
    }
    if (peer === this.host) this.#hostGone(nowMs);
  }

  #hostGone(nowMs: number): void {
    this.host = undefined;
    this.keySet = [];
    this.outbox.takeHost();
    this.store({ type: 'host_seen', hostSeenMs: nowMs });
    this.note({ name: 'host_left' });
    for (const member of this.members.values()) this.toOne(member, controlToMember({ t: 'host', up: false }));
  }

  setOpen(member: Peer<Port>, open: boolean): void {
    if (member.state.phase !== 'member' || member.state.open === open) return;
    member.state = { ...member.state, open };
    if (open) this.outbox.opened(member);
    this.remember(member);
  }

  // ── Sending ───────────────────────────────────────────────────────────────────────────────────────────────────────

  toOne(peer: Peer<Port>, entry: Entry): void {
    this.outbox.toOne(peer, entry);
    this.askTurn();
  }

  /** Before its keys are written a host is told nothing of members: it hears of those that its keys leave. */
  tellHost(word: ToHostWord): void {
    if (!this.hostIsUp) return;
    this.outbox.toHost(controlToHost(word));
    this.askTurn();
  }

  askTurn(): void {
    if (this.#turnAsked || this.outbox.isEmpty) return;
    this.#turnAsked = true;
    this.effects.push({ type: 'end_turn' });
  }

  endTurn(nowMs: number): void {
    this.#turnAsked = false;
    const { waitingBytes } = this.setup;
    const waiting = waitingBytes === undefined ? unreadBytes : (peer: Peer<Port>): number => waitingBytes(peer.port);
    const { tooSlow, thinned } = this.#sendMembers(waiting);
    if (thinned > 0) this.note({ name: 'dropped', frames: thinned, why: 'slow_reader' });
    for (const peer of tooSlow) this.close(peer, 'resync', nowMs);
    const { host } = this;
    if (host === undefined) return;
    for (const message of this.outbox.takeHost()) this.#sendNow(host, message);
    if (waiting(host) > this.setup.budgets.slowHostCloseBytes) this.close(host, 'resync', nowMs);
  }

  /** The turn so far, at once: what a former host sent goes out before the next one has a say. */
  flushMembers(): void {
    this.#sendMembers(() => 0);
    this.outbox.takeHost();
  }

  /** A member's answer to a mark: it has read everything up to there. */
  marked(peer: Peer<Port>, n: number): void {
    if (n <= peer.flow.marked) peer.flow.read = Math.max(peer.flow.read, n);
  }

  #sendMembers(waiting: (peer: Peer<Port>) => number) {
    const taken = this.outbox.takeMembers(this.members.values(), isOpen, waiting, this.setup.budgets);
    for (const { to, message } of taken.sendings) {
      this.effects.push({ type: 'send', to: to.map(({ port }) => port), message });
      if (this.setup.waitingBytes === undefined) for (const peer of to) this.#count(peer, message.length);
    }
    return taken;
  }

  #count(peer: Peer<Port>, bytes: number): void {
    const { flow } = peer;
    flow.sent += bytes;
    if (flow.sent - flow.marked < markEveryBytes || peer.state.phase !== 'member') return;
    flow.marked = flow.sent;
    this.toOne(peer, controlToMember({ t: 'mark', n: flow.sent }));
  }

  #flushOne(peer: Peer<Port>): void {
    if (peer === this.host) for (const message of this.outbox.takeHost()) this.#sendNow(peer, message);
    for (const message of this.outbox.takeOne(peer, isOpen(peer))) this.#sendNow(peer, message);
  }

  #sendNow(peer: Peer<Port>, message: Uint8Array): void {
    this.effects.push({ type: 'send', to: [peer.port], message });
  }

  // ── Keeping ───────────────────────────────────────────────────────────────────────────────────────────────────────

  remember(peer: Peer<Port>): void {
    const { port, state, address, heardMs } = peer;
    this.effects.push({ type: 'remember', port, kept: { state, address, heardMs } });
  }

  store(change: RecordChange): void {
    this.record = applyChange(this.record, change);
    this.effects.push({ type: 'store', change });
  }

  note(note: Note): void {
    this.effects.push({ type: 'note', note });
  }

  takeEffects(): Effect<Port>[] {
    const { effects } = this;
    this.effects = [];
    return effects;
  }
}

/** What a member has not said to have read, if it was asked. */
const unreadBytes = ({ flow }: Peer<unknown>): number => (flow.marked > flow.read ? flow.sent - flow.read : 0);

const isOpen = (peer: Peer<unknown>): boolean => peer.state.phase === 'member' && peer.state.open;
