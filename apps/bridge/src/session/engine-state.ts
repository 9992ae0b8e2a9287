import type { AdapterErrorInfo, ToolApprovalDecision, ToolKind } from '@collagility/adapters/port';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { RoomEvent, RoomEventOf, RoomEventType } from '@collagility/protocol/events';
import type { CommandSender } from '@collagility/protocol/host/contract';
import {
  type AgentId,
  type ApprovalId,
  as,
  type CheckpointId,
  type CommandId,
  type MemberId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';
import type { PendingApproval } from '../approvals/pending-approval.ts';
import type { Risk } from '../approvals/risk.ts';

/**
 * What the engine knows beyond the room itself. Queue, suggestions and cards are the room's (`RoomState`), which is
 * folded from the committed events; here is only what cannot be told to anybody or ends with the process.
 *
 *     stopped → starting → idle ⇄ running
 *        ↑__________|________|______|
 */
type AgentPhase =
  | { name: 'stopped' }
  | { name: 'starting' }
  | { name: 'idle' }
  | {
      name: 'running';
      promptId: PromptId;
      startedMs: number;
      interruptedBy?: ParticipantId;
      lastError?: AdapterErrorInfo;
    };

export type AgentRuntime = {
  phase: AgentPhase;
  /** Turns in a row that ended because the agent's process did. */
  crashes: number;
  /** What a person sent although the queue is stopped. */
  sendNow?: PromptId;
  /** The agent's own commands, where it told them. */
  slashCommands?: readonly string[];
};

export type EngineState = {
  agents: Readonly<Record<AgentId, AgentRuntime>>;
  approvals: Readonly<Record<ApprovalId, PendingApproval>>;
  /** Held prompts that a person with the right let go. */
  released: readonly PromptId[];
};

export const emptyEngineState: EngineState = { agents: {}, approvals: {}, released: [] };

/** What a step may look at: the room as committed, the time, and what the host chose at start. */
export type EngineContext = {
  room: RoomState;
  /** The participant that the host's own devices belong to. */
  hostId: ParticipantId;
  /** Decides; never the wall clock. */
  monotonicMs: number;
  wallMs: number;
  /** A stopped queue goes on by itself at the time that the provider named. */
  resumesAtRetry: boolean;
  /** After this long an unanswered request expires; absent: never. */
  approvalTimeoutMs?: number;
  /** The device's signature over what this command does. */
  judgeSignature(sender: CommandSender, commandId: CommandId, command: Command): CommandErrorCode | undefined;
  /** What was shown is bound to the very request that waits now (CLG-72). */
  isShownCall(shown: string, pending: PendingApproval): boolean;
  /** What a changed input would touch. */
  classify(kind: ToolKind, input: Record<string, unknown>): Risk;
  redact(text: string): string;
};

/** An event before the engine's clock has stamped it. */
export type NewEvent = { [T in RoomEventType]: Omit<RoomEventOf<T>, 'atMs'> }[RoomEventType];

/** What is to be done once the events are committed; each is run once. */
export type EngineEffect =
  | { type: 'list_agents' }
  | {
      type: 'place_agent';
      agentId: AgentId;
      provider: string;
      place: 'own' | 'shared';
      by: ParticipantId;
      /** It begins with the memory of this one, and works where this one works. */
      forkOf?: { agentId: AgentId; promptId?: PromptId | undefined };
    }
  | { type: 'start_agent'; agentId: AgentId }
  | { type: 'stop_agent'; agentId: AgentId }
  | { type: 'send_prompt'; agentId: AgentId; promptId: PromptId; mayCommand: boolean }
  | { type: 'steer'; agentId: AgentId; promptId: PromptId; steerId: PromptId; text: string }
  | { type: 'reveal'; approvalId: ApprovalId }
  | { type: 'interrupt'; agentId: AgentId; promptId: PromptId }
  | { type: 'answer'; agentId: AgentId; decision: ToolApprovalDecision }
  | { type: 'set_mode'; agentId: AgentId; mode: 'ask' | 'act'; by: ParticipantId }
  | { type: 'set_model'; agentId: AgentId; model: string; by: ParticipantId }
  | { type: 'restore'; agentId: AgentId; checkpoint: CheckpointId; by: ParticipantId }
  | { type: 'set_effort'; agentId: AgentId; effort: string; by: ParticipantId }
  | { type: 'start_timer'; key: string; ms: number }
  | { type: 'stop_timer'; key: string }
  | { type: 'revoke_invites' }
  | { type: 'rekey' };

export type Step = {
  state: EngineState;
  events: NewEvent[];
  effects: EngineEffect[];
  /** The host's word on the command that was the input. */
  outcome?: CommandOutcome;
};

/** The device that the host's terminal is in the roster. */
export const terminalMemberId = as<MemberId>('terminal');

export const nothing = (state: EngineState, outcome?: CommandOutcome): Step =>
  outcome === undefined ? { state, events: [], effects: [] } : { state, events: [], effects: [], outcome };

export const rejected = (state: EngineState, code: string, detail?: string): Step =>
  nothing(state, detail === undefined ? { state: 'rejected', code } : { state: 'rejected', code, detail });

export const done: CommandOutcome = { state: 'done' };

export const stamp = (event: NewEvent, atMs: number): RoomEvent => ({ ...event, atMs }) as RoomEvent;

export function withAgent(state: EngineState, agentId: AgentId, change: Partial<AgentRuntime>): EngineState {
  const known = state.agents[agentId] ?? { phase: { name: 'stopped' }, crashes: 0 };
  return { ...state, agents: { ...state.agents, [agentId]: { ...known, ...change } } };
}

/** One step after another, as one. */
export function chain(first: Step, ...next: Array<(state: EngineState) => Step>): Step {
  let all = first;
  for (const step of next) {
    const { state, events, effects, outcome } = step(all.state);
    const said = outcome ?? all.outcome;
    all = {
      state,
      events: [...all.events, ...events],
      effects: [...all.effects, ...effects],
      ...(said === undefined ? {} : { outcome: said }),
    };
  }
  return all;
}
