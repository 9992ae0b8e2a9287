import { toHex } from '../bytes.ts';
import type { InviteOptions } from '../commands.ts';
import { roomIdBytes } from '../crypto/keys.ts';
import type { Delta } from '../ephemeral.ts';
import { CollagilityError, type CommandErrorCode } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import { decodeControl, decodeHeader, decodeHostBundle, decodeMemberBundle, frameTypes, hs1Bytes } from '../frames.ts';
import type { CardId, InviteId, MemberId, ParticipantId } from '../ids.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import type { RoomState } from '../state.ts';
import type { TerminalPiece } from '../terminal.ts';
import { BigValues } from './big-values.ts';
import { Chatter } from './chatter.ts';
import { Commands } from './commands.ts';
import type { RoomHost, RoomHostOptions } from './contract.ts';
import { Door } from './door.ts';
import { Group } from './group.ts';
import { InviteDesk } from './invite-desk.ts';
import { Invites } from './invites.ts';
import { Log } from './log.ts';
import { MemberMessages } from './member-messages.ts';
import { Members } from './members.ts';
import { hostParticipantId, openRoom } from './opening.ts';
import { Parking } from './parking.ts';
import { Presence } from './presence.ts';
import { PrivateLists } from './private-lists.ts';
import { Pulls } from './pulls.ts';
import { type CardAnswer, Reception } from './reception.ts';
import { RelayLink } from './relay-link.ts';
import { Roster } from './roster.ts';
import { Seat } from './seat.ts';
import { Snapshots } from './snapshots.ts';
import { type HostSocket, Sockets } from './sockets.ts';
import { Uploads } from './uploads.ts';

const changesSharing: ReadonlySet<RoomEvent['type']> = new Set([
  'room.paused',
  'room.resumed',
  'room.panic',
  'member.rights_changed',
]);

/** Whether nothing new goes to this person, or to somebody new: a panic stops acts, not sight. */
function isSharingPausedFor({ paused, participants }: RoomState, participantId: ParticipantId | undefined): boolean {
  if (paused === undefined || paused.panic) return false;
  return participantId === undefined || participants[participantId]?.rights.manage !== true;
}

/** The host's side of the encrypted room: wires its parts and routes what comes in; each part decides for itself. */
export class RoomHostMachine implements RoomHost {
  readonly hostParticipantId = hostParticipantId;
  readonly #options: RoomHostOptions;
  readonly #link: RelayLink;
  readonly #sockets: Sockets;
  readonly #invites: Invites;
  readonly #roster: Roster;
  readonly #values: BigValues;
  readonly #log: Log;
  readonly #group: Group;
  readonly #seat: Seat;
  readonly #members: Members;
  readonly #reception: Reception;
  readonly #door: Door;
  readonly #desk: InviteDesk;
  readonly #messages: MemberMessages;
  readonly #pulls: Pulls;
  readonly #uploads: Uploads;
  readonly #chatter: Chatter;
  readonly #presence: Presence;
  readonly #lists: PrivateLists;
  readonly #parking: Parking;
  #isTurnRunning = false;
  #isRolledBack = false;

