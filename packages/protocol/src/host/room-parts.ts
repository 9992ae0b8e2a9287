import { toHex } from '../bytes.ts';
import { roomIdBytes } from '../crypto/keys.ts';
import { CollagilityError } from '../errors.ts';
import type { MemberId, ParticipantId } from '../ids.ts';
import type { RoomState } from '../state.ts';
import { BigValues } from './big-values.ts';
import { Chatter } from './chatter.ts';
import { Commands } from './commands.ts';
import type { RoomHostOptions } from './contract.ts';
import { Door } from './door.ts';
import { Group } from './group.ts';
import { InviteDesk } from './invite-desk.ts';
import { Invites } from './invites.ts';
import { Log } from './log.ts';
import { MemberMessages } from './member-messages.ts';
import { Members } from './members.ts';
import { hostParticipantId } from './opening.ts';
import { Parking } from './parking.ts';
import { Presence } from './presence.ts';
import { PrivateLists } from './private-lists.ts';
import { Pulls } from './pulls.ts';
import { Reception } from './reception.ts';
import { RelayLink } from './relay-link.ts';
import { Roster } from './roster.ts';
import { Seat } from './seat.ts';
import { Snapshots } from './snapshots.ts';
import { Sockets } from './sockets.ts';
import { Uploads } from './uploads.ts';

/** What the parts tell the room as a whole. */
export type RoomHooks = {
  /** Somebody came in, went, or may see other things now. */
  peopleChanged(): void;
  becameLive(memberId: MemberId): void;
  /** Who looks has changed. */
  audienceChanged(): void;
  /** A member proved that a newer copy of this host ran (CLG-13). */
  rolledBack(newerGen: number): void;
};

export type RoomParts = ReturnType<typeof makeRoomParts>;

/** Whether nothing new goes to this person, or to somebody new: a panic stops acts, not sight. */
export function isSharingPausedFor(
  { paused, participants }: RoomState,
  participantId: ParticipantId | undefined,
): boolean {
  if (paused === undefined || paused.panic) return false;
  return participantId === undefined || participants[participantId]?.rights.manage !== true;
}

/** Everything the host's side of a room is made of, each with what it needs of the others. */
export function makeRoomParts(options: RoomHostOptions, hooks: RoomHooks) {
  const { identity, gen, boot, store, application, clock, timer, random, count } = options;
  const defer = options.defer ?? queueMicrotask;
  const endOfTurn = options.endOfTurn ?? defer;
  const roomId = roomIdBytes(identity.publicKey);
  if (toHex(roomId) !== identity.roomId) throw new CollagilityError('room_id', 'The room id is not that of its key.');
  const onChanged = (): void => hooks.peopleChanged();
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
    endOfTurn,
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
    endOfTurn,
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
    keys: () => admissionKeysOf(invites, roster),
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
    onLive: (memberId) => hooks.becameLive(memberId),
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
    personOf: (id) => Object.values(log.state.participants).find((one) => one.participantId === id),
    isWithheld,
    parking,
    onChanged,
    count,
  });
  const door = new Door({
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
    onRolledBack: (newerGen) => hooks.rolledBack(newerGen),
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
  const pulls = new Pulls({
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
  const uploads = new Uploads({ timer, senderOf });
  const chatter = new Chatter({ clock, timer, count });
  const messages = new MemberMessages({
    commands,
    pulls,
    uploads,
    chatter,
    presence,
    group,
    sockets,
    deviceOf: (memberId) => roster.get(memberId),
    onAudience: () => hooks.audienceChanged(),
    count,
  });
  const desk = new InviteDesk({
    store,
    invites,
    seat,
    door,
    reception,
    clock,
    timer,
    hostParticipantId,
    onChanged: () => lists.changed(),
  });
  const lists: PrivateLists = new PrivateLists({
    sockets,
    defer,
    senderOf,
    cards: () => reception.cards(),
    invites: () => invites.listed(),
  });
  return {
    link,
    sockets,
    values,
    roster,
    invites,
    log,
    group,
    seat,
    members,
    reception,
    door,
    desk,
    messages,
    pulls,
    uploads,
    chatter,
    presence,
    lists,
    parking,
  };
}

function admissionKeysOf(invites: Invites, roster: Roster): Uint8Array[] {
  const ofInvites = invites.all().flatMap((record) => {
    const keys = invites.keysOf(record.inviteId);
    return keys === undefined ? [] : [keys.admission.publicKey];
  });
  return [...ofInvites, ...roster.members().map((device) => device.passPk)];
}
