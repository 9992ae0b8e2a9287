import * as v from 'valibot';
import { toHex } from '../bytes.ts';
import type { InviteOptions } from '../commands.ts';
import { roomIdBytes } from '../crypto/keys.ts';
import type { Delta } from '../ephemeral.ts';
import { CollagilityError, type CommandErrorCode } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import { decodeControl, decodeHeader, decodeHostBundle, decodeMemberBundle, frameTypes, hs1Bytes } from '../frames.ts';
import { as, type CardId, type InviteId, type MemberId, type ParticipantId } from '../ids.ts';
import { MemberMessage } from '../messages.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import { rightsOfRole } from '../rights.ts';
import type { RoomState } from '../state.ts';
import { BigValues } from './big-values.ts';
import { Commands } from './commands.ts';
import type { DeviceRecord, RoomHost, RoomHostOptions } from './contract.ts';
import { Door } from './door.ts';
import { Group } from './group.ts';
import { type ClosedInvite, Invites } from './invites.ts';
import { Log } from './log.ts';
import { Members } from './members.ts';
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

/** The person at the keyboard is one participant for the room's whole life. */
const hostParticipantId = as<ParticipantId>('host');
const terminalMemberId = as<MemberId>('terminal');

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
  readonly #commands: Commands;
  readonly #pulls: Pulls;
  readonly #uploads: Uploads;
  readonly #presence: Presence;
  readonly #lists: PrivateLists;
  #isTurnRunning = false;
  #isRolledBack = false;
  #cancelExpiry: (() => void) | undefined;

  constructor(options: RoomHostOptions) {
    this.#options = options;
    const { identity, gen, boot, store, application, clock, timer, random, count } = options;
    const defer = options.defer ?? queueMicrotask;
    const roomId = roomIdBytes(identity.publicKey);
    if (toHex(roomId) !== identity.roomId) throw new CollagilityError('room_id', 'The room id is not that of its key.');
    const onChanged = (): void => this.#peopleChanged();
    const link = new RelayLink(defer);
    const sockets = new Sockets(link);
    const values = new BigValues({ store, random });
    const roster = new Roster(store);
    const invites = new Invites({ store, clock, random, hostPk: identity.publicKey, pageUrl: options.pageUrl });
    const log = new Log({ identity, roomId, gen, store, shrink: (event) => values.shrink(event) });
    const group = new Group({ identity, roomId, gen, log, link, sockets, store, clock, timer, random, count });
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
    const members = new Members({
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
      onChanged,
      onLive: (memberId) => this.#becameLive(memberId),
    });
    const hostMs = (): number => group.hostMs;
    const reception = new Reception({
      members,
      roster,
      invites,
      sockets,
      application,
      timer,
      random,
      hostMs,
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
    this.#commands = new Commands({
      store,
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
      answer: (memberId, part, bytes) => sockets.sendToMember(memberId, { t: 'part', ...part }, bytes),
      count,
    });
    this.#uploads = new Uploads({ store, timer });
    this.#lists = new PrivateLists({
      sockets,
      defer,
      senderOf,
      cards: () => reception.cards(),
      invites: () => invites.listed(),
    });
    this.#link = link;
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
    this.#start();
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
    const { staged } = this.#log.transact(() => this.#log.stage(events));
    this.#group.publish(staged);
    if (events.some(({ type }) => type.startsWith('member.'))) this.#peopleChanged();
  }

  emit(deltas: Delta[]): void {
    this.#group.emit(deltas);
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

  uploaded(memberId: MemberId, blob: string): Uint8Array | undefined {
    return this.#uploads.complete(memberId, blob);
  }

  hashAt(seq: number): Uint8Array | undefined {
    return this.#options.store.hashAt(seq);
  }

  createInvite(options: InviteOptions, by?: ParticipantId, isLocalHost = false): InviteView {
    const { store } = this.#options;
    const record = store.transaction(() => this.#invites.create(options, by, isLocalHost));
    const keys = this.#invites.keysOf(record.inviteId);
    if (keys !== undefined) this.#seat.addKey(keys.admission.publicKey);
    this.#watchExpiry();
    this.#lists.changed();
    return this.#invites.viewOf(record);
  }

  revokeInvite(inviteId: InviteId): boolean {
    const record = this.#invites.find(inviteId);
    if (record === undefined || record.state !== 'open') return false;
    this.#closeInvites([record.inviteId], 'revoked');
    return true;
  }

  revokeAllInvites(): void {
    const open = this.#invites.open().map((record) => record.inviteId);
    this.#closeInvites(open, 'revoked');
  }

  silenceInvite(inviteId: InviteId): boolean {
    const record = this.#invites.find(inviteId);
    if (record === undefined) return false;
    this.#options.store.transaction(() => this.#invites.silence(record));
    for (const card of this.#reception.cards()) {
      if (card.inviteId === inviteId) this.#reception.answer(card.cardId, { decision: 'deny' }, hostParticipantId);
    }
    this.#lists.changed();
    return true;
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
    const seen = this.#invitesSeenBy(participantId, devices, options.keepInvites === true);
    this.#members.remove(participantId, options, () => this.#markClosed(seen, 'revoked'));
    for (const { memberId } of devices) this.#reception.dropCardsOfMember(memberId);
    this.#afterClosing(seen, 'revoked');
    return undefined;
  }

  leave(memberId: MemberId): void {
    this.#members.drop(memberId, 'left');
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
    this.#group.flush();
    this.#reception.turnAllAway('ended');
    for (const memberId of this.#sockets.liveMembers()) {
      const socket = this.#sockets.live(memberId);
      if (socket !== undefined) this.#sockets.bye(socket, 'ended');
    }
    this.#link.flush();
    this.#cancelExpiry?.();
    this.disconnected();
  }

  /** What a bridge start tells the room, and who does not come back after it (CLG-12, 81). */
  #start(): void {
    const { clock, gen, title, workspaceName, branch, hostName, identity, boot, isRecovered } = this.#options;
    const atMs = clock.wallMs();
    const recovered: RoomEvent[] = isRecovered
      ? [{ type: 'host.recovered', atMs, gen, lostAfterSeq: this.#log.head.seq }]
      : [];
    const isNew = this.#log.head.seq === 0;
    const bound = this.#roster
      .members()
      .filter((device) => device.boundBoot !== undefined && toHex(device.boundBoot) !== toHex(boot));
    const left: RoomEvent[] = bound.map(({ memberId, participantId }) => ({
      type: 'member.left',
      atMs,
      memberId,
      participantId,
    }));
    const opening: RoomEvent[] = [
      { type: 'room.created', atMs, roomId: identity.roomId, title, workspaceName, ...(branch && { branch }) },
      {
        type: 'member.joined',
        atMs,
        memberId: terminalMemberId,
        participantId: hostParticipantId,
        devicePk: toHex(identity.publicKey),
        name: hostName,
        role: 'host',
        rights: rightsOfRole.host,
        color: 0,
        how: 'host',
      },
    ];
    this.#log.transact(() => {
      for (const device of bound) this.#roster.put({ ...device, state: 'left', resumeSecret: new Uint8Array(32) });
      this.#log.stage([...recovered, ...(isNew ? opening : []), { type: 'host.started', atMs, gen }, ...left]);
    });
    for (const device of this.#roster.members()) if (device.inMemory) this.#members.went(device.memberId);
    this.#watchExpiry();
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

  #frame(socket: HostSocket, frame: Uint8Array): void {
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
    if (opened.kind === 'opened') this.#message(memberId, opened.json, opened.bin);
    else if (opened.kind === 'gap') this.#sockets.close(socket, 'resync');
    else this.#options.count(opened.kind === 'duplicate' ? 'duplicate' : opened.code);
    if (opened.kind === 'gap') this.#wentAway(memberId);
  }

  #message(memberId: MemberId, json: unknown, bin: Uint8Array): void {
    const parsed = v.safeParse(MemberMessage, json);
    const device = this.#roster.get(memberId);
    if (!parsed.success || device === undefined) {
      this.#options.count('unknown_message');
      return;
    }
    const message = parsed.output;
    switch (message.t) {
      case 'cmd': {
        const bytes = message.put === undefined ? bin : this.#uploads.complete(memberId, message.put);
        if (bytes !== undefined) this.#commands.take(memberId, bytes.slice(), message.late === true);
        else this.#options.count('command_without_body');
        return;
      }
      case 'get':
        this.#pulls.request(memberId, message.id, message.pull);
        return;
      case 'put':
        this.#sockets.sendToMember(memberId, {
          t: 'put',
          blob: message.blob,
          ...this.#uploads.put(memberId, message, bin),
        });
        return;
      case 'ping':
        this.#pong(memberId, message.n);
        return;
      case 'typing':
        if (!device.frozen) this.#presence.typing(device.participantId, message.on);
        return;
      case 'presence':
        this.#presence.set(memberId, device.participantId, message.x);
        this.#tellAudience();
        return;
      default:
        message satisfies never;
    }
  }

  /** The beat in force and a check come with the answer (CLG-58). */
  #pong(memberId: MemberId, n: number): void {
    const { hostMs, beatSeconds } = this.#group;
    this.#sockets.sendToMember(memberId, { t: 'pong', n, hostMs, beat: beatSeconds });
    if (beatSeconds > 0) this.#group.checkSoon();
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
    const state = this.#sockets.forget(socket);
    this.#seat.reviewRetired();
    if (state.name === 'waiting') this.#reception.left(state.cardId);
    if (state.name === 'member' && this.#sockets.live(state.memberId) === undefined) this.#wentAway(state.memberId);
  }

  #wentAway(memberId: MemberId): void {
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
    this.#link.flush();
    this.disconnected();
  }

  #invitesSeenBy(participantId: ParticipantId, devices: readonly DeviceRecord[], mayKeep: boolean): InviteId[] {
    const used = new Set(devices.map((device) => device.inviteId));
    const couldSee = this.state.participants[participantId]?.rights.invite === true;
    return this.#invites
      .open()
      .filter((record) => used.has(record.inviteId) || (couldSee && record.role !== 'host'))
      .filter((record) => !(mayKeep && record.lobby))
      .map((record) => record.inviteId);
  }

  #closeInvites(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    this.#options.store.transaction(() => this.#markClosed(inviteIds, why));
    this.#afterClosing(inviteIds, why);
  }

  #closing = new Map<InviteId, Uint8Array>();

  #markClosed(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    for (const inviteId of inviteIds) {
      const record = this.#invites.find(inviteId);
      const keys = this.#invites.keysOf(inviteId);
      if (record === undefined) continue;
      if (keys !== undefined) this.#closing.set(inviteId, keys.admission.publicKey);
      this.#invites.close(record, why);
    }
  }

  #afterClosing(inviteIds: readonly InviteId[], why: ClosedInvite): void {
    for (const inviteId of inviteIds) {
      const publicKey = this.#closing.get(inviteId);
      this.#closing.delete(inviteId);
      this.#door.halfOpens.dropOfInvite(inviteId);
      this.#reception.closeCardsOf(inviteId, why);
      if (publicKey !== undefined) this.#seat.removeKey(publicKey);
    }
    this.#watchExpiry();
    this.#lists.changed();
  }

  /** Expired links lose their secret when their time comes, not when somebody tries them; open cards are the host's to decide. */
  #watchExpiry(): void {
    this.#cancelExpiry?.();
    this.#cancelExpiry = undefined;
    const nowMs = this.#options.clock.wallMs();
    const due = this.#invites.open().filter((record) => this.#invites.isPastExpiry(record));
    const waiting = due.filter((record) => this.#reception.hasCardsOf(record.inviteId));
    const gone = due.filter((record) => !this.#reception.hasCardsOf(record.inviteId)).map(({ inviteId }) => inviteId);
    if (gone.length > 0) {
      this.#closeInvites(gone, 'expired');
      return;
    }
    const times = this.#invites.open().flatMap(({ expiresAtMs }) => (expiresAtMs === undefined ? [] : [expiresAtMs]));
    const next = times.filter((time) => time > nowMs).sort((a, b) => a - b)[0];
    const inMs = waiting.length > 0 ? recheckMs : next === undefined ? undefined : next - nowMs;
    if (inMs !== undefined) {
      this.#cancelExpiry = this.#options.timer(Math.min(inMs, longestTimerMs), () => this.#watchExpiry());
    }
  }
}

const recheckMs = 60_000;
/** Timers take at most 2^31 ms. */
const longestTimerMs = 24 * 3600 * 1000;

export function createRoomHost(options: RoomHostOptions): RoomHost {
  return new RoomHostMachine(options);
}
