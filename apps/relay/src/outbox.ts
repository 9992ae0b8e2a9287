import type { Budgets } from './budgets.ts';
import type { Peer } from './peer.ts';
import { type Entry, joinEntries } from './turn.ts';

type Sending<Port> = { to: Peer<Port>[]; message: Uint8Array };

/** What one turn of the event loop has to send. All sockets with the same contents share the same bytes. */
export class Outbox<Port> {
  #group: Entry[] = [];
  #host: Entry[] = [];
  /** Sockets whose contents differ from the group's this turn. */
  #special = new Set<Peer<Port>>();

  get isEmpty(): boolean {
    return this.#group.length === 0 && this.#host.length === 0 && this.#special.size === 0;
  }

  toAllOpen(entry: Entry): void {
    this.#group.push(entry);
  }

  toHost(entry: Entry): void {
    this.#host.push(entry);
  }

  /** Keeps the host's order: this entry stands after every group entry that the socket has before it (CLG-23). */
  toOne(peer: Peer<Port>, entry: Entry): void {
    const placed = { before: this.#group.length, entry };
    if (peer.own === undefined) peer.own = [placed];
    else peer.own.push(placed);
    this.#special.add(peer);
  }

  /** From here on the socket gets group entries (CLG-22). */
  opened(peer: Peer<Port>): void {
    peer.groupFrom = this.#group.length;
    if (peer.groupFrom > 0) this.#special.add(peer);
  }

  /** The host's own messages of this turn. */
  takeHost(): Uint8Array[] {
    const messages = joinEntries(this.#host, true);
    this.#host = [];
    return messages;
  }

  /** Everything for one socket, for when it is closed before the turn ends. */
  takeOne(peer: Peer<Port>, open: boolean): Uint8Array[] {
    const messages = joinEntries(this.#contentsOf(peer, open), true);
    this.#reset(peer);
    this.#special.delete(peer);
    return messages;
  }

  /** Leaves the turn's contents of this socket unsent. */
  forget(peer: Peer<Port>): void {
    this.#reset(peer);
    this.#special.delete(peer);
  }

  /**
   * Ends the turn for all members: fast readers share one set of messages, slow ones get it without ephemeral frames,
   * those beyond the second mark get nothing and are returned to be closed.
   */
  takeMembers(
    members: Iterable<Peer<Port>>,
    isOpen: (peer: Peer<Port>) => boolean,
    waitingBytes: (peer: Peer<Port>) => number,
    budgets: Budgets,
  ): { sendings: Sending<Port>[]; tooSlow: Peer<Port>[]; thinned: number } {
    const group = this.#group;
    const special = this.#special;
    const sendings: Sending<Port>[] = [];
    const tooSlow: Peer<Port>[] = [];
    const all = new Shared<Port>(group, true);
    const thin = new Shared<Port>(group, false);
    let thinned = 0;
    const judge = (peer: Peer<Port>, whole: () => number): 'whole' | 'thin' | 'close' => {
      const waiting = waitingBytes(peer);
      if (waiting === 0) return 'whole';
      if (waiting + whole() > budgets.slowReaderCloseBytes) return 'close';
      return waiting > budgets.slowReaderDropBytes ? 'thin' : 'whole';
    };
    for (const peer of special) {
      const contents = this.#contentsOf(peer, isOpen(peer));
      const verdict = judge(peer, () => sizeOf(contents));
      if (verdict === 'close') tooSlow.push(peer);
      else {
        if (verdict === 'thin') thinned += contents.filter((entry) => entry.droppable).length;
        for (const message of joinEntries(contents, verdict === 'whole')) sendings.push({ to: [peer], message });
      }
      this.#reset(peer);
    }
    if (group.length > 0) {
      const droppable = group.filter((entry) => entry.droppable).length;
      const size = sizeOf(group);
      for (const peer of members) {
        if (!isOpen(peer) || special.has(peer)) continue;
        const verdict = judge(peer, () => size);
        if (verdict === 'close') tooSlow.push(peer);
        else if (verdict === 'whole') all.to.push(peer);
        else {
          thin.to.push(peer);
          thinned += droppable;
        }
      }
      this.#group = [];
    }
    if (special.size > 0) this.#special = new Set();
    sendings.push(...all.sendings(), ...thin.sendings());
    return { sendings, tooSlow, thinned };
  }

  #contentsOf(peer: Peer<Port>, open: boolean): Entry[] {
    const contents: Entry[] = [];
    let next = open ? peer.groupFrom : this.#group.length;
    for (const { before, entry } of peer.own ?? []) {
      for (; next < before; next++) pushIfThere(contents, this.#group[next]);
      contents.push(entry);
    }
    for (; next < this.#group.length; next++) pushIfThere(contents, this.#group[next]);
    return contents;
  }

  #reset(peer: Peer<Port>): void {
    peer.own = undefined;
    peer.groupFrom = 0;
  }
}

/** Built once, and only if somebody gets it. */
class Shared<Port> {
  readonly to: Peer<Port>[] = [];
  readonly #entries: readonly Entry[];
  readonly #keepDroppable: boolean;

  constructor(entries: readonly Entry[], keepDroppable: boolean) {
    this.#entries = entries;
    this.#keepDroppable = keepDroppable;
  }

  sendings(): Sending<Port>[] {
    if (this.to.length === 0) return [];
    return joinEntries(this.#entries, this.#keepDroppable).map((message) => ({ to: this.to, message }));
  }
}

function pushIfThere(contents: Entry[], entry: Entry | undefined): void {
  if (entry !== undefined) contents.push(entry);
}

function sizeOf(entries: readonly Entry[]): number {
  let size = 0;
  for (const entry of entries) size += entry.bytes.length;
  return size;
}
