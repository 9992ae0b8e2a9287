import { actHash, actOf } from '@collagility/protocol/act';
import { equal, fromHex, utf8 } from '@collagility/protocol/bytes';
import type { Command } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { CommandId, PromptId } from '@collagility/protocol/ids';
import {
  maxChatBytes,
  maxOpenSuggestions,
  maxOwnOpenSuggestions,
  maxOwnQueuedPrompts,
  maxQueuedPrompts,
  maxSuggestionBytes,
} from '@collagility/protocol/limits';
import { personName } from '@collagility/protocol/person-name';
import type { RoomState } from '@collagility/protocol/state';
import { decodeStatement, extraHash, verifyStatement } from '@collagility/protocol/statement';
import { judgeRight } from '../rights.ts';
import { terminalMemberId } from './engine-state.ts';
import { isBlank, judgePromptText } from './prompt-text.ts';
import { judgeReview } from './review.ts';

export type CommandFacts = {
  room: RoomState;
  roomId: Uint8Array;
  /** Chain value after event `seq`. */
  hashAt(seq: number): Uint8Array | undefined;
};

/**
 * Right, form and signature of a command, now; changes nothing. Answers to an approval are judged where they are
 * carried out, because one that does not count is kept in the audit.
 */
export function judgeCommand(
  facts: CommandFacts,
  sender: CommandSender,
  commandId: CommandId,
  command: Command,
): CommandErrorCode | undefined {
  if (command.type === 'approval.answer') return undefined;
  return (
    judgeRight(facts.room, sender, command) ??
    judgeForm(facts.room, sender, command) ??
    judgeSignature(facts, sender, commandId, command)
  );
}

/** The device's signature over exactly what this command does (CLG-70, 75). */
export function judgeSignature(
  { room, roomId, hashAt }: CommandFacts,
  sender: CommandSender,
  commandId: CommandId,
  command: Command,
): CommandErrorCode | undefined {
  if (!('signed' in command) || sender.memberId === terminalMemberId) return undefined;
  const act = actOf(command, commandId, room);
  if (act === undefined) return 'no_such_object';
  const bytes = fromHex(command.signed.statement);
  const signature = fromHex(command.signed.signature, 64);
  const said = bytes === undefined ? undefined : decodeStatement(bytes);
  const ownId = fromHex(commandId, 16);
  const objectId = fromHex(act.objectId, 16);
  if (!bytes || !signature || !said || !ownId || !objectId) return 'bad_signature';
  const atHash = hashAt(said.atSeq);
  const shown = actHash(act, roomId);
  const isThisAct =
    said.kind === act.kind &&
    said.decision === act.decision &&
    equal(said.commandId, ownId) &&
    equal(said.objectId, objectId) &&
    shown !== undefined &&
    equal(said.shownHash, shown) &&
    equal(said.extraHash, extraHash(utf8(act.extra))) &&
    atHash !== undefined &&
    equal(said.atHash, atHash);
  return isThisAct && verifyStatement(sender.devicePk, roomId, bytes, signature) ? undefined : 'bad_signature';
}

