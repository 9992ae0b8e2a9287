import { stopsQueue } from '@collagility/adapters/errors';
import type { AdapterErrorInfo, TokenUsage } from '@collagility/adapters/port';
import { type AgentId, as, type ParticipantId, type PromptId } from '@collagility/protocol/ids';
import type { Reason } from '@collagility/protocol/reasons';
import type { AgentState, PromptItem, QueuedPrompt, RoomState } from '@collagility/protocol/state';
import { closeApprovals } from './approvals.ts';
import {
  type AgentRuntime,
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
import { commandIn, hasMention } from './own-command.ts';
import { agentOf, promptItem, retryKey } from './prompts.ts';

/** A third crash in a row stops the queue: what comes next would only crash again. */
const maxCrashes = 3;

/** What happens by itself once everything else is committed: hold what may not run, start what may. */
export function settle(state: EngineState, context: EngineContext): Step {
  const { room } = context;
  let all = nothing(state);
  for (const [id, runtime] of Object.entries(state.agents)) {
    const agentId = as<AgentId>(id);
    const agent = agentOf(room, agentId);
    if (agent === undefined) continue;
    const held = agent.queue.flatMap((queued) => holdEvent(state, room, agent, queued) ?? []);
    // What was held just now is looked at again when that is committed.
    if (isAskingForNothing(agent))
      all = chain(all, (next) => ({ state: next, events: [{ type: 'ai.queue.resumed', agentId }], effects: [] }));
    else if (held.length > 0) all = chain(all, (next) => ({ state: next, events: held, effects: [] }));
    else all = chain(all, (next) => startNext(next, runtime, agent, context));
  }
  return all;
}

/** An interrupt asks whether to go on; what waited was sent, or taken out, so the question is gone with it. */
const isAskingForNothing = ({ queue, queueStopped }: AgentState): boolean =>
  queue.length === 0 && queueStopped?.reason === ('interrupted' satisfies Reason);

function holdEvent(
  state: EngineState,
  room: RoomState,
  { agentId }: AgentState,
  { promptId, held }: QueuedPrompt,
): NewEvent | undefined {
  if (held !== undefined || state.released.includes(promptId)) return undefined;
  const reason = whyHeld(room, agentId, promptItem(room, promptId));
  return reason && { type: 'ai.prompt.held', agentId, promptId, reason };
}

/** Rights are read again when a prompt could start, not when it was queued (CLG-67). */
function whyHeld(room: RoomState, agentId: AgentId, item: PromptItem | undefined): Reason | undefined {
  if (item === undefined) return 'author_left';
  const deciders = decidersOf(item).map((id) => room.participants[id]);
  const authors = authorsOf(item).map((id) => room.participants[id]);
  if (deciders.some((person) => person?.state !== 'present')) return 'author_left';
  if (authors.some((person) => person === undefined || person.state === 'removed')) return 'author_left';
  if (deciders.some((person) => person?.rights.prompt !== 'run')) return 'author_right';
  const agent = agentOf(room, agentId);
  const runsUnasked = agent !== undefined && (agent.mode === 'act' || agent.unasked.length > 0);
  return runsUnasked && deciders.some((person) => person?.rights.manage !== true) ? 'runs_unasked' : undefined;
}

/** Who decided that these words run: who put the prompt into the queue, and whoever changed it there. */
const decidersOf = ({ by, editedBy }: PromptItem): ParticipantId[] => (editedBy === undefined ? [by] : [by, editedBy]);
/** Whose words were taken into it. */
const authorsOf = ({ suggestedBy, authors = [] }: PromptItem): ParticipantId[] =>
  suggestedBy === undefined ? authors : [suggestedBy, ...authors];

/** What would have to wait for the host if this person were gone or had these rights; for the transaction that does it. */
export function eventsOnLoss(state: EngineState, room: RoomState, participantId: ParticipantId): NewEvent[] {
  return Object.values(room.agents).flatMap(({ agentId, queue }) =>
    queue.flatMap(({ promptId, held }): NewEvent[] => {
      const item = promptItem(room, promptId);
      const isTheirs =
        item !== undefined && [...decidersOf(item), ...authorsOf(item)].some((id) => id === participantId);
      if (!isTheirs || held !== undefined || state.released.includes(promptId)) return [];
      return [{ type: 'ai.prompt.held', agentId, promptId, reason: 'author_left' satisfies Reason }];
    }),
  );
}

function startNext(state: EngineState, runtime: AgentRuntime, agent: AgentState, context: EngineContext): Step {
  const { room } = context;
  if (runtime.phase.name !== 'idle' || room.ended !== undefined || room.paused?.panic === true) return nothing(state);
  const { agentId, queue } = agent;
  const mayStart = ({ promptId, held }: QueuedPrompt) => held === undefined || state.released.includes(promptId);
  const wanted = queue.find((queued) => queued.promptId === runtime.sendNow && mayStart(queued));
  const isStopped = agent.queueStopped !== undefined;
  const next = wanted ?? (isStopped ? undefined : queue.find(mayStart));
  const item = next && promptItem(room, next.promptId);
  if (item === undefined) return nothing(state);
  // While sharing is paused only those who manage the room go on.
  if (room.paused !== undefined && !areManagers(room, decidersOf(item))) return nothing(state);
  const { promptId } = item;
  const { sendNow: _, ...rest } = runtime;
  const running = { ...rest, phase: { name: 'running', promptId, startedMs: context.monotonicMs } } as const;
  const mayCommand = isHostCommand(room, runtime, item);
  return {
    state: {
      ...state,
      agents: { ...state.agents, [agentId]: running },
      released: state.released.filter((released) => released !== promptId),
    },
    events: [{ type: 'ai.execution.started', agentId, promptId, correlationId: promptId }],
    effects: [{ type: 'send_prompt', agentId, promptId, mayCommand }],
  };
}

const areManagers = (room: RoomState, ids: readonly ParticipantId[]): boolean =>
  ids.every((id) => room.participants[id]?.rights.manage === true);

/** A command of the agent is the host's own words, at the very start, and known to the agent where it told them (B22). */
function isHostCommand(room: RoomState, { slashCommands }: AgentRuntime, item: PromptItem): boolean {
  const isOwnWords = item.suggestedBy === undefined || item.edited;
  // Comments are several people's words, whoever sends them.
  if (item.review !== undefined) return false;
  if (!isOwnWords || item.othersCommand === true || !areManagers(room, decidersOf(item))) return false;
  if (hasMention(item.text) && !/^\s*[/!]/.test(item.text)) return true;
  const name = commandIn(item.text);
  if (name === undefined) return false;
  return slashCommands === undefined || slashCommands.some((known) => known.replace(/^\//, '') === name);
}

const runningPhase = (state: EngineState, agentId: AgentId, promptId: PromptId) => {
  const phase = state.agents[agentId]?.phase;
  return phase?.name === 'running' && phase.promptId === promptId ? phase : undefined;
};

/** How far the prompt's bytes got. Each is told once. */
export function delivered(
  state: EngineState,
  { agentId, promptId, state: reached }: { agentId: AgentId; promptId: PromptId; state: 'written' | 'accepted' },
  { room }: EngineContext,
): Step {
  const known = promptItem(room, promptId)?.delivery;
  if (runningPhase(state, agentId, promptId) === undefined || known === reached || known === 'accepted')
    return nothing(state);
  return { state, events: [{ type: 'ai.prompt.delivery', agentId, promptId, state: reached }], effects: [] };
}

export function turnError(
  state: EngineState,
  { agentId, promptId, error }: { agentId: AgentId; promptId: PromptId; error: AdapterErrorInfo },
): Step {
  const phase = runningPhase(state, agentId, promptId);
  return nothing(phase === undefined ? state : withAgent(state, agentId, { phase: { ...phase, lastError: error } }));
}

export type TurnEnd = {
  agentId: AgentId;
  promptId: PromptId;
  outcome: 'completed' | 'interrupted' | 'failed';
  reason?: string;
  usage?: TokenUsage;
  error?: AdapterErrorInfo;
};

/** The one end of a turn: open requests are closed, and the queue goes on or says why not. */
export function turnEnded(state: EngineState, end: TurnEnd, context: EngineContext): Step {
  const { agentId, promptId, outcome } = end;
  const phase = runningPhase(state, agentId, promptId);
  if (phase === undefined) return nothing(state);
  const error = outcome === 'failed' ? (end.error ?? phase.lastError) : undefined;
  const crashes = error?.code === 'PROCESS_CRASHED' ? (state.agents[agentId]?.crashes ?? 0) + 1 : 0;
  // An agent's own word for it says less than the code, for which there is a sentence.
  const reason = error?.code ?? end.reason;
  const closed = closeApprovals(
    state,
    agentId,
    error?.code === 'PROCESS_CRASHED' ? 'void' : 'cancelled',
    'turn_ended',
    phase.interruptedBy,
  );
  return chain(
    closed,
    (next) => ({
      state: withAgent(next, agentId, { phase: { name: 'idle' }, crashes }),
      events: [
        {
          type: 'ai.execution.ended',
          agentId,
          promptId,
          outcome,
          ...(reason === undefined ? {} : { reason }),
          durationMs: Math.max(0, Math.round(context.monotonicMs - phase.startedMs)),
          ...(end.usage && { usage: end.usage }),
        },
      ],
      effects: [],
    }),
    (next) => stopQueue(next, agentId, whyStopped(outcome, error, crashes, context, agentId), error, context),
  );
}

/** A prompt of which nothing was sent is first in the queue again; the queue waits, so that it is not tried for ever. */
export function turnUnsent(
  state: EngineState,
  { agentId, promptId, error }: { agentId: AgentId; promptId: PromptId; error: AdapterErrorInfo },
  context: EngineContext,
): Step {
  const phase = runningPhase(state, agentId, promptId);
  if (phase === undefined) return nothing(state);
  if (phase.interruptedBy !== undefined)
    return turnEnded(state, { agentId, promptId, outcome: 'interrupted' }, context);
  const returned: Step = {
    state: withAgent(state, agentId, { phase: { name: 'idle' } }),
    events: [
      { type: 'ai.error', agentId, promptId, ...error },
      { type: 'ai.prompt.returned', agentId, promptId, reason: error.code },
    ],
    effects: [],
  };
  return chain(returned, (next) => stopQueue(next, agentId, error.code, error, context));
}

function whyStopped(
  outcome: TurnEnd['outcome'],
  error: AdapterErrorInfo | undefined,
  crashes: number,
  { room }: EngineContext,
  agentId: AgentId,
): string | undefined {
  if (error !== undefined && stopsQueue(error.code)) return error.code;
  if (crashes >= maxCrashes) return 'agent_crashed_often' satisfies Reason;
  // An interrupt asks whether to go on; with nothing waiting there is nothing to ask.
  const hasMore = (agentOf(room, agentId)?.queue.length ?? 0) > 0;
  return outcome === 'interrupted' && hasMore ? ('interrupted' satisfies Reason) : undefined;
}

/** Keeps what waits, and says why it waits. */
export function stopQueue(
  state: EngineState,
  agentId: AgentId,
  reason: string | undefined,
  error: AdapterErrorInfo | undefined,
  context: EngineContext,
): Step {
  if (reason === undefined || agentOf(context.room, agentId)?.queueStopped !== undefined) return nothing(state);
  const retryAtMs = error?.retryAtMs;
  const event: NewEvent = { type: 'ai.queue.stopped', agentId, reason, ...(retryAtMs !== undefined && { retryAtMs }) };
  if (retryAtMs === undefined || !context.resumesAtRetry) return { state, events: [event], effects: [] };
  const ms = Math.max(0, retryAtMs - context.wallMs);
  return { state, events: [event], effects: [{ type: 'start_timer', key: retryKey(agentId), ms }] };
}

/** The time that the provider named has come, and the host chose that it goes on by itself. */
export function retryDue(state: EngineState, agentId: AgentId, { room }: EngineContext): Step {
  if (agentOf(room, agentId)?.queueStopped?.retryAtMs === undefined) return nothing(state);
  return { state, events: [{ type: 'ai.queue.resumed', agentId }], effects: [] };
}

/** Stops the running turn; it is over when the agent says so. */
export function interrupt(
  state: EngineState,
  agentId: AgentId,
  promptId: PromptId | undefined,
  by: ParticipantId,
): Step {
  const phase = state.agents[agentId]?.phase;
  if (phase?.name !== 'running' || (promptId !== undefined && phase.promptId !== promptId))
    return rejected(state, 'no_such_object');
  if (phase.interruptedBy !== undefined) return nothing(state, done);
  const closed = closeApprovals(state, agentId, 'cancelled', 'interrupted', by);
  return chain(closed, (next) => ({
    state: withAgent(next, agentId, { phase: { ...phase, interruptedBy: by } }),
    events: [{ type: 'ai.stream.interrupted', agentId, promptId: phase.promptId, by, reason: 'interrupted' }],
    effects: [{ type: 'interrupt', agentId, promptId: phase.promptId }],
    outcome: done,
  }));
}
