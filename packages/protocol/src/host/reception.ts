import { toHex } from '../bytes.ts';
import type { ByeCode, CommandErrorCode } from '../errors.ts';
import { as, type CardId, type InviteId, type MemberId, type ParticipantId } from '../ids.ts';
import { personName } from '../person-name.ts';
import type { LobbyCard } from '../private.ts';
import { mayGive, type Rights, type Role, rightsOfRole } from '../rights.ts';
import type { Participant } from '../state.ts';
import { safetyWords } from '../words.ts';
import type { DeviceRecord, InviteRecord, RoomApplication, Timer } from './contract.ts';
import type { Entrant } from './door.ts';
import type { ClosedInvite, Invites } from './invites.ts';
import { Lobby, type Waiting } from './lobby.ts';
import type { Members } from './members.ts';
import type { Parking } from './parking.ts';
import type { Roster } from './roster.ts';
import type { Sockets } from './sockets.ts';

const byeOf: Record<ClosedInvite, ByeCode> = { revoked: 'revoked', expired: 'expired', 'used-up': 'used_up' };

export type CardAnswer = {
  decision: 'admit' | 'deny';
  role?: Role;
  rights?: Rights;
  sameAs?: ParticipantId;
  keep?: 'this' | 'other' | 'neither';
};

/** Who may enter at once, who waits, who raises an alarm (CLG-27, 28, 37 to 39). */
export class Reception {
  readonly #members: Members;
  readonly #roster: Roster;
  readonly #invites: Invites;
  readonly #sockets: Sockets;
  readonly #application: RoomApplication;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #hostMs: () => number;
  readonly #personOf: (participantId: ParticipantId) => Participant | undefined;
  readonly #onChanged: () => void;
  readonly #count: (what: string) => void;
  readonly #lobby: Lobby<Entrant>;
  readonly #isWithheld: (participantId: ParticipantId | undefined) => boolean;
  readonly #parking: Parking;

  constructor(options: {
    members: Members;
    roster: Roster;
    invites: Invites;
    sockets: Sockets;
    application: RoomApplication;
    timer: Timer;
    random: (bytes: number) => Uint8Array;
    hostMs: () => number;
    personOf: (participantId: ParticipantId) => Participant | undefined;
    /** Whether sharing is paused for this person, or for somebody new. */
    isWithheld: (participantId: ParticipantId | undefined) => boolean;
    parking: Parking;
    onChanged: () => void;
    count: (what: string) => void;
  }) {
    this.#isWithheld = options.isWithheld;
    this.#parking = options.parking;
    this.#members = options.members;
    this.#roster = options.roster;
    this.#invites = options.invites;
    this.#sockets = options.sockets;
    this.#application = options.application;
    this.#random = options.random;
    this.#hostMs = options.hostMs;
    this.#personOf = options.personOf;
    this.#onChanged = options.onChanged;
    this.#count = options.count;
    this.#lobby = new Lobby(options.timer, ({ at }) => this.#turnAway(at, 'denied'));
  }

  enter(entrant: Entrant): void {
    const device = this.#roster.findByKey(entrant.devicePk);
    const isMember = device?.state === 'member';
    switch (entrant.by.kind) {
      case 'secret': {
        if (device !== undefined && this.#isWithheld(device.participantId)) {
          this.#parking.park(entrant);
          this.#members.parked(device.memberId);
          return;
        }
        const isIn = device !== undefined && this.#members.resume(entrant, device, entrant.by.secret);
        if (!isIn) this.#sockets.close(entrant.socket, 'closed_by_host');
        return;
      }
      case 'no-secret':
        // One answer for removed and never known.
        if (isMember) this.#alarm(entrant, device, 'out-of-step');
        else this.#turnAway(entrant, 'unknown');
        return;
      case 'link':
        if (isMember) this.#alarm(entrant, device, 'known-device', entrant.by.invite);
        else if (device?.state === 'blocked') this.#turnAway(entrant, 'denied');
        else this.#joinByLink(entrant, entrant.by.invite);
    }
  }

  cards(): LobbyCard[] {
    return this.#lobby.cards();
  }

