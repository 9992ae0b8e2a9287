import { concat, equal, toHex, wipe } from '../bytes.ts';
import type { ByeCode, CommandErrorCode } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import { as, type MemberId, type ParticipantId } from '../ids.ts';
import { maxCatchUpEvents, memoryDeviceMs } from '../limits.ts';
import { passKeys } from '../link.ts';
import type { PresenceState, Welcome } from '../messages.ts';
import { distinctName, personName } from '../person-name.ts';
import { frozenRights, type Rights, type Role } from '../rights.ts';
import type { Clock, CommandSender, DeviceRecord, RoomApplication, RoomStore, Timer } from './contract.ts';
import type { Entrant } from './door.ts';
import type { Group } from './group.ts';
import type { ClosedInvite, Invites } from './invites.ts';
import type { Log } from './log.ts';
import type { RelayLink } from './relay-link.ts';
import type { Roster } from './roster.ts';
import type { Seat } from './seat.ts';
import type { Snapshots } from './snapshots.ts';
import type { Sockets } from './sockets.ts';

export type Grant = {
  role: Role;
  rights: Rights;
  how: 'lobby' | 'link' | 'host';
  admittedBy?: ParticipantId;
  /** Joins the device to a person who is already here. */
  sameAs?: ParticipantId;
};

type Parts = {
  log: Log;
  store: RoomStore;
  roster: Roster;
  invites: Invites;
  sockets: Sockets;
  link: RelayLink;
  seat: Seat;
  group: Group;
  snapshots: Snapshots;
  application: RoomApplication;
  clock: Clock;
  timer: Timer;
  random: (bytes: number) => Uint8Array;
  boot: Uint8Array;
  hostParticipantId: ParticipantId;
  hostName: string;
  presence: () => Record<string, PresenceState>;
  places: () => Record<string, string>;
  /** Somebody came in, went, or may see other things now. */
  onChanged: () => void;
  onLive: (memberId: MemberId) => void;
};

/** Admission, return and removal of devices, each as one commit before anything is sent (CLG-29, 38, 47). */
export class Members {
  readonly #parts: Parts;
  readonly #memoryTimers = new Map<MemberId, () => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A new device. `undefined`: it is in; otherwise why its link lets nobody in any more (CLG-38). */
  admit(entrant: Entrant, grant: Grant, isHostsWord: boolean): ClosedInvite | undefined {
    const { log, invites, roster, group, seat } = this.#parts;
    // What they may read from now on begins after all that was said before.
    log.commit();
    const invite = entrant.by.kind === 'link' ? invites.find(entrant.by.invite.inviteId) : undefined;
    if (invite === undefined) return 'revoked';
    const closed = invites.closedBecause(invite);
    // A person at the door whose link ran out meanwhile is the host's to decide, never let in silently.
    if (closed !== undefined && !(closed === 'expired' && isHostsWord)) return closed;
    const device = this.#newDevice(entrant, grant, invite.history === 'all');
    const inviteKey = invites.keysOf(invite.inviteId)?.admission.publicKey;
    const { result: isLastUse, staged } = this.#commit(() => {
      roster.put(device);
      log.stage([this.#joined(entrant, device, grant)]);
      return invites.use(invite);
    });
    seat.addKey(device.passPk);
    group.ratchet();
    group.publish(staged);
    this.#enter(entrant, device);
    if (isLastUse && inviteKey !== undefined) seat.removeKey(inviteKey);
    return undefined;
  }

  /** A known device with its present secret: the commit, then everything else. False where the secret is not current any more. */
  resume(entrant: Entrant, device: DeviceRecord, secret: Uint8Array): boolean {
    const { roster } = this.#parts;
    if (!roster.advance(device.memberId, secret, entrant.keys.resumeSecret)) return false;
    this.#enter(entrant, roster.get(device.memberId) ?? device);
    return true;
  }

  /** The host's word for a device whose keys were out of step: the one at the door is the true one (CLG-27). */
  reinstate(entrant: Entrant, memberId: MemberId, by: ParticipantId): boolean {
    const { roster, log, group, seat } = this.#parts;
    const device = roster.get(memberId);
    if (device === undefined || device.state !== 'member') return false;
    const passPk = passKeys(entrant.keys.passSeed).publicKey;
    const renewed = { ...device, resumeSecret: entrant.keys.resumeSecret, passPk, frozen: false };
    const { staged } = this.#commit(() => {
      roster.put(renewed);
      log.stage([this.#unfrozen(device, by)]);
    });
    this.#dismiss(memberId, 'moved');
    seat.addKey(passPk);
    group.rekey();
    group.publish(staged);
    this.#enter(entrant, renewed);
    seat.removeKey(device.passPk);
    return true;
  }

