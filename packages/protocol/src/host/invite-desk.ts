import type { InviteOptions } from '../commands.ts';
import type { InviteId, ParticipantId } from '../ids.ts';
import type { InviteView } from '../private.ts';
import type { RoomState } from '../state.ts';
import type { Clock, DeviceRecord, RoomStore, Timer } from './contract.ts';
import type { Door } from './door.ts';
import type { ClosedInvite, Invites } from './invites.ts';
import type { Reception } from './reception.ts';
import type { Seat } from './seat.ts';

/** While somebody waits by an expired link it is looked at again after this. */
const recheckMs = 60_000;
/** Timers take at most 2^31 ms. */
const longestTimerMs = 24 * 3600 * 1000;

/** What is done with links: made, revoked, silenced, expired; each with its key at the relay and those who wait by it. */
export class InviteDesk {
  readonly #store: RoomStore;
  readonly #invites: Invites;
  readonly #seat: Seat;
  readonly #door: Door;
  readonly #reception: Reception;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #hostParticipantId: ParticipantId;
  readonly #onChanged: () => void;
  /** Keys of invites whose closing is not committed yet. */
  readonly #closing = new Map<InviteId, Uint8Array>();
  #cancelExpiry: (() => void) | undefined;

  constructor(options: {
    store: RoomStore;
    invites: Invites;
    seat: Seat;
    door: Door;
    reception: Reception;
    clock: Clock;
    timer: Timer;
    hostParticipantId: ParticipantId;
    onChanged: () => void;
  }) {
    this.#store = options.store;
    this.#invites = options.invites;
    this.#seat = options.seat;
    this.#door = options.door;
    this.#reception = options.reception;
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#hostParticipantId = options.hostParticipantId;
    this.#onChanged = options.onChanged;
  }

  create(options: InviteOptions, by: ParticipantId | undefined, isLocalHost: boolean): InviteView {
    const record = this.#store.transaction(() => this.#invites.create(options, by, isLocalHost));
    const keys = this.#invites.keysOf(record.inviteId);
    if (keys !== undefined) this.#seat.addKey(keys.admission.publicKey);
    this.watchExpiry();
    this.#onChanged();
    return this.#invites.viewOf(record);
  }

  revoke(inviteId: InviteId): boolean {
    if (this.#invites.find(inviteId)?.state !== 'open') return false;
    this.#close([inviteId], 'revoked');
    return true;
  }

  revokeAll(): void {
    this.#close(
      this.#invites.open().map((record) => record.inviteId),
      'revoked',
    );
  }

  silence(inviteId: InviteId): boolean {
    const record = this.#invites.find(inviteId);
    if (record === undefined) return false;
    this.#store.transaction(() => this.#invites.silence(record));
    for (const card of this.#reception.cards()) {
      if (card.inviteId === inviteId)
        this.#reception.answer(card.cardId, { decision: 'deny' }, this.#hostParticipantId);
    }
    this.#onChanged();
    return true;
  }

  /** The link they came by and every link they could see: a removed person must not come back by one (CLG-47). */
  seenBy(person: RoomState['participants'][ParticipantId] | undefined, devices: readonly DeviceRecord[]): InviteId[] {
    const used = new Set(devices.map((device) => device.inviteId));
    const couldSee = person?.rights.invite === true;
    return this.#invites
      .open()
      .filter((record) => used.has(record.inviteId) || (couldSee && record.role !== 'host'))
      .map((record) => record.inviteId);
  }

  hasLobby(inviteId: InviteId): boolean {
    return this.#invites.find(inviteId)?.lobby === true;
  }

  /** Inside a transaction; `afterClosing` when it is committed. */
  markClosed(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    for (const inviteId of inviteIds) {
      const record = this.#invites.find(inviteId);
      const keys = this.#invites.keysOf(inviteId);
      if (record === undefined) continue;
      if (keys !== undefined) this.#closing.set(inviteId, keys.admission.publicKey);
      this.#invites.close(record, why);
    }
  }

  afterClosing(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    for (const inviteId of inviteIds) {
      const publicKey = this.#closing.get(inviteId);
      this.#closing.delete(inviteId);
      this.#door.halfOpens.dropOfInvite(inviteId);
      this.#reception.closeCardsOf(inviteId, why);
      if (publicKey !== undefined) this.#seat.removeKey(publicKey);
    }
    this.watchExpiry();
    this.#onChanged();
  }

  /** Expired links lose their secret when their time comes, not when somebody tries them; open cards are the host's to decide. */
  watchExpiry(): void {
    this.stop();
    const due = this.#invites.open().filter((record) => this.#invites.isPastExpiry(record));
    const gone = due.filter((record) => !this.#reception.hasCardsOf(record.inviteId)).map(({ inviteId }) => inviteId);
    if (gone.length > 0) {
      this.#close(gone, 'expired');
      return;
    }
    const inMs = due.length > 0 ? recheckMs : this.#nextExpiryMs();
    if (inMs !== undefined) {
      this.#cancelExpiry = this.#timer(Math.min(inMs, longestTimerMs), () => this.watchExpiry());
    }
  }

  stop(): void {
    this.#cancelExpiry?.();
    this.#cancelExpiry = undefined;
  }

  #nextExpiryMs(): number | undefined {
    const times = this.#invites.open().flatMap(({ expiresAtMs }) => (expiresAtMs === undefined ? [] : [expiresAtMs]));
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - this.#clock.wallMs());
  }

  #close(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    this.#store.transaction(() => this.markClosed(inviteIds, why));
    this.afterClosing(inviteIds, why);
  }
}
