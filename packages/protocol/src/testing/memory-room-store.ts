import type { DeviceRecord, InviteRecord, RoomStore } from '../host/contract.ts';

type StoredEvent = { bytes: Uint8Array; hash: Uint8Array };
type StoredCommand = NonNullable<ReturnType<RoomStore['findCommand']>>;
type Blob = { bytes: Uint8Array; hash: Uint8Array; fromSeq: number };
type Content = {
  events: StoredEvent[];
  signatures: Array<{ last: number; gen: number; signature: Uint8Array }>;
  blobs: Map<string, Blob>;
  invites: Map<string, InviteRecord>;
  devices: Map<string, DeviceRecord>;
  commands: Map<string, StoredCommand>;
  epoch: number;
};

const empty = (): Content => ({
  events: [],
  signatures: [],
  blobs: new Map(),
  invites: new Map(),
  devices: new Map(),
  commands: new Map(),
  epoch: 0,
});

/** Copies are one level deep: rows are replaced, never changed in place. */
const copyOf = (content: Content): Content => ({
  events: [...content.events],
  signatures: [...content.signatures],
  blobs: new Map(content.blobs),
  invites: new Map(content.invites),
  devices: new Map(content.devices),
  commands: new Map(content.commands),
  epoch: content.epoch,
});

const keyOf = (id: Uint8Array): string => Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A room's storage without a disk: the tests' own. `copy` is a backup, or what a power loss left. */
export class MemoryRoomStore implements RoomStore {
  #content: Content;
  #depth = 0;
  /** What `rollback` brings back. */
  #before: Content | undefined;
  readonly #genesis: Uint8Array;
  /** Thrown by the next commit, to play a disk that fails. */
  failNextCommit = false;

  constructor(genesis: Uint8Array, content: Content = empty()) {
    this.#genesis = genesis;
    this.#content = content;
  }

  copy(): MemoryRoomStore {
    return new MemoryRoomStore(this.#genesis, copyOf(this.#content));
  }

  get commandCount(): number {
    return this.#content.commands.size;
  }

  /** What survives a power loss now. */
  get onDisk(): MemoryRoomStore {
    return new MemoryRoomStore(this.#genesis, copyOf(this.#before ?? this.#content));
  }

  begin(): void {
    if (this.#before !== undefined) throw new Error('a turn is open already');
    this.#before = copyOf(this.#content);
  }

  commit(): void {
    this.#mayFail();
    this.#before = undefined;
  }

  rollback(): void {
    this.#content = this.#before ?? this.#content;
    this.#before = undefined;
  }

  transaction<T>(work: () => T): T {
    const before = this.#depth === 0 ? copyOf(this.#content) : undefined;
    this.#depth += 1;
    try {
      const result = work();
      if (before !== undefined && this.#before === undefined) this.#mayFail();
      return result;
    } catch (error) {
      if (before !== undefined) this.#content = before;
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  #mayFail(): void {
    if (!this.failNextCommit) return;
    this.failNextCommit = false;
    throw new Error('disk full');
  }

  head(): { seq: number; hash: Uint8Array } {
    const { events } = this.#content;
    return { seq: events.length, hash: events.at(-1)?.hash ?? this.#genesis };
  }

  appendRun(run: Parameters<RoomStore['appendRun']>[0]): void {
    if (run.first !== this.#content.events.length + 1) throw new Error('run does not follow the head');
    this.#content.events.push(...run.events);
    this.#content.signatures.push({ last: this.#content.events.length, gen: run.gen, signature: run.signature });
  }

  readRun(first: number, last: number, maxBytes: number): ReturnType<RoomStore['readRun']> {
    const events: Uint8Array[] = [];
    let total = 0;
    for (let seq = first; seq <= last; seq++) {
      const event = this.#content.events[seq - 1];
      if (event === undefined) break;
      total += event.bytes.length + 4;
      if (events.length > 0 && total > maxBytes) break;
      events.push(event.bytes);
    }
    return { prev: this.hashAt(first - 1) ?? this.#genesis, first, events };
  }

  readRunBefore(last: number, maxBytes: number): ReturnType<RoomStore['readRunBefore']> {
    let first = last + 1;
    let total = 0;
    while (first > 1) {
      const size = (this.#content.events[first - 2]?.bytes.length ?? 0) + 4;
      if (first <= last && total + size > maxBytes) break;
      total += size;
      first -= 1;
    }
    return this.readRun(first, last, Number.POSITIVE_INFINITY);
  }

  hashAt(seq: number): Uint8Array | undefined {
    return seq === 0 ? this.#genesis : this.#content.events[seq - 1]?.hash;
  }

  putBlob({ id, ...blob }: { id: Uint8Array } & Blob): void {
    this.#content.blobs.set(keyOf(id), blob);
  }

  readBlob(id: Uint8Array, offset: number, maxBytes: number): ReturnType<RoomStore['readBlob']> {
    const blob = this.#content.blobs.get(keyOf(id));
    if (blob === undefined) return undefined;
    const { bytes, fromSeq } = blob;
    return { bytes: bytes.subarray(offset, offset + maxBytes), len: bytes.length, fromSeq };
  }

  invites(): InviteRecord[] {
    return [...this.#content.invites.values()];
  }

  putInvite(invite: InviteRecord): void {
    this.#content.invites.set(invite.inviteId, invite);
  }

  devices(): DeviceRecord[] {
    return [...this.#content.devices.values()];
  }

  putDevice(device: DeviceRecord): void {
    this.#content.devices.set(device.memberId, device);
  }

  findCommand(memberId: string, commandId: string): StoredCommand | undefined {
    return this.#content.commands.get(`${memberId}/${commandId}`);
  }

  acceptCommand(memberId: string, commandId: string, bodyHash: Uint8Array): void {
    this.#content.commands.set(`${memberId}/${commandId}`, { bodyHash });
  }

  setCommandOutcome(memberId: string, commandId: string, outcome: StoredCommand['outcome']): void {
    const command = this.findCommand(memberId, commandId);
    if (command === undefined) throw new Error('outcome of a command that was not accepted');
    this.#content.commands.set(`${memberId}/${commandId}`, { ...command, ...(outcome && { outcome }) });
  }

  epoch(): number {
    return this.#content.epoch;
  }

  setEpoch(epoch: number): void {
    this.#content.epoch = epoch;
  }
}