  freeze(memberId: MemberId, reason: string): void {
    const { roster, log, group } = this.#parts;
    const device = roster.get(memberId);
    if (device === undefined || device.frozen) return;
    const { participantId } = device;
    const { staged } = this.#commit(() => {
      roster.put({ ...device, frozen: true });
      log.stage([{ type: 'member.frozen', atMs: this.#nowMs, memberId, participantId, reason }]);
    });
    group.publish(staged);
    this.#parts.onChanged();
  }

  unfreeze(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined {
    const { roster, log, group } = this.#parts;
    const device = roster.get(memberId);
    if (device === undefined || device.state !== 'member') return 'no_such_object';
    if (!device.frozen) return undefined;
    const { staged } = this.#commit(() => {
      roster.put({ ...device, frozen: false });
      log.stage([this.#unfrozen(device, by)]);
    });
    group.publish(staged);
    this.#parts.onChanged();
    return undefined;
  }

  /** All devices of a person, in one transaction with what follows from it; then the others get new keys (CLG-47, 48). */
  remove(
    participantId: ParticipantId,
    options: { by: ParticipantId; block: boolean; note?: string },
    alsoInTransaction: (devices: readonly DeviceRecord[]) => void,
  ): void {
    const { roster, application } = this.#parts;
    const devices = roster.devicesOf(participantId);
    const { by, block, note } = options;
    this.#takeOut(devices, block ? 'blocked' : 'removed', 'removed', () => {
      alsoInTransaction(devices);
      const removed = devices.map(
        ({ memberId }): RoomEvent => ({
          type: 'member.removed',
          atMs: this.#nowMs,
          memberId,
          participantId,
          by,
          blocked: block,
          ...(note !== undefined && { note }),
        }),
      );
      return [...removed, ...application.eventsOnRemoval(participantId)];
    });
  }

  unblock(participantId: ParticipantId, by: ParticipantId): CommandErrorCode | undefined {
    const { roster, log, group } = this.#parts;
    const blocked = roster.blockedOf(participantId);
    if (blocked.length === 0) return 'no_such_object';
    const { staged } = this.#commit(() => {
      for (const device of blocked) roster.put({ ...device, state: 'removed' });
      log.stage([{ type: 'member.unblocked', atMs: this.#nowMs, participantId, by }]);
    });
    group.publish(staged);
    this.#parts.onChanged();
    return undefined;
  }

  /** One device, by its own wish, because it kept nothing, or because the host disowned it. */
  drop(memberId: MemberId, state: 'left' | 'removed', by?: ParticipantId): void {
    const { roster, application } = this.#parts;
    const device = roster.get(memberId);
    if (device === undefined || device.state !== 'member') return;
    const { participantId } = device;
    const isLast = roster.devicesOf(participantId).length === 1;
    this.#takeOut([device], state, state, () => {
      const event: RoomEvent =
        state === 'left' || by === undefined
          ? { type: 'member.left', atMs: this.#nowMs, memberId, participantId }
          : { type: 'member.removed', atMs: this.#nowMs, memberId, participantId, by, blocked: false };
      return isLast ? [event, ...application.eventsOnRemoval(participantId)] : [event];
    });
  }

  /** The socket of this member is gone; a device that keeps nothing will not come back with its keys (CLG-09). */
  went(memberId: MemberId): void {
    const { roster, timer } = this.#parts;
    if (roster.get(memberId)?.inMemory) {
      this.#memoryTimers.get(memberId)?.();
      this.#memoryTimers.set(
        memberId,
        timer(memoryDeviceMs, () => {
          this.#memoryTimers.delete(memberId);
          if (this.#parts.sockets.live(memberId) === undefined) this.drop(memberId, 'left');
        }),
      );
    }
    this.#parts.onChanged();
  }

  /** It waits on its channel: it has not gone. */
  parked(memberId: MemberId): void {
    this.#memoryTimers.get(memberId)?.();
    this.#memoryTimers.delete(memberId);
  }

  sender(memberId: MemberId): CommandSender | undefined {
    const device = this.#parts.roster.get(memberId);
    const person = device && this.#parts.log.state.participants[device.participantId];
    if (device === undefined || device.state !== 'member' || person === undefined) return undefined;
    const { participantId, devicePk, frozen } = device;
    const rights = frozen ? frozenRights : person.rights;
    return { memberId, participantId, role: person.role, rights, devicePk, frozen };
  }

  get #nowMs(): number {
    return this.#parts.clock.wallMs();
  }