  constructor(options: RoomHostOptions) {
    this.#options = options;
    const { identity, gen, boot, store, application, clock, timer, random, count } = options;
    const defer = options.defer ?? queueMicrotask;
    const roomId = roomIdBytes(identity.publicKey);
    if (toHex(roomId) !== identity.roomId) throw new CollagilityError('room_id', 'The room id is not that of its key.');
    const onChanged = (): void => this.#peopleChanged();
    const link = new RelayLink(defer, () => log.isOpen);
    const sockets = new Sockets(link);
    const values = new BigValues({
      store,
      random,
      nextSeq: () => log.state.seq + 1,
      write: (work) => log.write(work),
    });
    const roster = new Roster(store);
    const invites = new Invites({ store, clock, random, hostPk: identity.publicKey, pageUrl: options.pageUrl });
    const log: Log = new Log({
      identity,
      roomId,
      gen,
      store,
      shrink: (event) => values.shrink(event),
      endOfTurn: options.endOfTurn ?? defer,
      publish: (staged) => group.publish(staged),
      ended: () => link.flush(),
      failed: (error) => {
        link.drop();
        roster.reload();
        invites.reload();
        application.journalFailed(error);
      },
    });
    const group: Group = new Group({
      identity,
      roomId,
      gen,
      log,
      link,
      sockets,
      store,
      clock,
      timer,
      random,
      count,
      watchers: () => {
        const live = sockets.liveMembers();
        const may = live.filter((memberId) => (members.sender(memberId)?.rights.terminal ?? 'none') !== 'none');
        return may.length === live.length ? 'all' : may;
      },
    });
    const snapshots = new Snapshots({ log, store, random });
    const presence = new Presence((deltas) => group.emit(deltas));
    const seat = new Seat({
      link,
      identity,
      roomId,
      gen,
      boot,
      keys: () => this.#admissionKeys(),
      isInUse: (id8) => sockets.all().some((socket) => socket.id8 === id8 && socket.state.name === 'member'),
    });
    const members: Members = new Members({
      log,
      store,
      roster,
      invites,
      sockets,
      link,
      seat,
      group,
      snapshots,
      application,
      clock,
      timer,
      random,
      boot,
      hostParticipantId,
      hostName: options.hostName,
      presence: () => presence.all(),
      places: () => presence.places(),
      onChanged,
      onLive: (memberId) => this.#becameLive(memberId),
    });
    const hostMs = (): number => group.hostMs;
    const parking = new Parking(sockets);
    const isWithheld = (id: ParticipantId | undefined): boolean => isSharingPausedFor(log.state, id);
    const reception = new Reception({
      members,
      roster,
      invites,
      sockets,
      application,
      timer,
      random,
      hostMs,
      rightsOfPerson: (id) => Object.values(log.state.participants).find((one) => one.participantId === id)?.rights,
      isWithheld,
      parking,
      onChanged,
      count,
    });
    this.#door = new Door({
      identity,
      roomId,
      generation: { gen, boot },
      link,
      sockets,
      invites,
      roster,
      clock,
      timer,
      random,
      count,
      onEntrant: (entrant) => reception.enter(entrant),
      onRolledBack: (newerGen) => this.#rolledBack(newerGen),
    });
    const senderOf = (memberId: MemberId) => members.sender(memberId);
    const commands = new Commands({
      store,
      write: (work) => log.write(work),
      application,
      clock,
      senderOf,
      tell: (memberId, id, o) => sockets.sendToMember(memberId, { t: 'out', id, o }),
    });
    this.#pulls = new Pulls({
      store,
      snapshots,
      application,
      clock,
      timer,
      deviceOf: (memberId) => roster.get(memberId),
      senderOf,
      answer: (memberId, part, bytes) => sockets.sendToMember(memberId, { t: 'part', ...part }, bytes),
      count,
    });
    this.#uploads = new Uploads({ timer, senderOf });
    this.#chatter = new Chatter({ clock, timer, count });
    this.#messages = new MemberMessages({
      commands,
      pulls: this.#pulls,
      uploads: this.#uploads,
      chatter: this.#chatter,
      presence,
      group,
      sockets,
      deviceOf: (memberId) => roster.get(memberId),
      onAudience: () => this.#tellAudience(),
      count,
    });
    this.#desk = new InviteDesk({
      store,
      invites,
      seat,
      door: this.#door,
      reception,
      clock,
      timer,
      hostParticipantId,
      onChanged: () => this.#lists.changed(),
    });
    this.#lists = new PrivateLists({
      sockets,
      defer,
      senderOf,
      cards: () => reception.cards(),
      invites: () => invites.listed(),
    });
    this.#link = link;
    this.#parking = parking;
    this.#sockets = sockets;
    this.#values = values;
    this.#roster = roster;
    this.#invites = invites;
    this.#log = log;
    this.#group = group;
    this.#presence = presence;
    this.#seat = seat;
    this.#members = members;
    this.#reception = reception;
    openRoom(options, log, roster);
    for (const device of roster.members()) if (device.inMemory) members.went(device.memberId);
    this.#desk.watchExpiry();
  }

  get state(): RoomState {
    return this.#log.state;
  }

  get isSeated(): boolean {
    return this.#seat.isSeated;
  }

  onSeated(listener: () => void): void {
    this.#seat.onSeated(listener);
  }

  connected(authority: string, send: (message: Uint8Array) => void): void {
    if (this.#isRolledBack) return;
    this.#link.attach(send);
    this.#seat.dialled(authority);
  }

  disconnected(): void {
    this.#group.lost();
    this.#link.detach();
    this.#seat.lost();
    this.#door.halfOpens.dropAll();
    this.#parking.forgetAll();
    this.#pulls.forgetAll();
    for (const socket of this.#sockets.all()) this.#gone(socket);
    this.#peopleChanged();
  }

  received(message: Uint8Array): void {
    // Until the relay knows who is there it speaks as to a member (CLG-23).
    if (this.#seat.isStranger) {
      const words = decodeMemberBundle(message);
      if (words === undefined) this.#options.count('bad_bundle');
      for (const { kind, bytes } of words ?? []) if (kind === 'control') this.#control(bytes);
      return;
    }
    const entries = decodeHostBundle(message);
    if (entries === undefined) {
      this.#options.count('bad_bundle');
      return;
    }
    for (const entry of entries) {
      if (entry.kind === 'control') this.#control(entry.bytes);
      else this.#frame(this.#sockets.get(entry.handle), entry.bytes);
    }
  }

  append(events: RoomEvent[]): void {
    if (events.length === 0) return;
    this.#log.append(events);
    if (events.some(({ type }) => type.startsWith('member.'))) this.#peopleChanged();
    if (events.some(({ type }) => changesSharing.has(type))) this.#log.after(() => this.#shareAsTold());
  }

  write<T>(work: () => T): T {
    return this.#log.write(work);
  }

  afterCommit(work: () => void): void {
    this.#log.after(work);
  }

  /**
   * Paused: whoever does not manage the room hears so, then loses channel and keys; what they come back with waits.
   * Not paused: all who wait are welcome, and fetch what they missed.
   */
  #shareAsTold(): void {
    let hasGone = false;
    for (const memberId of this.#sockets.liveMembers()) {
      const socket = this.#sockets.live(memberId);
      const person = this.#roster.get(memberId)?.participantId;
      if (socket === undefined || !isSharingPausedFor(this.state, person)) continue;
      this.#sockets.bye(socket, 'paused');
      this.#wentAway(memberId);
      hasGone = true;
    }
    if (hasGone) this.#group.rekey();
    // Those for whom it is still paused are parked again.
    for (const entrant of this.#parking.release()) this.#reception.enter(entrant);
    if (hasGone) this.#peopleChanged();
  }

  emit(deltas: Delta[]): void {
    this.#group.emit(deltas);
  }

  emitTerminal(pieces: readonly TerminalPiece[]): void {
    this.#group.emitTerminal(pieces);
  }

  setTurnRunning(isRunning: boolean): void {
    this.#isTurnRunning = isRunning;
    this.#tellAudience();
  }

  keepText(text: string) {
    return this.#values.text(text);
  }

  keepBlob(bytes: Uint8Array) {
    return this.#values.bytes(bytes);
  }

  keepApart(values: readonly Uint8Array[]) {
    return this.#log.transact(() => values.map((bytes) => this.#values.bytes(bytes))).result;
  }

  uploaded(memberId: MemberId, blob: string): Uint8Array | undefined {
    return this.#uploads.complete(memberId, blob);
  }

  hashAt(seq: number): Uint8Array | undefined {
    return this.#options.store.hashAt(seq);
  }

  createInvite(options: InviteOptions, by?: ParticipantId, isLocalHost = false): InviteView {
    return this.#desk.create(options, by, isLocalHost);
  }

  revokeInvite(inviteId: InviteId): boolean {
    return this.#desk.revoke(inviteId);
  }

  revokeAllInvites(): void {
    this.#desk.revokeAll();
  }

  silenceInvite(inviteId: InviteId): boolean {
    return this.#desk.silence(inviteId);
  }

  invites(): InviteView[] {
    return this.#invites.all().map((record) => this.#invites.viewOf(record));
  }

  lobbyCards(): LobbyCard[] {
    return this.#reception.cards();
  }

  answerCard(cardId: CardId, answer: CardAnswer, by: ParticipantId): CommandErrorCode | undefined {
    return this.#reception.answer(cardId, answer, by);
  }

  removeParticipant(
    participantId: ParticipantId,
    options: { by: ParticipantId; block: boolean; keepInvites?: boolean; note?: string },
  ): CommandErrorCode | undefined {
    if (participantId === hostParticipantId) return 'last_host';
    const devices = this.#roster.devicesOf(participantId);
    if (devices.length === 0) return 'no_such_object';
    for (const { memberId } of devices) this.#door.halfOpens.dropOfMember(memberId);
    const seen = this.#desk
      .seenBy(this.state.participants[participantId], devices)
      .filter((inviteId) => !(options.keepInvites && this.#desk.hasLobby(inviteId)));
    this.#members.remove(participantId, options, () => this.#desk.markClosed(seen, 'revoked'));
    for (const { memberId } of devices) this.#reception.dropCardsOfMember(memberId);
    this.#desk.afterClosing(seen, 'revoked');
    return undefined;
  }

  leave(memberId: MemberId): void {
    this.#members.drop(memberId, 'left');
  }

  removeDevice(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined {
    const device = this.#roster.get(memberId);
    if (device?.state !== 'member') return 'no_such_object';
    this.#door.halfOpens.dropOfMember(memberId);
    this.#reception.dropCardsOfMember(memberId);
    this.#members.drop(memberId, 'removed', by);
    return undefined;
  }

  unblock(participantId: ParticipantId, by: ParticipantId): CommandErrorCode | undefined {
    return this.#members.unblock(participantId, by);
  }

  unfreeze(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined {
    return this.#members.unfreeze(memberId, by);
  }

  rekey(): void {
    this.#group.rekey();
  }

  online(): MemberId[] {
    return this.#sockets.liveMembers();
  }

  end(reason: string): void {
    this.append([{ type: 'room.ended', atMs: this.#options.clock.wallMs(), reason }]);
    this.#log.endTurn();
    this.#group.flush();
    this.#reception.turnAllAway('ended');
    for (const memberId of this.#sockets.liveMembers()) {
      const socket = this.#sockets.live(memberId);
      if (socket !== undefined) this.#sockets.bye(socket, 'ended');
    }
    this.#link.flush();
    this.#desk.stop();
    this.disconnected();
  }

  #admissionKeys(): Uint8Array[] {
    const ofInvites = this.#invites.all().flatMap((record) => {
      const keys = this.#invites.keysOf(record.inviteId);
      return keys === undefined ? [] : [keys.admission.publicKey];
    });
    return [...ofInvites, ...this.#roster.members().map((device) => device.passPk)];
  }

  #control(bytes: Uint8Array): void {
    const message = decodeControl(bytes);
    switch (message?.t) {
      case 'ch':
        if (!this.#seat.challenge(message)) this.#options.count('challenge_refused');
        return;
      case 'host':
        if (message.up) this.#seat.taken();
        return;
      case 'in': {
        const socket = this.#sockets.get(message.h);
        if (socket === undefined) {
          this.#options.count('too_many_handles');
          return;
        }
        socket.id8 = message.id8;
        if (message.addr !== undefined) socket.address = message.addr;
        return;
      }
      case 'out': {
        const socket = this.#sockets.known(message.h);
        if (socket !== undefined) this.#gone(socket);
        return;
      }
      default:
        this.#options.count('control_refused');
    }
  }

  #frame(socket: HostSocket | undefined, frame: Uint8Array): void {
    if (socket === undefined) {
      this.#options.count('too_many_handles');
      return;
    }
    if (frame.length === hs1Bytes) {
      this.#door.hs1(socket, frame);
      return;
    }
    const header = decodeHeader(frame);
    if (header?.type !== frameTypes.command) {
      this.#options.count('bad_frame');
      return;
    }
    // The first frame of a new channel may come on a socket whose old channel still lives (CLG-33).
    if (header.ctr === 1 && this.#door.halfOpens.has(socket.handle)) {
      this.#door.hs3(socket, frame);
      return;
    }
    if (socket.state.name !== 'member') {
      this.#options.count('frame_before_admission');
      return;
    }
    const { channel, memberId } = socket.state;
    const opened = channel.open(frame);
    if (opened.kind === 'opened') this.#messages.take(memberId, opened.json, opened.bin);
    else if (opened.kind === 'gap') this.#sockets.close(socket, 'resync');
    else this.#options.count(opened.kind === 'duplicate' ? 'duplicate' : opened.code);
    if (opened.kind === 'gap') this.#wentAway(memberId);
  }

  #becameLive(memberId: MemberId): void {
    const device = this.#roster.get(memberId);
    this.#lists.forget(memberId);
    this.#pulls.forget(memberId);
    if (device !== undefined) this.#presence.set(memberId, device.participantId, 'watching');
    this.#tellAudience();
  }

  #gone(socket: HostSocket): void {
    this.#door.halfOpens.drop(socket.handle);
    const parked = this.#parking.left(socket.handle);
    const device = parked && this.#roster.findByKey(parked.devicePk);
    if (device !== undefined) this.#members.went(device.memberId);
    const state = this.#sockets.forget(socket);
    this.#seat.reviewRetired();
    if (state.name === 'waiting') this.#reception.left(state.cardId);
    if (state.name === 'member' && this.#sockets.live(state.memberId) === undefined) this.#wentAway(state.memberId);
  }

  #wentAway(memberId: MemberId): void {
    this.#chatter.forget(memberId);
    this.#presence.gone(memberId);
    this.#pulls.forget(memberId);
    this.#members.went(memberId);
  }

  #peopleChanged(): void {
    for (const memberId of this.#presenceWithoutSocket()) this.#presence.gone(memberId);
    this.#tellAudience();
    this.#lists.changed();
    this.#options.application.peopleChanged();
  }

  #presenceWithoutSocket(): MemberId[] {
    return this.#presence.devices().filter((memberId) => this.#sockets.live(memberId) === undefined);
  }

  #tellAudience(): void {
    this.#group.setAudience({ isTurnRunning: this.#isTurnRunning, isWatched: this.#presence.isWatched });
  }

  #rolledBack(newerGen: number): void {
    this.#isRolledBack = true;
    this.#options.application.rolledBack(newerGen);
    for (const socket of this.#sockets.all()) this.#sockets.close(socket, 'closed_by_host');
    this.#log.endTurn();
    this.#link.flush();
    this.disconnected();
  }
}

export function createRoomHost(options: RoomHostOptions): RoomHost {
  return new RoomHostMachine(options);
}
