import type { InviteOptions } from '../commands.ts';
import type { Delta } from '../ephemeral.ts';
import { CollagilityError, type CommandErrorCode } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import type { CardId, InviteId, MemberId, ParticipantId } from '../ids.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import type { RoomState } from '../state.ts';
import type { TerminalPiece } from '../terminal.ts';
import { Attendance } from './attendance.ts';
import type { RoomHost, RoomHostOptions } from './contract.ts';
import { Inbound } from './inbound.ts';
import { hostParticipantId, openRoom } from './opening.ts';
import type { CardAnswer } from './reception.ts';
import { makeRoomParts, type RoomParts } from './room-parts.ts';

const changesSharing: ReadonlySet<RoomEvent['type']> = new Set([
  'room.paused',
  'room.resumed',
  'room.panic',
  'member.rights_changed',
]);

/** The host's side of the encrypted room, as the bridge uses it; each part decides for itself. */
class RoomHostMachine implements RoomHost {
  readonly hostParticipantId = hostParticipantId;
  readonly #options: RoomHostOptions;
  readonly #parts: RoomParts;
  readonly #attendance: Attendance;
  readonly #inbound: Inbound;
  #isRolledBack = false;

  constructor(options: RoomHostOptions) {
    this.#options = options;
    this.#parts = makeRoomParts(options, {
      peopleChanged: () => this.#attendance.peopleChanged(),
      becameLive: (memberId) => this.#attendance.becameLive(memberId),
      audienceChanged: () => this.#attendance.tellAudience(),
      rolledBack: (newerGen) => this.#rolledBack(newerGen),
    });
    this.#attendance = new Attendance(this.#parts, () => options.application.peopleChanged());
    this.#inbound = new Inbound(this.#parts, this.#attendance, options.count);
    const { log, roster, members, desk } = this.#parts;
    openRoom(options, log, roster);
    for (const device of roster.members()) if (device.inMemory) members.went(device.memberId);
    desk.watchExpiry();
  }

  get state(): RoomState {
    return this.#parts.log.state;
  }

  get isSeated(): boolean {
    return this.#parts.seat.isSeated;
  }

  onSeated(listener: () => void): void {
    this.#parts.seat.onSeated(listener);
  }

  get commonFloorSeq(): number {
    return this.#parts.roster.commonFloorSeq;
  }

  get isBehind(): boolean {
    return this.#parts.link.isBehind;
  }

  connected(authority: string, send: (message: Uint8Array) => void, waitingBytes: () => number = () => 0): void {
    if (this.#isRolledBack) return;
    this.#parts.link.attach(send, waitingBytes);
    this.#parts.seat.dialled(authority);
  }

  disconnected(): void {
    this.#parts.group.lost();
    this.#parts.link.detach();
    this.#parts.seat.lost();
    this.#parts.door.halfOpens.dropAll();
    this.#parts.parking.forgetAll();
    this.#parts.pulls.forgetAll();
    for (const socket of this.#parts.sockets.all()) this.#attendance.gone(socket);
    this.#attendance.peopleChanged();
  }

  received(message: Uint8Array): void {
    try {
      this.#inbound.received(message);
    } catch (error) {
      // An admission that could not be written was undone; what else comes could not be written either.
      const isDisk = error instanceof CollagilityError && (error.code === 'disk_full' || error.code === 'disk_error');
      if (!isDisk) throw error;
      this.#parts.link.drop();
      this.#options.application.journalFailed(error);
    }
  }

  append(events: RoomEvent[]): void {
    if (events.length === 0) return;
    this.#parts.log.append(events);
    if (events.some(({ type }) => type.startsWith('member.'))) this.#attendance.peopleChanged();
    if (events.some(({ type }) => changesSharing.has(type)))
      this.#parts.log.after(() => this.#attendance.shareAsTold());
  }

  write<T>(work: () => T): T {
    return this.#parts.log.write(work);
  }

  afterCommit(work: () => void): void {
    this.#parts.log.after(work);
  }

  emit(deltas: Delta[]): void {
    this.#parts.group.emit(deltas);
  }

  emitTerminal(pieces: readonly TerminalPiece[]): void {
    this.#parts.group.emitTerminal(pieces);
  }

  setTurnRunning(isRunning: boolean): void {
    this.#attendance.setTurnRunning(isRunning);
  }

  keepText(text: string) {
    return this.#parts.values.text(text);
  }

  keepBlob(bytes: Uint8Array) {
    return this.#parts.values.bytes(bytes);
  }

  keepApart(values: readonly Uint8Array[]) {
    return this.#parts.log.transact(() => values.map((bytes) => this.#parts.values.bytes(bytes))).result;
  }

  uploaded(memberId: MemberId, blob: string): Uint8Array | undefined {
    return this.#parts.uploads.complete(memberId, blob);
  }

  dropUploads(memberId: MemberId, blobs: readonly string[]): void {
    this.#parts.uploads.drop(memberId, blobs);
  }

  hashAt(seq: number): Uint8Array | undefined {
    return this.#options.store.hashAt(seq);
  }

  createInvite(options: InviteOptions, by?: ParticipantId, isLocalHost = false): InviteView {
    return this.#parts.desk.create(options, by, isLocalHost);
  }

  revokeInvite(inviteId: InviteId): boolean {
    return this.#parts.desk.revoke(inviteId);
  }

  revokeAllInvites(): void {
    this.#parts.desk.revokeAll();
  }

  silenceInvite(inviteId: InviteId): boolean {
    return this.#parts.desk.silence(inviteId);
  }

  invites(): InviteView[] {
    return this.#parts.invites.all().map((record) => this.#parts.invites.viewOf(record));
  }

  lobbyCards(): LobbyCard[] {
    return this.#parts.reception.cards();
  }

  answerCard(cardId: CardId, answer: CardAnswer, by: ParticipantId): CommandErrorCode | undefined {
    return this.#parts.reception.answer(cardId, answer, by);
  }

  removeParticipant(
    participantId: ParticipantId,
    options: { by: ParticipantId; block: boolean; keepInvites?: boolean; note?: string },
  ): CommandErrorCode | undefined {
    if (participantId === hostParticipantId) return 'last_host';
    const devices = this.#parts.roster.devicesOf(participantId);
    if (devices.length === 0) return 'no_such_object';
    for (const { memberId } of devices) this.#parts.door.halfOpens.dropOfMember(memberId);
    const seen = this.#parts.desk
      .seenBy(this.state.participants[participantId], devices)
      .filter((inviteId) => !(options.keepInvites && this.#parts.desk.hasLobby(inviteId)));
    this.#parts.members.remove(participantId, options, () => this.#parts.desk.markClosed(seen, 'revoked'));
    for (const { memberId } of devices) this.#parts.reception.dropCardsOfMember(memberId);
    this.#parts.desk.afterClosing(seen, 'revoked');
    return undefined;
  }

  leave(memberId: MemberId): void {
    this.#parts.members.drop(memberId, 'left');
  }

  removeDevice(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined {
    const device = this.#parts.roster.get(memberId);
    if (device?.state !== 'member') return 'no_such_object';
    this.#parts.door.halfOpens.dropOfMember(memberId);
    this.#parts.reception.dropCardsOfMember(memberId);
    this.#parts.members.drop(memberId, 'removed', by);
    return undefined;
  }

  unblock(participantId: ParticipantId, by: ParticipantId): CommandErrorCode | undefined {
    return this.#parts.members.unblock(participantId, by);
  }

  unfreeze(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined {
    return this.#parts.members.unfreeze(memberId, by);
  }

  rekey(): void {
    this.#parts.group.rekey();
  }

  online(): MemberId[] {
    return this.#parts.sockets.liveMembers();
  }

  end(reason: string): void {
    this.append([{ type: 'room.ended', atMs: this.#options.clock.wallMs(), reason }]);
    this.#parts.log.endTurn();
    this.#parts.group.flush();
    this.#parts.reception.turnAllAway('ended');
    for (const memberId of this.#parts.sockets.liveMembers()) {
      const socket = this.#parts.sockets.live(memberId);
      if (socket !== undefined) this.#parts.sockets.bye(socket, 'ended');
    }
    this.#parts.link.flush();
    this.#parts.desk.stop();
    this.disconnected();
  }

  #rolledBack(newerGen: number): void {
    this.#isRolledBack = true;
    this.#options.application.rolledBack(newerGen);
    for (const socket of this.#parts.sockets.all()) this.#parts.sockets.close(socket, 'closed_by_host');
    this.#parts.log.endTurn();
    this.#parts.link.flush();
    this.disconnected();
  }
}

export function createRoomHost(options: RoomHostOptions): RoomHost {
  return new RoomHostMachine(options);
}
