import type { Command } from '@collagility/protocol/commands';
import type { CommandSender } from '@collagility/protocol/host/contract';
import { type AgentId, as, type CommandId } from '@collagility/protocol/ids';
import { distinctName, personName, plainLine } from '@collagility/protocol/person-name';
import { closeApprovals } from './approvals.ts';
import { handOver, takeBack } from './driver.ts';
import {
  chain,
  done,
  type EngineContext,
  type EngineState,
  type NewEvent,
  nothing,
  rejected,
  type Step,
  withAgent,
} from './engine-state.ts';

const maxTitleUnits = 120;

type Order = { sender: CommandSender; commandId: CommandId };
export type RoomCommand = Extract<
  Command,
  {
    type:
      | 'chat.post'
      | 'member.rename'
      | 'member.hand'
      | 'member.set_rights'
      | 'room.rename'
      | 'room.pause'
      | 'room.resume'
      | 'room.panic'
      | 'room.set_two_person'
      | 'driver.hand_over'
      | 'driver.take_back'
      | 'approval.revoke_rule';
  }
>;

/** What concerns the room and its people and needs nothing of the room's keys. */
export function stepRoom(state: EngineState, order: Order, command: RoomCommand, context: EngineContext): Step {
  const by = order.sender.participantId;
  const { room } = context;
  const tell = (...events: NewEvent[]): Step => ({ state, events, effects: [], outcome: done });
  switch (command.type) {
    case 'chat.post':
      // Not signed, so it can be redacted like all else that leaves.
      return tell({ type: 'chat.posted', messageId: order.commandId, by, text: context.redact(command.text) });
    case 'member.rename':
      return tell({
        type: 'member.renamed',
        participantId: by,
        name: distinctName(personName(command.name) ?? 'Guest', by, room.participants),
      });
    case 'member.hand':
      return tell({ type: 'member.hand', participantId: by, raised: command.raised });
    case 'member.set_rights': {
      const { participantId, role, rights } = command;
      return tell({ type: 'member.rights_changed', participantId, role, rights, by });
    }
    case 'room.rename':
      return tell({ type: 'room.renamed', title: plainLine(command.title, maxTitleUnits) ?? room.title, by });
    case 'room.pause':
      return room.paused === undefined ? tell({ type: 'room.paused', by }) : nothing(state, done);
    case 'room.resume':
      return resume(state, by, context);
    case 'room.panic':
      return panic(state, by, context);
    case 'room.set_two_person':
      if ((room.isTwoPersonRuleOn ?? false) === command.on) return nothing(state, done);
      return tell({ type: 'room.two_person_set', on: command.on, by });
    case 'driver.hand_over': {
      const events = handOver(room, command.participantId, by);
      return events === undefined ? rejected(state, 'no_such_object') : tell(...events);
    }
    case 'driver.take_back':
      return tell(...takeBack(room, by));
    case 'approval.revoke_rule': {
      const rule = room.rules[command.ruleId];
      if (rule === undefined) return nothing(state, done);
      return tell({ type: 'approval.rule_revoked', agentId: rule.agentId, ruleId: rule.ruleId, by });
    }
  }
}

type StopReason = 'panic' | 'agent_stopped' | 'host_stopped';

const agentIds = (state: EngineState): AgentId[] => Object.keys(state.agents).map((id) => as<AgentId>(id));

/** Everything stops at once: agents, turns, open requests, links; those who stay get new keys. */
function panic(state: EngineState, by: CommandSender['participantId'], context: EngineContext): Step {
  const first: Step = {
    state,
    events: [{ type: 'room.panic', by }],
    effects: [{ type: 'revoke_invites' }, { type: 'rekey' }],
    outcome: done,
  };
  return chain(first, (next) => stopAgents(next, 'panic', context));
}

export function stopAgents(state: EngineState, reason: StopReason, context: EngineContext): Step {
  return chain(
    nothing(state),
    ...agentIds(state).map((agentId) => (next: EngineState) => stopAgent(next, agentId, reason, context)),
  );
}

/** Ends an agent and what it was doing. Its queue stays, stopped. */
export function stopAgent(
  state: EngineState,
  agentId: AgentId,
  reason: StopReason,
  { room, monotonicMs }: EngineContext,
): Step {
  const phase = state.agents[agentId]?.phase;
  if (phase === undefined || phase.name === 'stopped') return nothing(state);
  const events: NewEvent[] = [];
  if (phase.name === 'running')
    events.push({
      type: 'ai.execution.ended',
      agentId,
      promptId: phase.promptId,
      outcome: 'interrupted',
      reason,
      durationMs: Math.max(0, Math.round(monotonicMs - phase.startedMs)),
    });
  if (room.agents[agentId]?.queueStopped === undefined && (room.agents[agentId]?.queue.length ?? 0) > 0)
    events.push({ type: 'ai.queue.stopped', agentId, reason });
  events.push({ type: 'ai.agent.stopped', agentId, reason });
  return chain(closeApprovals(state, agentId, 'void', reason), (next) => ({
    state: withAgent(next, agentId, { phase: { name: 'stopped' } }),
    events,
    effects: [{ type: 'stop_agent', agentId }],
  }));
}

/** After a panic the agents start again; what waits in a queue still waits for a person. */
function resume(state: EngineState, by: CommandSender['participantId'], { room }: EngineContext): Step {
  if (room.paused === undefined) return nothing(state, done);
  const first: Step = { state, events: [{ type: 'room.resumed', by }], effects: [], outcome: done };
  if (!room.paused.panic) return first;
  return chain(
    first,
    ...agentIds(state).map((agentId) => (next: EngineState): Step => {
      if (next.agents[agentId]?.phase.name !== 'stopped') return nothing(next);
      return {
        state: withAgent(next, agentId, { phase: { name: 'starting' } }),
        events: [],
        effects: [{ type: 'start_agent', agentId }],
      };
    }),
  );
}
