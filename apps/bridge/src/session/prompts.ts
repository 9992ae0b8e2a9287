import { aimOf } from '@collagility/protocol/aim';
import type { Command, CommandOf } from '@collagility/protocol/commands';
import type { SignedStatement } from '@collagility/protocol/events';
import type { CommandSender } from '@collagility/protocol/host/contract';
import {
  type AgentId,
  as,
  type CommandId,
  type ParticipantId,
  type PromptId,
  type SuggestionId,
  type ThreadId,
} from '@collagility/protocol/ids';
import type { AgentState, PromptItem, RoomState } from '@collagility/protocol/state';
import {
  chain,
  done,
  type EngineContext,
  type EngineState,
  type NewEvent,
  rejected,
  type Step,
  terminalMemberId,
  withAgent,
} from './engine-state.ts';
import { isOthersCommand } from './own-command.ts';

type Order = { sender: CommandSender; commandId: CommandId };

export const promptItem = (room: RoomState, promptId: PromptId): PromptItem | undefined => {
  const item = room.items.findLast((found) => found.kind === 'prompt' && found.promptId === promptId);
  return item?.kind === 'prompt' ? item : undefined;
};
export const agentOf = (room: RoomState, agentId: AgentId): AgentState | undefined => room.agents[agentId];

const agentOfPrompt = (room: RoomState, promptId: PromptId): AgentState | undefined =>
  Object.values(room.agents).find(({ queue }) => queue.some((queued) => queued.promptId === promptId));

/** What the host does at the terminal is not signed by a device: the room's own chain vouches for it. */
const signedBy = (
  { sender }: Order,
  signed: { statement: string; signature: string },
  extra: string,
): { signed?: SignedStatement } =>
  sender.memberId === terminalMemberId ? {} : { signed: { memberId: sender.memberId, ...signed, extra } };