  answer(cardId: CardId, answer: CardAnswer, by: ParticipantId): CommandErrorCode | undefined {
    // Whoever is let in sees the room as it is now; a no is a no at any time.
    const isYes = answer.decision === 'admit' && answer.keep !== 'other' && answer.keep !== 'neither';
    const given = answer.rights ?? (answer.role && rightsOfRole[answer.role]);
    if (isYes && given?.manage !== true && this.#isWithheld(answer.sameAs)) return 'paused';
    const waiting = this.#lobby.take(cardId);
    if (waiting === undefined) return 'no_such_object';
    const refusal = this.#settle(waiting, answer, by);
    this.#onChanged();
    return refusal;
  }

  /** The socket closed: nobody is there any more. */
  left(cardId: CardId): void {
    if (this.#lobby.take(cardId) !== undefined) this.#onChanged();
  }

  /** A closed invite: whoever waits by it hears why, as the host's own word. */
  closeCardsOf(inviteId: InviteId, why: ClosedInvite): void {
    for (const { card, at } of this.#lobby.ofInvite(inviteId)) {
      this.#lobby.take(card.cardId);
      this.#turnAway(at, byeOf[why]);
    }
    this.#onChanged();
  }

  hasCardsOf(inviteId: InviteId): boolean {
    return this.#lobby.ofInvite(inviteId).length > 0;
  }

  dropCardsOfMember(memberId: MemberId): void {
    for (const { card, at } of this.#lobby.all()) {
      if (card.memberId !== memberId) continue;
      this.#lobby.take(card.cardId);
      this.#turnAway(at, 'unknown');
    }
  }

  turnAllAway(code: ByeCode): void {
    for (const { card, at } of this.#lobby.all()) {
      this.#lobby.take(card.cardId);
      this.#turnAway(at, code);
    }
  }

  #joinByLink(entrant: Entrant, { inviteId }: InviteRecord): void {
    const invite = this.#invites.find(inviteId);
    const closed = invite === undefined ? 'revoked' : this.#invites.closedBecause(invite);
    if (invite === undefined || closed !== undefined) {
      this.#turnAway(entrant, byeOf[closed ?? 'revoked']);
      return;
    }
    // While sharing is paused nobody new comes in by themselves.
    if (invite.lobby || (this.#isWithheld(undefined) && !rightsOf(invite).manage)) this.#wait(entrant, 'new', invite);
    else if (!this.#mayStillGive(invite)) this.#turnAway(entrant, 'revoked');
    else {
      const how = invite.isLocalHost ? 'host' : 'link';
      this.#admit(entrant, { role: invite.role, rights: rightsOf(invite), how }, false);
    }
  }

  /** A link without a lobby is its maker's word, now as when it was made; the bridge's own links have no maker. */
  #mayStillGive(invite: InviteRecord): boolean {
    if (invite.createdBy === undefined) return true;
    const own = this.#personOf(invite.createdBy)?.rights;
    return own?.invite === true && mayGive(own, rightsOf(invite));
  }

  #admit(entrant: Entrant, grant: Parameters<Members['admit']>[1], isHostsWord: boolean): ClosedInvite | undefined {
    const closed = this.#members.admit(entrant, grant, isHostsWord);
    if (closed !== undefined) this.#turnAway(entrant, byeOf[closed]);
    else if (entrant.by.kind === 'link') {
      const invite = this.#invites.find(entrant.by.invite.inviteId);
      if (invite?.state === 'used-up') this.closeCardsOf(invite.inviteId, 'used-up');
    }
    return closed;
  }

  /** Two places hold this device's keys: its rights are down to watching until the host has said which is the true one. */
  #alarm(entrant: Entrant, device: DeviceRecord, kind: 'known-device' | 'out-of-step', invite?: InviteRecord): void {
    this.#count(`alarm_${kind}`);
    this.#members.freeze(device.memberId, kind);
    this.#wait(entrant, kind, invite, device);
  }

  #wait(entrant: Entrant, kind: LobbyCard['kind'], invite: InviteRecord | undefined, device?: DeviceRecord): void {
    const devicePkHex = toHex(entrant.devicePk);
    const { address } = entrant.socket;
    const older = this.#lobby.ofDevice(devicePkHex);
    if (older !== undefined) {
      this.#lobby.take(older.card.cardId);
      if (older.at.socket !== entrant.socket) this.#sockets.close(older.at.socket, 'closed_by_host');
    }
    if (!this.#lobby.hasRoomFor(devicePkHex, address)) {
      this.#turnAway(entrant, 'busy');
      return;
    }
    const cardId = as<CardId>(toHex(this.#random(8)));
    const card: LobbyCard = {
      cardId,
      // Whose device it claims to be is known; what that browser calls itself is not to be gone by.
      name: (device && this.#personOf(device.participantId)?.name) ?? personName(entrant.hello.name) ?? 'Guest',
      inviteId: invite?.inviteId ?? as<InviteId>(''),
      inviteLabel: invite?.label ?? '',
      role: invite?.role ?? 'viewer',
      rights: invite ? rightsOf(invite) : rightsOfRole.viewer,
      words: safetyWords(entrant.keys.words),
      sinceHostMs: this.#hostMs(),
      kind,
      ...(entrant.hello.caps.mem === true && { inMemory: true as const }),
      ...(device && { memberId: device.memberId, participantId: device.participantId }),
    };
    this.#lobby.add({ card, devicePkHex, address, at: entrant });
    const { socket, channel } = entrant;
    this.#sockets.becomeWaiting(socket, cardId, channel);
    this.#sockets.send(socket, { t: 'wait' });
    this.#onChanged();
    this.#application.peopleChanged();
  }

  #settle({ card, at }: Waiting<Entrant>, answer: CardAnswer, by: ParticipantId): CommandErrorCode | undefined {
    if (card.kind !== 'new' && card.memberId !== undefined) {
      this.#settleAlarm(at, card.memberId, answer, by);
      return undefined;
    }
    if (answer.decision === 'deny') {
      this.#turnAway(at, 'denied');
      return undefined;
    }
    const role = answer.role ?? card.role;
    const rights = answer.rights ?? (answer.role === undefined ? card.rights : rightsOfRole[answer.role]);
    const { sameAs } = answer;
    const closed = this.#admit(at, { role, rights, how: 'lobby', admittedBy: by, ...(sameAs && { sameAs }) }, true);
    return closed === undefined ? undefined : 'no_such_object';
  }

  #settleAlarm(entrant: Entrant, memberId: MemberId, answer: CardAnswer, by: ParticipantId): void {
    const keep = answer.keep ?? (answer.decision === 'admit' ? 'this' : 'other');
    switch (keep) {
      case 'this':
        if (!this.#members.reinstate(entrant, memberId, by)) this.#turnAway(entrant, 'unknown');
        return;
      case 'other':
        this.#turnAway(entrant, 'denied');
        this.#members.unfreeze(memberId, by);
        return;
      case 'neither':
        this.#turnAway(entrant, 'removed');
        this.#members.drop(memberId, 'removed', by);
    }
  }

  #turnAway({ socket, channel }: Entrant, code: ByeCode): void {
    this.#sockets.bye(socket, code, channel);
    this.#onChanged();
  }
}

const rightsOf = (invite: InviteRecord): Rights => invite.rights ?? rightsOfRole[invite.role];
