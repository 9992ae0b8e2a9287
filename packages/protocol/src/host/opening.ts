import { toHex } from '../bytes.ts';
import type { RoomEvent } from '../events.ts';
import { as, type MemberId, type ParticipantId } from '../ids.ts';
import { rightsOfRole } from '../rights.ts';
import type { DeviceRecord, RoomHostOptions } from './contract.ts';
import type { Log } from './log.ts';
import type { Roster } from './roster.ts';

/** The person at the keyboard is one participant for the room's whole life, and the terminal is their first device. */
export const hostParticipantId = as<ParticipantId>('host');
const terminalMemberId = as<MemberId>('terminal');

/** What a bridge start tells the room, and whose devices do not outlive it (CLG-12, 15, 81). */
export function openRoom(options: RoomHostOptions, log: Log, roster: Roster): void {
  const { clock, gen, boot, isRecovered } = options;
  const atMs = clock.wallMs();
  const bound = roster.members().filter((device) => isOfOlderStart(device, boot));
  const recovered: RoomEvent[] = isRecovered ? [{ type: 'host.recovered', atMs, gen, lostAfterSeq: log.head.seq }] : [];
  const created = log.head.seq === 0 ? creation(options, atMs) : [];
  const left: RoomEvent[] = bound.map(({ memberId, participantId }) => ({
    type: 'member.left',
    atMs,
    memberId,
    participantId,
  }));
  // Told to nobody: no relay is dialled yet, and whoever comes learns it with their welcome.
  log.transact(() => {
    for (const device of bound) roster.put({ ...device, state: 'left', resumeSecret: new Uint8Array(32) });
    log.stage([...recovered, ...created, { type: 'host.started', atMs, gen }, ...left]);
  });
}

function isOfOlderStart({ boundBoot }: DeviceRecord, boot: Uint8Array): boolean {
  return boundBoot !== undefined && toHex(boundBoot) !== toHex(boot);
}

function creation({ identity, title, workspaceName, branch, hostName }: RoomHostOptions, atMs: number): RoomEvent[] {
  return [
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
}
