import type { Command, CommandType } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { ParticipantId } from '@collagility/protocol/ids';
import { type Rights, rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';

type Need = (rights: Rights) => boolean;
const suggest: Need = ({ prompt }) => prompt !== 'none';
const run: Need = ({ prompt }) => prompt === 'run';
const chat: Need = (rights) => rights.chat;
const approve: Need = (rights) => rights.approve;
const interrupt: Need = (rights) => rights.interrupt;
const invite: Need = (rights) => rights.invite;
const manage: Need = (rights) => rights.manage;
const anybody: Need = () => true;

/** The right that each command needs, at the moment when it is carried out. */
export const rightOf: Readonly<Record<CommandType, Need>> = {
  'chat.post': chat,
  'prompt.suggest': suggest,
  'prompt.run': run,
  'suggestion.vote': chat,
  'suggestion.run': run,
  'suggestion.decline': run,
  'suggestion.withdraw': suggest,
  'suggestion.merge': run,
  'queue.reorder': run,
  'queue.remove': suggest,
  'queue.send_now': run,
  'queue.resume': run,
  'turn.interrupt': interrupt,
  'approval.answer': approve,
  'approval.revoke_rule': manage,
  'member.rename': anybody,
  'member.hand': anybody,
  'member.leave': anybody,
  'member.set_rights': manage,
  'member.remove': manage,
  'member.unfreeze': manage,
  'lobby.answer': invite,
  'lobby.silence': invite,
  'invite.create': invite,
  'invite.revoke': invite,
  'invite.revoke_all': manage,
  'room.rename': manage,
  'room.pause': manage,
  'room.resume': manage,
  'room.panic': manage,
  'agent.set_mode': manage,
  'agent.set_model': manage,
  'agent.restart': manage,
};

/** What still works for those who do not manage the room while sharing is paused. */
const whilePaused: ReadonlySet<CommandType> = new Set(['member.leave', 'member.rename', 'member.hand']);

/** Whether this person may do this now. The room's own list of rights counts, never what a page says of itself. */
export function judgeRight(room: RoomState, sender: CommandSender, command: Command): CommandErrorCode | undefined {
  if (sender.frozen && command.type !== 'member.leave') return 'frozen';
  if (room.paused !== undefined && !sender.rights.manage && !whilePaused.has(command.type)) return 'paused';
  if (!rightOf[command.type](sender.rights)) return 'right';
  return judgeOwner(room, sender, command) ?? judgeGrant(room, sender, command);
}

/** Without the right to run, one's own suggestions and prompts only. */
function judgeOwner(room: RoomState, sender: CommandSender, command: Command): CommandErrorCode | undefined {
  if (run(sender.rights)) return undefined;
  if (command.type === 'suggestion.withdraw') {
    const open = room.suggestions.find(({ suggestionId }) => suggestionId === command.suggestionId);
    return open === undefined || open.by === sender.participantId ? undefined : 'right';
  }
  if (command.type === 'queue.remove') {
    const item = room.items.findLast((found) => found.kind === 'prompt' && found.promptId === command.promptId);
    if (item?.kind !== 'prompt') return undefined;
    return item.by === sender.participantId || item.suggestedBy === sender.participantId ? undefined : 'right';
  }
  return undefined;
}

/** Nobody gives what they do not have; host links are made at the host's terminal alone (CLG-39). */
function judgeGrant(room: RoomState, sender: CommandSender, command: Command): CommandErrorCode | undefined {
  switch (command.type) {
    case 'invite.create':
      if (command.role === 'host') return 'right';
      return mayGive(sender.rights, command.rights ?? rightsOfRole[command.role]) ? undefined : 'right';
    case 'lobby.answer': {
      if (command.role === 'host' && !sender.rights.manage) return 'right';
      if (command.sameAs !== undefined && !sender.rights.manage) return 'right';
      const given = command.rights ?? (command.role && rightsOfRole[command.role]);
      return given === undefined || mayGive(sender.rights, given) ? undefined : 'right';
    }
    case 'member.set_rights':
      return command.rights.manage || !isLastManager(room, command.participantId) ? undefined : 'last_host';
    default:
      return undefined;
  }
}

const promptRank = { none: 0, suggest: 1, run: 2 } as const;
const terminalRank = { none: 0, watch: 1, type: 2 } as const;

/** Whether `given` holds nothing beyond `own`; whoever manages the room may give everything. */
export function mayGive(own: Rights, given: Rights): boolean {
  if (own.manage) return true;
  if (promptRank[given.prompt] > promptRank[own.prompt]) return false;
  if (terminalRank[given.terminal] > terminalRank[own.terminal]) return false;
  return (['approve', 'interrupt', 'chat', 'invite', 'manage'] as const).every((right) => own[right] || !given[right]);
}

function isLastManager(room: RoomState, participantId: ParticipantId): boolean {
  const managers = Object.values(room.participants).filter(
    (participant) => participant.state === 'present' && participant.rights.manage,
  );
  return managers.length === 1 && managers[0]?.participantId === participantId;
}
