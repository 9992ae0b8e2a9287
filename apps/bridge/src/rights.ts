import type { Command, CommandType } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { mayGive, type Rights, rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';

type Need = (rights: Rights) => boolean;
const suggest: Need = ({ prompt }) => prompt !== 'none';
const run: Need = ({ prompt }) => prompt === 'run';
const chat: Need = (rights) => rights.chat;
const approve: Need = (rights) => rights.approve;
const interrupt: Need = (rights) => rights.interrupt;
const invite: Need = (rights) => rights.invite;
const type: Need = (rights) => rights.terminal === 'type';
const manage: Need = (rights) => rights.manage;
const chooseAgent: Need = ({ agentChoice, manage }) => manage || agentChoice === true;
const anybody: Need = () => true;

/** The right that each command needs, at the moment when it is carried out. */
export const rightOf: Readonly<Record<CommandType, Need>> = {
  'chat.post': chat,
  'prompt.suggest': suggest,
  'prompt.run': run,
  'prompt.steer': run,
  'suggestion.vote': chat,
  'suggestion.run': run,
  'suggestion.decline': run,
  'suggestion.withdraw': suggest,
  'suggestion.merge': run,
  'queue.reorder': run,
  'queue.remove': suggest,
  'queue.edit': run,
  'queue.send_now': run,
  'queue.resume': run,
  'turn.interrupt': interrupt,
  'approval.answer': approve,
  'approval.vote': chat,
  'approval.reveal': manage,
  'approval.revoke_rule': manage,
  'member.rename': anybody,
  'member.hand': anybody,
  'member.leave': anybody,
  'member.set_rights': manage,
  'member.remove': manage,
  'member.unfreeze': manage,
  'member.remove_device': manage,
  'member.unblock': manage,
  'driver.hand_over': manage,
  // The one who has it may give it back.
  'driver.take_back': ({ approve, manage }) => approve || manage,
  'lobby.answer': invite,
  'lobby.silence': invite,
  'invite.create': invite,
  'invite.revoke': invite,
  'invite.revoke_all': manage,
  'room.rename': manage,
  'room.pause': manage,
  'room.resume': manage,
  'room.panic': manage,
  'room.set_two_person': manage,
  'agent.set_mode': manage,
  'agent.set_model': chooseAgent,
  'agent.set_effort': chooseAgent,
  'agent.restart': chooseAgent,
  'terminal.input': type,
  'terminal.resize': manage,
  'agent.list': chooseAgent,
  'agent.start': chooseAgent,
  'agent.fork': manage,
  'agent.stop': chooseAgent,
  'workspace.restore': manage,
  'review.comment': chat,
  'review.remove_comment': chat,
  'review.resolve': chat,
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

/**
 * Nobody gives what they do not have; host links are made at the host's terminal alone (CLG-39). Who is a host is for
 * hosts to say: somebody who may only manage neither makes one nor takes anything from one.
 */
function judgeGrant(room: RoomState, sender: CommandSender, command: Command): CommandErrorCode | undefined {
  switch (command.type) {
    case 'approval.reveal':
      // Secrets of the host's machine are for hosts, whoever else may manage the room.
      return sender.role === 'host' ? undefined : 'right';
    case 'invite.create':
      if (command.role === 'host') return 'right';
      return mayGive(sender.rights, command.rights ?? rightsOfRole[command.role]) ? undefined : 'right';
    case 'lobby.answer': {
      if (command.role === 'host' && sender.role !== 'host') return 'right';
      const given = command.rights ?? (command.role && rightsOfRole[command.role]);
      if (given !== undefined && !mayGive(sender.rights, given)) return 'right';
      return command.sameAs === undefined ? undefined : judgeSameAs(room, sender, command.sameAs);
    }
    case 'member.set_rights':
      if (command.role === 'host' && sender.role !== 'host') return 'right';
      if (isAboveThem(room, sender, command.participantId)) return 'right';
      return command.rights.manage || !isLastManager(room, command.participantId) ? undefined : 'last_host';
    case 'member.remove':
      return isAboveThem(room, sender, command.participantId) ? 'right' : undefined;
    case 'driver.hand_over':
      return isAboveThem(room, sender, command.participantId) ? 'right' : undefined;
    case 'driver.take_back':
      return sender.rights.manage || room.driver?.participantId === sender.participantId ? undefined : 'right';
    case 'member.remove_device':
    case 'member.unfreeze': {
      const owner = Object.values(room.participants).find(({ devices }) => Object.hasOwn(devices, command.memberId));
      return owner && isAboveThem(room, sender, owner.participantId) ? 'right' : undefined;
    }
    default:
      return undefined;
  }
}

/** The new device gets all that this person has. */
function judgeSameAs(room: RoomState, sender: CommandSender, sameAs: ParticipantId): CommandErrorCode | undefined {
  if (!sender.rights.manage || isAboveThem(room, sender, sameAs)) return 'right';
  return personOf(room, sameAs)?.state === 'present' ? undefined : 'no_such_object';
}

/** An answer at the door gives what the card says where the command names nothing else; seen when it is carried out. */
export function judgeCard(
  room: RoomState,
  sender: CommandSender,
  card: LobbyCard,
  { decision, role, rights }: Extract<Command, { type: 'lobby.answer' }>,
): CommandErrorCode | undefined {
  // Which of two copies of a device is the true one decides who has that person's rights.
  if (card.kind !== 'new') {
    const isAbove = card.participantId !== undefined && isAboveThem(room, sender, card.participantId);
    return sender.rights.manage && !isAbove ? undefined : 'right';
  }
  if (decision === 'deny') return undefined;
  if ((role ?? card.role) === 'host' && sender.role !== 'host') return 'right';
  const given = rights ?? (role === undefined ? card.rights : rightsOfRole[role]);
  return mayGive(sender.rights, given) ? undefined : 'right';
}

const personOf = (room: RoomState, participantId: ParticipantId) =>
  Object.values(room.participants).find((person) => person.participantId === participantId);

const isAboveThem = (room: RoomState, sender: CommandSender, participantId: ParticipantId): boolean =>
  sender.role !== 'host' && personOf(room, participantId)?.role === 'host';

function isLastManager(room: RoomState, participantId: ParticipantId): boolean {
  const managers = Object.values(room.participants).filter(
    (participant) => participant.state === 'present' && participant.rights.manage,
  );
  return managers.length === 1 && managers[0]?.participantId === participantId;
}