/** Suggestions and the queue: everything that people do with prompts before they run. */
export function stepPrompts(
  state: EngineState,
  order: Order,
  command: Extract<Command, { type: `prompt.${string}` | `suggestion.${string}` | `queue.${string}` }>,
  context: EngineContext,
): Step {
  const { room } = context;
  const by = order.sender.participantId;
  switch (command.type) {
    case 'prompt.suggest': {
      const { agentId, text, attachments } = command;
      const event: NewEvent = {
        type: 'ai.request.prompt_suggested',
        agentId,
        suggestionId: as<SuggestionId>(order.commandId),
        by,
        text,
        ...(attachments && { attachments }),
        ...(command.review && { review: command.review }),
        ...signedBy(order, command.signed, text),
      };
      return { state, events: [event], effects: [], outcome: done };
    }
    case 'prompt.run':
      return enqueue(state, order, command, context, {
        agentId: command.agentId,
        text: command.text,
        ...(command.attachments && { attachments: command.attachments }),
        ...(command.review && { review: command.review }),
        ...(isOthersCommand(command.text, commentsOfOthers(room, command.review, by)) && { othersCommand: true }),
      });
    case 'prompt.steer':
      return steer(state, order, command, context);
    case 'suggestion.run': {
      const open = suggestion(room, command.suggestionId);
      if (open === undefined) return rejected(state, 'no_such_object');
      const isEdited = command.text !== undefined && command.text !== open.text;
      const queued = enqueue(state, order, command, context, {
        agentId: open.agentId,
        text: command.text ?? open.text,
        suggestedBy: open.by,
        suggestionId: open.suggestionId,
        ...(isEdited && { edited: true }),
        ...(isEdited && open.by !== by && isOthersCommand(command.text ?? '', [open.text]) && { othersCommand: true }),
        ...(open.review && { review: open.review }),
        ...(open.attachments.length > 0 && { attachments: open.attachments }),
      });
      return chain(queued, (next) => resolve(next, order, open, 'run', { promptId: as<PromptId>(order.commandId) }));
    }
    case 'suggestion.merge': {
      const open = room.suggestions.filter(({ suggestionId }) => command.suggestionIds.includes(suggestionId));
      const [first] = open;
      if (first === undefined) return rejected(state, 'no_such_object');
      const attachments = aimOf(command, room)?.attachments.slice() ?? [];
      // Others' words stay others' words: not a command of the agent, whatever they begin with (B22).
      const suggestedBy = open.find((merged) => merged.by !== by)?.by;
      const authors = [...new Set(open.map((merged) => merged.by))];
      const queued = enqueue(state, order, command, context, {
        agentId: first.agentId,
        text: command.text,
        ...(suggestedBy && { suggestedBy }),
        authors,
        ...(attachments.length > 0 && { attachments }),
      });
      const promptId = as<PromptId>(order.commandId);
      return chain(
        queued,
        ...open.map((merged) => (next: EngineState) => resolve(next, order, merged, 'merged', { promptId })),
      );
    }
    case 'suggestion.vote': {
      const open = suggestion(room, command.suggestionId);
      if (open === undefined) return rejected(state, 'no_such_object');
      const { suggestionId, agentId } = open;
      const event: NewEvent = {
        type: 'ai.request.suggestion_voted',
        agentId,
        suggestionId,
        by,
        vote: command.vote,
        ...signedBy(order, command.signed, ''),
      };
      return { state, events: [event], effects: [], outcome: done };
    }
    case 'suggestion.decline':
    case 'suggestion.withdraw': {
      const open = suggestion(room, command.suggestionId);
      if (open === undefined) return rejected(state, 'no_such_object');
      const note =
        command.type === 'suggestion.decline' && command.note !== undefined
          ? { note: context.redact(command.note) }
          : {};
      return resolve(state, order, open, command.type === 'suggestion.decline' ? 'declined' : 'withdrawn', note);
    }
    case 'queue.reorder': {
      const { agentId, order: wanted } = command;
      return {
        state,
        events: [{ type: 'ai.prompt.reordered', agentId, order: wanted, by }],
        effects: [],
        outcome: done,
      };
    }
    case 'queue.remove': {
      const agent = agentOfPrompt(room, command.promptId);
      if (agent === undefined) return rejected(state, 'no_such_object');
      const { promptId } = command;
      const event: NewEvent = { type: 'ai.prompt.removed', agentId: agent.agentId, promptId, by, reason: 'removed' };
      return { state, events: [event], effects: [], outcome: done };
    }
    case 'queue.edit': {
      const agent = agentOfPrompt(room, command.promptId);
      if (agent === undefined) return rejected(state, 'no_such_object');
      const { promptId, text } = command;
      const event: NewEvent = {
        type: 'ai.prompt.edited',
        agentId: agent.agentId,
        promptId,
        by,
        text,
        ...(staysOthersCommand(room, promptId, text) && { othersCommand: true }),
        ...signedBy(order, command.signed, text),
      };
      // What was let go was let go with its old words.
      const released = state.released.filter((other) => other !== promptId);
      return { state: { ...state, released }, events: [event], effects: [], outcome: done };
    }
    case 'queue.send_now':
      return sendNow(state, order, command, context);
    case 'queue.resume': {
      const { agentId } = command;
      const events: NewEvent[] = [{ type: 'ai.queue.resumed', agentId, by }];
      return {
        state: withAgent(state, agentId, { crashes: 0 }),
        events,
        effects: [{ type: 'stop_timer', key: retryKey(agentId) }],
        outcome: done,
      };
    }
  }
}

const commentsOfOthers = (room: RoomState, review: readonly ThreadId[] = [], by: ParticipantId): string[] =>
  room.review
    .filter(({ threadId }) => review.includes(threadId))
    .flatMap(({ comments }) => comments.filter((comment) => comment.by !== by).map(({ text }) => text));

/** Other words for a prompt that waits: those of a guest, whole or not, do not become the host's by being changed. */
function staysOthersCommand(room: RoomState, promptId: PromptId, text: string): boolean {
  const item = promptItem(room, promptId);
  if (item === undefined) return false;
  const isOthers = item.suggestedBy !== undefined || item.othersCommand === true;
  const own = item.edited && item.othersCommand !== true ? item.text : '';
  return isOthers && (item.whole !== undefined || isOthersCommand(text, [item.text], own));
}

