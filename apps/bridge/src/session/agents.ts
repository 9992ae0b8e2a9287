import type { AdapterErrorInfo } from '@collagility/adapters/port';
import type { CommandOf } from '@collagility/protocol/commands';
import type { AgentStatus } from '@collagility/protocol/events';
import { type AgentId, as, type ParticipantId } from '@collagility/protocol/ids';
import { maxAgents } from '@collagility/protocol/limits';
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
import { stopAgent } from './room-commands.ts';
import { stopQueue } from './turns.ts';

export type StartedAgent = Omit<Extract<NewEvent, { type: 'ai.agent.started' }>, 'type' | 'agentId'>;

/** An agent is to run in this room. */
export function addAgent(state: EngineState, agentId: AgentId): Step {
  const phase = state.agents[agentId]?.phase;
  if (phase !== undefined && phase.name !== 'stopped') return nothing(state);
  return {
    state: withAgent(state, agentId, { phase: { name: 'starting' }, crashes: 0 }),
    events: [],
    effects: [{ type: 'start_agent', agentId }],
  };
}

/** One more agent: it gets an id that is free, then a place to work in, then it starts. */
export function placeAgent(
  state: EngineState,
  { provider, place }: Omit<CommandOf<'agent.start'>, 'type'>,
  by: ParticipantId,
  { room }: EngineContext,
  forkOf?: ForkOf,
): Step {
  const taken = new Set([...Object.keys(room.agents), ...Object.keys(state.agents)]);
  if (taken.size >= maxAgents) return rejected(state, 'too_many', `A room holds ${maxAgents} agents at most.`);
  const names = [provider, ...Array.from({ length: maxAgents }, (_, at) => `${provider}-${at + 2}`)];
  const agentId = as<AgentId>(names.find((name) => !taken.has(name)) ?? provider);
  return {
    state: withAgent(state, agentId, { phase: { name: 'starting' }, crashes: 0 }),
    events: [],
    effects: [{ type: 'place_agent', agentId, provider, place, by, ...(forkOf !== undefined && { forkOf }) }],
  };
}

export type ForkOf = Omit<CommandOf<'agent.fork'>, 'type'>;

/** One more agent that goes on from where another one is: same driver, same folder, a copy of its session. */
export function forkAgent(state: EngineState, of: ForkOf, by: ParticipantId, context: EngineContext): Step {
  const agent = context.room.agents[of.agentId];
  if (agent === undefined) return rejected(state, 'no_such_agent');
  if (!agent.capabilities.includes('fork'))
    return rejected(state, 'not_supported', `${agent.name} cannot branch off a session.`);
  if (of.promptId !== undefined && !agent.capabilities.includes('forkAt'))
    return rejected(state, 'not_supported', `${agent.name} branches off only from where it is now.`);
  return placeAgent(state, { provider: agent.provider, place: 'shared' }, by, context, of);
}

export type PlacedAgent = Omit<Extract<NewEvent, { type: 'ai.agent.added' }>, 'type'>;

export function agentPlaced(state: EngineState, { agentId, provider, name, place, forkOf, by }: PlacedAgent): Step {
  const said = { ...(forkOf && { forkOf }), ...(by && { by }) };
  const added: NewEvent = { type: 'ai.agent.added', agentId, provider, name, place, ...said };
  if (state.agents[agentId]?.phase.name === 'starting')
    return { state, events: [added], effects: [{ type: 'start_agent', agentId }] };
  // A panic meanwhile stopped it: it waits for somebody to start it.
  return { state, events: [added, { type: 'ai.agent.stopped', agentId, reason: 'agent_stopped', name }], effects: [] };
}

export function agentUnplaced(state: EngineState, agentId: AgentId): Step {
  const { [agentId]: _, ...agents } = state.agents;
  return nothing({ ...state, agents });
}

export function agentStarted(
  state: EngineState,
  { agentId, started, slashCommands }: { agentId: AgentId; started: StartedAgent; slashCommands?: readonly string[] },
): Step {
  const known = state.agents[agentId];
  if (known?.phase.name !== 'starting') return nothing(state);
  // Some agents tell them while they start.
  const commands = slashCommands ?? known.slashCommands;
  return {
    state: withAgent(state, agentId, { phase: { name: 'idle' }, ...(commands && { slashCommands: commands }) }),
    events: [
      { type: 'ai.agent.started', agentId, ...started },
      ...(commands === undefined ? [] : [commandsEvent(agentId, commands)]),
    ],
    effects: [],
  };
}

