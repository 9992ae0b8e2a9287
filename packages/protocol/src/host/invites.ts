import { toHex } from '../bytes.ts';
import type { InviteOptions } from '../commands.ts';
import type { KeyPair } from '../crypto/keys.ts';
import type { InviteId, ParticipantId } from '../ids.ts';
import { as } from '../ids.ts';
import { hostInviteMs, localHostInviteMs, maxListedInvites } from '../limits.ts';
import { encodeLink, inviteKeys } from '../link.ts';
import type { InviteView } from '../private.ts';
import type { Clock, InviteRecord, RoomStore } from './contract.ts';

export type ClosedInvite = Exclude<InviteRecord['state'], 'open'>;

/** The room's links: made, counted, closed. The secret of a closed one is gone (CLG-07). */
export class Invites {
  readonly #store: RoomStore;
  readonly #clock: Clock;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #hostPk: Uint8Array;
  readonly #pageUrl: string;
  readonly #records = new Map<InviteId, InviteRecord>();
  readonly #keys = new Map<InviteId, { admission: KeyPair; psk: Uint8Array }>();

  constructor(options: {
    store: RoomStore;
    clock: Clock;
    random: (bytes: number) => Uint8Array;
    hostPk: Uint8Array;
    pageUrl: string;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#hostPk = options.hostPk;
    this.#pageUrl = options.pageUrl;
    for (const record of this.#store.invites()) this.#remember(record);
  }

  /** Undoes what memory learned in a transaction that failed. */
  reload(): void {
    this.#records.clear();
    this.#keys.clear();
    for (const record of this.#store.invites()) this.#remember(record);
  }

  create(options: InviteOptions, by: ParticipantId | undefined, isLocalHost: boolean): InviteRecord {
    const secret = this.#random(32);
    const nowMs = this.#clock.wallMs();
    const record: InviteRecord = {
      ...options,
      ...(options.role === 'host' && hostTerms(isLocalHost, nowMs)),
      inviteId: as<InviteId>(toHex(inviteKeys(secret).inviteId)),
      secret,
      uses: 0,
      createdAtMs: nowMs,
      ...(by && { createdBy: by }),
      silenced: false,
      state: 'open',
      ...(isLocalHost && { isLocalHost }),
    };
    this.#put(record);
    return record;
  }

  find(inviteId: string): InviteRecord | undefined {
    return this.#records.get(as<InviteId>(inviteId));
  }

  all(): InviteRecord[] {
    return [...this.#records.values()];
  }

  open(): InviteRecord[] {
    return this.all().filter((record) => record.state === 'open');
  }

  /** The keys of an invite whose secret still exists. */
  keysOf(inviteId: InviteId): { admission: KeyPair; psk: Uint8Array } | undefined {
    return this.#keys.get(inviteId);
  }

  isPastExpiry(record: InviteRecord): boolean {
    return record.expiresAtMs !== undefined && this.#clock.wallMs() >= record.expiresAtMs;
  }

  /** Why this invite lets nobody in any more; `undefined` while it does. Only the host's clock counts (CLG-38). */
  closedBecause(record: InviteRecord): ClosedInvite | undefined {
    if (record.state !== 'open') return record.state;
    if (this.isPastExpiry(record)) return 'expired';
    return record.maxUses !== undefined && record.uses >= record.maxUses ? 'used-up' : undefined;
  }

  /** Counts one admission, inside its transaction. Returns whether that was the last one. */
  use(record: InviteRecord): boolean {
    const uses = record.uses + 1;
    const isLast = record.state === 'open' && record.maxUses !== undefined && uses >= record.maxUses;
    this.#put(isLast ? closed({ ...record, uses }, 'used-up') : { ...record, uses });
    return isLast;
  }

  close(record: InviteRecord, state: ClosedInvite): void {
    this.#put(closed(record, state));
  }

  silence(record: InviteRecord): void {
    this.#put({ ...record, silenced: true });
  }

  viewOf(record: InviteRecord): InviteView {
    const { secret, createdBy: _by, isLocalHost: _local, ...view } = record;
    return { ...view, ...(secret && { link: this.linkOf(secret) }) };
  }

  linkOf(secret: Uint8Array): string {
    return `${this.#pageUrl}#${encodeLink({ hostPk: this.#hostPk, secret })}`;
  }

  /** What those with the right see: never the bridge's own way in. */
  listed(): InviteView[] {
    return this.all()
      .filter((record) => record.isLocalHost !== true && record.role !== 'host')
      .sort((a, b) => b.createdAtMs - a.createdAtMs)
      .slice(0, maxListedInvites)
      .map((record) => this.viewOf(record));
  }

  #put(record: InviteRecord): void {
    this.#store.putInvite(record);
    this.#remember(record);
  }

  #remember(record: InviteRecord): void {
    this.#records.set(record.inviteId, record);
    if (record.secret === undefined) this.#keys.delete(record.inviteId);
    else if (!this.#keys.has(record.inviteId)) {
      const { admission, psk } = inviteKeys(record.secret);
      this.#keys.set(record.inviteId, { admission, psk });
    }
  }
}

function closed({ secret: _secret, ...record }: InviteRecord, state: ClosedInvite): InviteRecord {
  return { ...record, state };
}

/** A link for a host's device: one use, short, and always seen at the door unless the bridge itself opens it (CLG-39). */
function hostTerms(isLocalHost: boolean, nowMs: number): Pick<InviteRecord, 'lobby' | 'maxUses' | 'expiresAtMs'> {
  return { lobby: !isLocalHost, maxUses: 1, expiresAtMs: nowMs + (isLocalHost ? localHostInviteMs : hostInviteMs) };
}
