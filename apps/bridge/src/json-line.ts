import type { RoomEvent } from '@collagility/protocol/events';
import type { LobbyCard } from '@collagility/protocol/private';
import { reasonText } from '@collagility/protocol/reasons';
import type { RoomState } from '@collagility/protocol/state';
import { nameOf } from './names.ts';

export type JsonLine = { type: string } & Record<string, unknown>;

/** What `--json` tells about an event; `undefined` for what programs follow through the room itself. */
export function jsonLineOf(event: RoomEvent, state: RoomState): JsonLine | undefined {
  switch (event.type) {
    case 'member.joined': {
      const { participantId, name, role, how } = event;
      return { type: 'joined', participantId, name, role, how };
    }
    case 'member.left':
      return { type: 'left', participantId: event.participantId, name: nameOf(state, event.participantId) };
    case 'member.removed':
      return {
        type: 'removed',
        participantId: event.participantId,
        name: nameOf(state, event.participantId),
        by: nameOf(state, event.by),
        blocked: event.blocked,
      };
    case 'ai.agent.started': {
      const { agentId, name, mode, session, unasked } = event;
      return {
        type: 'agent',
        state: 'started',
        agentId,
        name,
        mode,
        session,
        unasked,
        ...only({ model: event.model }),
      };
    }
    case 'ai.agent.stopped':
      return { type: 'agent', state: 'stopped', agentId: event.agentId, ...reasonOf(event.reason) };
    case 'ai.request.prompt_suggested':
      return { type: 'suggestion', suggestionId: event.suggestionId, by: nameOf(state, event.by), text: event.text };
    case 'ai.prompt.queued':
      return {
        type: 'prompt',
        agentId: event.agentId,
        promptId: event.promptId,
        by: nameOf(state, event.by),
        text: event.text,
      };
    case 'ai.execution.started':
      return { type: 'turn', state: 'started', agentId: event.agentId, promptId: event.promptId };
    case 'ai.execution.ended':
      return {
        type: 'turn',
        state: event.outcome,
        agentId: event.agentId,
        promptId: event.promptId,
        ...reasonOf(event.reason),
      };
    case 'approval.requested': {
      const { agentId, approvalId, kind, title, toolName, shown, risks } = event;
      return { type: 'approval', state: 'requested', agentId, approvalId, kind, title, toolName, shown, risks };
    }
    case 'approval.signed': {
      const { approvalId, by } = event;
      return { type: 'approval', state: 'signed', approvalId, by: nameOf(state, by), signed: 1, needed: 2 };
    }
    case 'room.two_person_set':
      return { type: 'two_person_rule', on: event.on, by: nameOf(state, event.by) };
    case 'room.driver_changed': {
      const driver = event.participantId === undefined ? undefined : nameOf(state, event.participantId);
      return { type: 'driver', by: nameOf(state, event.by), ...only({ driver }) };
    }
    case 'approval.resolved': {
      const { approvalId, outcome, scope, feedback, nativeOption } = event;
      const by = event.by === undefined ? undefined : nameOf(state, event.by);
      return { type: 'approval', state: outcome, approvalId, ...only({ scope, by, feedback, nativeOption }) };
    }
    case 'ai.queue.stopped':
      return { type: 'queue', state: 'stopped', agentId: event.agentId, ...reasonOf(event.reason) };
    case 'ai.queue.resumed':
      return { type: 'queue', state: 'resumed', agentId: event.agentId };
    case 'ai.error': {
      const { code, message, fix, kept, recoverable } = event;
      return { type: 'error', code, message, recoverable, ...only({ fix, kept }) };
    }
    case 'room.notice':
      return { type: 'notice', level: event.level, code: event.code, text: event.text };
    case 'room.paused':
    case 'room.resumed':
    case 'room.panic':
      return { type: event.type.slice('room.'.length), by: nameOf(state, event.by) };
    default:
      return undefined;
  }
}

/** Somebody at the door; answered on stdin by `{"type":"admit","cardId":…}` or `deny`. */
export function jsonLineOfCard(card: LobbyCard): JsonLine {
  const { cardId, name, role, words, kind, inviteLabel } = card;
  return { type: 'door', cardId, name, role, words, kind, invite: inviteLabel };
}

/** The code for programs, the sentence for people. */
const reasonOf = (reason: string | undefined) =>
  reason === undefined ? {} : { reason, reasonText: reasonText(reason) };

const only = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