const maxListedCommands = 200;
const maxCommandUnits = 80;

/** For the list in the composer. What does not fit one line of it is left out there; it can still be written. */
const commandsEvent = (agentId: AgentId, names: readonly string[]): NewEvent => ({
  type: 'ai.agent.commands',
  agentId,
  commands: names
    .map((name) => name.replace(/^\//, ''))
    .filter((name) => /^[\w:.-]+$/.test(name) && name.length <= maxCommandUnits)
    .slice(0, maxListedCommands)
    .map((name) => ({ name })),
});

/** Some agents tell their commands only after the start, and others later. */
export function commandsChanged(
  state: EngineState,
  { agentId, slashCommands }: { agentId: AgentId; slashCommands: readonly string[] },
): Step {
  const known = state.agents[agentId];
  if (known === undefined || known.slashCommands?.join('\n') === slashCommands.join('\n')) return nothing(state);
  return {
    state: withAgent(state, agentId, { slashCommands }),
    // Before its start the room does not know it; then it is told with that.
    events: known.phase.name === 'starting' ? [] : [commandsEvent(agentId, slashCommands)],
    effects: [],
  };
}

/** What runs unasked may differ from before: guests' prompts are judged by it from now on. */
export function agentRestarted(
  state: EngineState,
  { agentId, started }: { agentId: AgentId; started: StartedAgent },
): Step {
  const phase = state.agents[agentId]?.phase.name;
  if (phase !== 'idle' && phase !== 'running') return nothing(state);
  return { state, events: [{ type: 'ai.agent.started', agentId, ...started }], effects: [] };
}

/** It stays in the room, stopped, with what it said and how to fix it; its queue waits. */
export function agentStartFailed(
  state: EngineState,
  { agentId, name, error }: { agentId: AgentId; name: string; error: AdapterErrorInfo },
  context: EngineContext,
): Step {
  if (state.agents[agentId]?.phase.name !== 'starting') return nothing(state);
  const stopped: Step = {
    state: withAgent(state, agentId, { phase: { name: 'stopped' } }),
    events: [
      { type: 'ai.agent.stopped', agentId, reason: error.code, name },
      { type: 'ai.agent.status', agentId, status: 'FAILED' },
      { type: 'ai.error', agentId, ...error },
    ],
    effects: [],
  };
  return chain(stopped, (next) => stopQueue(next, agentId, error.code, error, context));
}

/** Ends the agent and starts it again in the same session. A turn that runs ends with it. */
export function restartAgent(state: EngineState, agentId: AgentId, context: EngineContext): Step {
  return chain(stopAgent(state, agentId, 'agent_stopped', context), (next) => ({
    state: withAgent(next, agentId, { phase: { name: 'starting' }, crashes: 0 }),
    events: [],
    effects: [{ type: 'start_agent', agentId }],
    outcome: done,
  }));
}

export function modeChanged(
  state: EngineState,
  { agentId, mode, unasked, by }: { agentId: AgentId; mode: 'ask' | 'act'; unasked: string[]; by?: ParticipantId },
): Step {
  return {
    // What was let go was let go to an agent that asks; what still may not run is held again.
    state: mode === 'act' ? { ...state, released: [] } : state,
    events: [{ type: 'ai.agent.mode_changed', agentId, mode, unasked, ...(by && { by }) }],
    effects: [],
  };
}

export function modelChanged(
  state: EngineState,
  { agentId, model, by }: { agentId: AgentId; model: string; by?: ParticipantId },
  { room }: EngineContext,
): Step {
  if (room.agents[agentId]?.model === model) return nothing(state);
  return { state, events: [{ type: 'ai.agent.model_changed', agentId, model, ...(by && { by }) }], effects: [] };
}

export function effortChanged(
  state: EngineState,
  { agentId, effort, by }: { agentId: AgentId; effort: string; by: ParticipantId },
): Step {
  return { state, events: [{ type: 'ai.agent.effort_changed', agentId, effort, by }], effects: [] };
}

export function statusChanged(
  state: EngineState,
  { agentId, status }: { agentId: AgentId; status: AgentStatus },
  { room }: EngineContext,
): Step {
  const known = room.agents[agentId]?.status;
  if (known === undefined || known === status) return nothing(state);
  return { state, events: [{ type: 'ai.agent.status', agentId, status }], effects: [] };
}