function judgeForm(room: RoomState, sender: CommandSender, command: Command): CommandErrorCode | undefined {
  switch (command.type) {
    case 'chat.post':
      if (isBlank(command.text)) return 'empty';
      return Buffer.byteLength(command.text) > maxChatBytes ? 'too_large' : undefined;
    case 'prompt.suggest':
      return (
        judgeAgent(room, command.agentId) ??
        judgePromptText(command.text, maxSuggestionBytes) ??
        judgeOpenSuggestions(room, sender)
      );
    case 'prompt.run':
      return (
        judgeAgent(room, command.agentId) ??
        judgeUnasked(room, sender, command.agentId) ??
        judgePromptText(command.text) ??
        judgeQueue(room, sender, command.agentId)
      );
    case 'prompt.steer':
      return (
        judgeAgent(room, command.agentId) ??
        judgeUnasked(room, sender, command.agentId) ??
        judgePromptText(command.text, maxSuggestionBytes)
      );
    case 'suggestion.run': {
      const open = room.suggestions.find(({ suggestionId }) => suggestionId === command.suggestionId);
      if (open === undefined) return 'no_such_object';
      return judgeUnasked(room, sender, open.agentId) ?? judgePromptText(command.text ?? open.text);
    }
    case 'suggestion.merge': {
      const open = room.suggestions.filter(({ suggestionId }) => command.suggestionIds.includes(suggestionId));
      if (open.length !== new Set(command.suggestionIds).size) return 'no_such_object';
      const agents = new Set(open.map(({ agentId }) => agentId));
      const [agentId] = agents;
      if (agents.size !== 1 || agentId === undefined) return 'malformed';
      return judgeUnasked(room, sender, agentId) ?? judgePromptText(command.text);
    }
    case 'suggestion.vote':
    case 'suggestion.decline':
    case 'suggestion.withdraw':
      return room.suggestions.some(({ suggestionId }) => suggestionId === command.suggestionId)
        ? undefined
        : 'no_such_object';
    case 'queue.remove':
      return agentOfQueued(room, command.promptId) === undefined ? 'no_such_object' : undefined;
    case 'queue.edit': {
      const agentId = agentOfQueued(room, command.promptId);
      if (agentId === undefined) return 'no_such_object';
      return judgeUnasked(room, sender, agentId) ?? judgePromptText(command.text);
    }
    case 'queue.send_now': {
      const agentId = agentOfQueued(room, command.promptId);
      return agentId === undefined ? 'no_such_object' : judgeUnasked(room, sender, agentId);
    }
    case 'queue.resume':
      return judgeAgent(room, command.agentId) ?? judgeHeld(room, command.agentId);
    case 'review.comment':
    case 'review.remove_comment':
    case 'review.resolve':
      return judgeReview(room, sender, command);
    case 'workspace.restore':
    case 'queue.reorder':
    case 'agent.set_mode':
    case 'agent.set_model':
    case 'agent.set_effort':
    case 'agent.restart':
    case 'terminal.input':
    case 'terminal.resize':
    case 'agent.stop':
      return judgeAgent(room, command.agentId);
    case 'approval.revoke_rule':
      return Object.hasOwn(room.rules, command.ruleId) ? undefined : 'no_such_object';
    case 'driver.hand_over':
    case 'member.set_rights':
      return room.participants[command.participantId]?.state === 'present' ? undefined : 'no_such_object';
    case 'member.rename':
      return personName(command.name) === undefined ? 'empty' : undefined;
    case 'room.rename':
      return personName(command.title) === undefined ? 'empty' : undefined;
    default:
      return undefined;
  }
}

const judgeAgent = (room: RoomState, agentId: string): CommandErrorCode | undefined =>
  Object.values(room.agents).some((agent) => agent.agentId === agentId) ? undefined : 'no_such_agent';

/** Going on also forgets crashes and the time to try again: nothing of a queue that runs. */
const judgeHeld = (room: RoomState, agentId: string): CommandErrorCode | undefined =>
  Object.values(room.agents).some((agent) => agent.agentId === agentId && agent.queueStopped !== undefined)
    ? undefined
    : 'not_held';

function judgeOpenSuggestions({ suggestions }: RoomState, sender: CommandSender): CommandErrorCode | undefined {
  const own = suggestions.filter(({ by }) => by === sender.participantId);
  return suggestions.length >= maxOpenSuggestions || own.length >= maxOwnOpenSuggestions ? 'too_many' : undefined;
}

/** What guests put into a queue; the host's own is never turned away for theirs. */
function judgeQueue(room: RoomState, sender: CommandSender, agentId: string): CommandErrorCode | undefined {
  if (sender.rights.manage) return undefined;
  const waiting = new Set(
    Object.values(room.agents)
      .find((found) => found.agentId === agentId)
      ?.queue.map((one) => one.promptId),
  );
  if (waiting.size < maxOwnQueuedPrompts) return undefined;
  const own = room.items.filter(
    (item) => item.kind === 'prompt' && item.by === sender.participantId && waiting.has(item.promptId),
  );
  return waiting.size >= maxQueuedPrompts || own.length >= maxOwnQueuedPrompts ? 'too_many' : undefined;
}

/** Where the agent runs something without asking, guests may only suggest. */
function judgeUnasked(room: RoomState, sender: CommandSender, agentId: string): CommandErrorCode | undefined {
  const agent = Object.values(room.agents).find((found) => found.agentId === agentId);
  const runsUnasked = agent !== undefined && (agent.mode === 'act' || agent.unasked.length > 0);
  return runsUnasked && !sender.rights.manage ? 'right' : undefined;
}

const agentOfQueued = (room: RoomState, promptId: PromptId): string | undefined =>
  Object.values(room.agents).find(({ queue }) => queue.some((queued) => queued.promptId === promptId))?.agentId;
