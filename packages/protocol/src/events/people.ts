import * as v from 'valibot';
import { Rights, Role } from '../rights.ts';
import { count, hex, inviteId, memberId, participantId } from './shared.ts';

/** Events about the room and the people in it. */
export const peopleEvents = {
  'room.created': v.object({
    roomId: hex,
    title: v.string(),
    /** Last part of the shared folder's path; never the path. */
    workspaceName: v.string(),
    branch: v.optional(v.string()),
  }),
  'room.renamed': v.object({ title: v.string(), by: participantId }),
  'room.paused': v.object({ by: participantId }),
  'room.resumed': v.object({ by: participantId }),
  /** Agent stopped, room frozen, links revoked: until a host resumes it. */
  'room.panic': v.object({ by: participantId }),
  'room.two_person_set': v.object({ on: v.boolean(), by: participantId }),
  /** Who was handed the driver's seat; absent: it was taken back. `before`: the rights to give back then. */
  'room.driver_changed': v.object({
    participantId: v.optional(participantId),
    before: v.optional(Rights),
    by: participantId,
  }),
  'room.ended': v.object({ reason: v.string() }),
  /** Something all should know: a repaired journal, requests that are not asked for, a restarted host. */
  'room.notice': v.object({
    level: v.picklist(['info', 'warning', 'error']),
    code: v.string(),
    text: v.string(),
  }),
  'host.started': v.object({ gen: count }),
  'host.recovered': v.object({ gen: count, lostAfterSeq: v.optional(count) }),
  'member.joined': v.object({
    memberId,
    participantId,
    /** The device's Ed25519 public key: the roster that statements are checked against. */
    devicePk: hex,
    name: v.string(),
    role: Role,
    rights: Rights,
    /** 0–7, picks one of the room's colours. */
    color: count,
    inviteId: v.optional(inviteId),
    admittedBy: v.optional(participantId),
    how: v.picklist(['lobby', 'link', 'host']),
    /** Seen only by devices that keep no store (CLG-09). */
    inMemory: v.optional(v.boolean()),
  }),
  'member.left': v.object({ memberId, participantId }),
  'member.removed': v.object({
    memberId,
    participantId,
    by: participantId,
    blocked: v.boolean(),
    note: v.optional(v.string()),
  }),
  'member.renamed': v.object({ participantId, name: v.string() }),
  'member.rights_changed': v.object({
    participantId,
    role: Role,
    rights: Rights,
    by: participantId,
    /** It comes with the driver's seat, whose own event tells it. */
    withSeat: v.optional(v.boolean()),
  }),
  'member.frozen': v.object({ memberId, participantId, reason: v.string() }),
  'member.unfrozen': v.object({ memberId, participantId, by: participantId }),
  'member.unblocked': v.object({ participantId, by: participantId }),
  'member.hand': v.object({ participantId, raised: v.boolean() }),
  'chat.posted': v.object({ messageId: v.string(), by: participantId, text: v.string() }),
};