/** Into the turn that runs, and no other: one that ended meanwhile is not opened again. What became of it is told later. */
function steer(
  state: EngineState,
  order: Order,
  { agentId, promptId, text, signed }: CommandOf<'prompt.steer'>,
  { room }: EngineContext,
): Step {
  const phase = state.agents[agentId]?.phase;
  if (phase?.name !== 'running' || phase.promptId !== promptId || phase.interruptedBy !== undefined)
    return rejected(state, 'no_such_object');
  if (agentOf(room, agentId)?.capabilities.includes('steering') !== true) return rejected(state, 'not_supported');
  const steerId = as<PromptId>(order.commandId);
  const by = order.sender.participantId;
  return {
    state,
    events: [{ type: 'ai.prompt.steered', agentId, promptId, steerId, by, text, ...signedBy(order, signed, text) }],
    effects: [{ type: 'steer', agentId, promptId, steerId, text }],
  };
}

export function steerEnded(
  state: EngineState,
  ended: { agentId: AgentId; promptId: PromptId; steerId: PromptId; refusal?: string },
): Step {
  const { agentId, promptId, steerId, refusal } = ended;
  const outcome = refusal === undefined ? ('taken' as const) : ('refused' as const);
  const reason = refusal === undefined ? {} : { reason: refusal };
  return {
    state,
    events: [{ type: 'ai.prompt.steer_ended', agentId, promptId, steerId, outcome, ...reason }],
    effects: [],
  };
}

export const retryKey = (agentId: AgentId): string => `retry:${agentId}`;

const suggestion = (room: RoomState, suggestionId: SuggestionId) =>
  room.suggestions.find((open) => open.suggestionId === suggestionId);

function enqueue(
  state: EngineState,
  order: Order,
  command: CommandOf<'prompt.run' | 'suggestion.run' | 'suggestion.merge'>,
  { room }: EngineContext,
  prompt: Omit<Extract<NewEvent, { type: 'ai.prompt.queued' }>, 'type' | 'promptId' | 'by' | 'signed'>,
): Step {
  const event: NewEvent = {
    type: 'ai.prompt.queued',
    promptId: as<PromptId>(order.commandId),
    by: order.sender.participantId,
    ...prompt,
    ...signedBy(order, command.signed, prompt.text),
  };
  const position = (agentOf(room, prompt.agentId)?.queue.length ?? 0) + 1;
  return { state, events: [event], effects: [], outcome: { state: 'queued', position } };
}

function resolve(
  state: EngineState,
  { sender }: Order,
  open: { agentId: AgentId; suggestionId: SuggestionId },
  outcome: 'run' | 'declined' | 'merged' | 'withdrawn',
  more: { note?: string; promptId?: PromptId },
): Step {
  const { agentId, suggestionId } = open;
  const by = sender.participantId;
  const step: Step = {
    state,
    events: [{ type: 'ai.request.suggestion_resolved', agentId, suggestionId, outcome, by, ...more }],
    effects: [],
  };
  return outcome === 'declined' || outcome === 'withdrawn' ? { ...step, outcome: done } : step;
}

/** To the front, past what stopped the queue and past what held it: a person with the right says so. */
function sendNow(
  state: EngineState,
  { sender }: Order,
  { promptId }: CommandOf<'queue.send_now'>,
  { room }: EngineContext,
): Step {
  const agent = agentOfPrompt(room, promptId);
  if (agent === undefined) return rejected(state, 'no_such_object');
  const { agentId, queue } = agent;
  const isHeld = queue.some((queued) => queued.promptId === promptId && queued.held !== undefined);
  const mayRelease = sender.rights.manage || isHeld;
  // One that nothing holds is only first: should it be held before it starts, that is for somebody to look at again.
  const released = mayRelease ? [...state.released, promptId] : state.released;
  const next = withAgent({ ...state, released }, agentId, { sendNow: promptId });
  // Let go: the room sees it at once, not when it starts.
  const letGo: NewEvent[] = isHeld ? [{ type: 'ai.prompt.released', agentId, promptId, by: sender.participantId }] : [];
  if (queue[0]?.promptId === promptId) return { state: next, events: letGo, effects: [], outcome: done };
  const order = [promptId, ...queue.map((queued) => queued.promptId).filter((other) => other !== promptId)];
  return {
    state: next,
    events: [...letGo, { type: 'ai.prompt.reordered', agentId, order, by: sender.participantId }],
    effects: [],
    outcome: done,
  };
}
