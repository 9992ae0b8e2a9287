import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender, RoomHost } from '@collagility/protocol/host/contract';
import { judgeCard } from '../rights.ts';

export type PeopleCommand = Extract<
  Command,
  {
    type:
      | 'member.leave'
      | 'member.remove'
      | 'member.unfreeze'
      | 'member.remove_device'
      | 'member.unblock'
      | 'lobby.answer'
      | 'lobby.silence'
      | 'invite.create'
      | 'invite.revoke'
      | 'invite.revoke_all';
  }
>;

const types: ReadonlySet<Command['type']> = new Set<PeopleCommand['type']>([
  'member.leave',
  'member.remove',
  'member.unfreeze',
  'member.remove_device',
  'member.unblock',
  'lobby.answer',
  'lobby.silence',
  'invite.create',
  'invite.revoke',
  'invite.revoke_all',
]);
export const isPeopleCommand = (command: Command): command is PeopleCommand => types.has(command.type);

const outcomeOf = (code: CommandErrorCode | undefined): CommandOutcome =>
  code === undefined ? { state: 'done' } : { state: 'rejected', code };
const found = (isThere: boolean): CommandOutcome => outcomeOf(isThere ? undefined : 'no_such_object');

/** Who is in the room and by which link: the room's own matter, where the bridge only says yes. */
export function runPeopleCommand(host: RoomHost, sender: CommandSender, command: PeopleCommand): CommandOutcome {
  const by = sender.participantId;
  switch (command.type) {
    case 'member.leave':
      host.leave(sender.memberId);
      return { state: 'done' };
    case 'member.remove': {
      const { participantId, block, keepInvites, note } = command;
      const more = { ...(keepInvites !== undefined && { keepInvites }), ...(note !== undefined && { note }) };
      return outcomeOf(host.removeParticipant(participantId, { by, block, ...more }));
    }
    case 'member.unfreeze':
      return outcomeOf(host.unfreeze(command.memberId, by));
    case 'member.remove_device':
      return outcomeOf(host.removeDevice(command.memberId, by));
    case 'member.unblock':
      return outcomeOf(host.unblock(command.participantId, by));
    case 'lobby.answer': {
      const { cardId, decision, role, rights, sameAs, keep } = command;
      const card = host.lobbyCards().find((waiting) => waiting.cardId === cardId);
      const refusal = card && judgeCard(host.state, sender, card, command);
      if (refusal !== undefined) return outcomeOf(refusal);
      const more = {
        ...(role && { role }),
        ...(rights && { rights }),
        ...(sameAs && { sameAs }),
        ...(keep && { keep }),
      };
      return outcomeOf(host.answerCard(cardId, { decision, ...more }, by));
    }
    case 'lobby.silence':
      return found(host.silenceInvite(command.inviteId));
    case 'invite.create': {
      const { type: _, ...options } = command;
      // The link itself goes by the private list: an outcome is kept in the journal, a link must not be (CLG-07).
      return { state: 'done', result: { inviteId: host.createInvite(options, by).inviteId } };
    }
    case 'invite.revoke':
      return found(host.revokeInvite(command.inviteId));
    case 'invite.revoke_all':
      host.revokeAllInvites();
      return { state: 'done' };
  }
}