  /** Memory follows the disk: where the commit fails, what the parts remember is read again. */
  #commit<T>(work: () => T) {
    try {
      return this.#parts.log.transact(work);
    } catch (error) {
      this.#parts.roster.reload();
      this.#parts.invites.reload();
      throw error;
    }
  }

  #takeOut(
    devices: readonly DeviceRecord[],
    state: 'left' | 'removed' | 'blocked',
    bye: ByeCode,
    events: () => RoomEvent[],
  ): void {
    const { roster, log, group, seat } = this.#parts;
    const { staged } = this.#commit(() => {
      for (const device of devices) roster.put({ ...device, state, resumeSecret: new Uint8Array(32), frozen: false });
      log.stage(events());
    });
    for (const device of devices) {
      this.#dismiss(device.memberId, bye);
      seat.removeKey(device.passPk);
      this.#memoryTimers.get(device.memberId)?.();
      this.#memoryTimers.delete(device.memberId);
    }
    group.rekey();
    group.publish(staged);
    this.#parts.onChanged();
  }

  #dismiss(memberId: MemberId, code: ByeCode): void {
    const socket = this.#parts.sockets.live(memberId);
    if (socket !== undefined) this.#parts.sockets.bye(socket, code);
  }

  #enter({ socket, channel, hello, headHash, keys }: Entrant, device: DeviceRecord): void {
    const { sockets, link, log } = this.#parts;
    // A welcome tells where the journal stands.
    log.commit();
    const older = sockets.live(device.memberId);
    if (older !== undefined && older !== socket) sockets.bye(older, 'moved');
    this.#memoryTimers.get(device.memberId)?.();
    this.#memoryTimers.delete(device.memberId);
    const { json, bin } = this.#welcome(device, hello.have?.seq, headHash);
    sockets.becomeMember(socket, device.memberId, channel);
    sockets.send(socket, json, bin);
    wipe(bin, keys.passSeed);
    link.control({ t: 'open', h: socket.handle });
    this.#parts.onLive(device.memberId);
    this.#parts.onChanged();
  }

  #welcome(device: DeviceRecord, haveSeq: number | undefined, haveHash: Uint8Array | undefined) {
    const { log, store, group, snapshots, application, presence, places } = this.#parts;
    const person = log.state.participants[device.participantId];
    const { secret, epoch, step, counters } = group.state();
    const { head } = log;
    const known = haveSeq === undefined ? undefined : store.hashAt(haveSeq);
    const isSameStory = known !== undefined && haveHash !== undefined && equal(known, haveHash);
    const isReset = haveSeq !== undefined && haveSeq > 0 && !isSameStory;
    const mayCatchUp = isSameStory && haveSeq !== undefined && head.seq - haveSeq <= maxCatchUpEvents;
    const snapshot = mayCatchUp ? undefined : snapshots.for(device.floorSeq);
    const json: Welcome = {
      t: 'welcome',
      mid: device.memberId,
      pid: device.participantId,
      role: person?.role ?? 'viewer',
      rights: person?.rights ?? frozenRights,
      epoch,
      step,
      ctr: counters,
      seq: head.seq,
      hostMs: group.hostMs,
      wallMs: this.#nowMs,
      floor: device.floorSeq,
      beat: group.beatSeconds,
      ...(snapshot && { snapshot: { blob: snapshot.id, len: snapshot.bytes.length, hash: snapshot.hash } }),
      ...(isReset && { reset: true }),
      hasLive: application.liveBlocks().length > 0,
      presence: presence(),
      looking: places(),
    };
    const bin = concat(secret, head.hash);
    wipe(secret);
    return { json, bin };
  }

  #newDevice(entrant: Entrant, grant: Grant, seesAll: boolean): DeviceRecord {
    const { random, log, boot, hostParticipantId } = this.#parts;
    const invite = entrant.by.kind === 'link' ? entrant.by.invite : undefined;
    const participantId =
      grant.sameAs ?? (grant.role === 'host' ? hostParticipantId : as<ParticipantId>(toHex(random(8))));
    return {
      memberId: as<MemberId>(toHex(random(8))),
      participantId,
      devicePk: entrant.devicePk,
      resumeSecret: entrant.keys.resumeSecret,
      passPk: passKeys(entrant.keys.passSeed).publicKey,
      ...(invite && { inviteId: invite.inviteId }),
      // From now on: the first event they may read is that of their own coming.
      floorSeq: seesAll ? 1 : log.head.seq + 1,
      inMemory: entrant.hello.caps.mem === true,
      ...(invite?.isLocalHost && { boundBoot: boot }),
      frozen: false,
      state: 'member',
    };
  }

  #joined(entrant: Entrant, device: DeviceRecord, grant: Grant): RoomEvent {
    const { log, hostName, hostParticipantId } = this.#parts;
    const known = log.state.participants[device.participantId];
    const isHost = device.participantId === hostParticipantId;
    const typed = personName(entrant.hello.name);
    // The host's own page is where the person at the keyboard says how they are called.
    const called = isHost && grant.how === 'host' ? (typed ?? hostName) : (known?.name ?? typed ?? 'Guest');
    const name = distinctName(called, device.participantId, log.state.participants);
    return {
      type: 'member.joined',
      atMs: this.#nowMs,
      memberId: device.memberId,
      participantId: device.participantId,
      devicePk: toHex(device.devicePk),
      name,
      role: known?.role ?? grant.role,
      rights: known?.rights ?? grant.rights,
      color: known?.color ?? Object.keys(log.state.participants).length % 8,
      ...(device.inviteId && { inviteId: device.inviteId }),
      ...(grant.admittedBy && { admittedBy: grant.admittedBy }),
      how: grant.how,
      ...(device.inMemory && { inMemory: true }),
    };
  }

  #unfrozen({ memberId, participantId }: DeviceRecord, by: ParticipantId): RoomEvent {
    return { type: 'member.unfrozen', atMs: this.#nowMs, memberId, participantId, by };
  }
}
