import type { AdapterErrorInfo } from '@collagility/adapters/port';
import type { Command } from '@collagility/protocol/commands';
import type { AgentStatus } from '@collagility/protocol/events';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { AgentId, ApprovalId, CommandId, ParticipantId, PromptId } from '@collagility/protocol/ids';
import {
  addAgent,
  agentPlaced,
  agentRestarted,
  agentStarted,
  agentStartFailed,
  agentUnplaced,
  commandsChanged,
  effortChanged,
  forkAgent,
  modeChanged,
  modelChanged,
  type PlacedAgent,
  placeAgent,
  restartAgent,
  type StartedAgent,
  statusChanged,
} from './agents.ts';
import { answerApproval } from './answers.ts';
import { voteOnApproval } from './approval-votes.ts';
import { type ApprovalRequest, approvalDue, approvalWithdrawn, requestApproval, reveal } from './approvals.ts';
import {
  chain,
  done,
  type EngineContext,
  type EngineEffect,
  type EngineState,
  nothing,
  rejected,
  type Step,
} from './engine-state.ts';
import { steerEnded, stepPrompts } from './prompts.ts';
import { hostStarted } from './restart.ts';
import { stepReview } from './review.ts';
import { stepRoom, stopAgent, stopAgents } from './room-commands.ts';
import { delivered, interrupt, retryDue, settle, type TurnEnd, turnEnded, turnError, turnUnsent } from './turns.ts';

/** Everything that can happen to a session. Commands come judged, once each. */
export type EngineInput =
  | { type: 'host_started'; emptyTextHash: string }
  | { type: 'host_stopping' }
  | { type: 'command'; sender: CommandSender; commandId: CommandId; command: Command }
  | { type: 'settle' }
  | { type: 'agent_added'; agentId: AgentId }
  | ({ type: 'agent_placed' } & PlacedAgent)
  /** No place was found for it: it never was in the room. */
  | { type: 'agent_unplaced'; agentId: AgentId }
  | { type: 'agent_started'; agentId: AgentId; started: StartedAgent; slashCommands?: readonly string[] }
  /** It came back by itself after a crash: what it said of itself then holds now. */
  | { type: 'agent_restarted'; agentId: AgentId; started: StartedAgent }
  | { type: 'agent_start_failed'; agentId: AgentId; name: string; error: AdapterErrorInfo }
  | { type: 'agent_status'; agentId: AgentId; status: AgentStatus }
  | { type: 'mode_changed'; agentId: AgentId; mode: 'ask' | 'act'; unasked: string[]; by?: ParticipantId }
  | { type: 'model_changed'; agentId: AgentId; model: string; by?: ParticipantId }
  | { type: 'agent_commands'; agentId: AgentId; slashCommands: readonly string[] }
  | { type: 'effort_changed'; agentId: AgentId; effort: string; by: ParticipantId }
  | { type: 'delivered'; agentId: AgentId; promptId: PromptId; state: 'written' | 'accepted' }
  | { type: 'steer_ended'; agentId: AgentId; promptId: PromptId; steerId: PromptId; refusal?: string }
  | { type: 'turn_error'; agentId: AgentId; promptId: PromptId; error: AdapterErrorInfo }
  /** The agent could not be started for it: nothing was sent. */
  | { type: 'turn_unsent'; agentId: AgentId; promptId: PromptId; error: AdapterErrorInfo }
  | ({ type: 'turn_ended' } & TurnEnd)
  | ({ type: 'approval_requested' } & ApprovalRequest)
  | { type: 'approval_withdrawn'; agentId: AgentId; requestId: string; reason: string }
  | { type: 'approval_due'; approvalId: ApprovalId }
  | { type: 'retry_due'; agentId: AgentId };

/**
 * The session as a pure machine: what it is told and what the room holds give the events to commit and the effects to
 * run after that. The caller steps with `settle` until nothing comes of it.
 */
export function step(state: EngineState, input: EngineInput, context: EngineContext): Step {
  switch (input.type) {
    case 'host_started':
      return hostStarted(state, context, input.emptyTextHash);
    case 'host_stopping':
      return stopAgents(state, 'host_stopped', context);
    case 'command':
      return stepCommand(state, input, context);
    case 'settle':
      return settle(state, context);
    case 'agent_added':
      return addAgent(state, input.agentId);
    case 'agent_placed':
      return agentPlaced(state, input);
    case 'agent_unplaced':
      return agentUnplaced(state, input.agentId);
    case 'agent_started':
      return agentStarted(state, input);
    case 'agent_restarted':
      return agentRestarted(state, input);
    case 'agent_start_failed':
      return agentStartFailed(state, input, context);
    case 'agent_status':
      return statusChanged(state, input, context);
    case 'mode_changed':
      return modeChanged(state, input);
    case 'model_changed':
      return modelChanged(state, input, context);
    case 'agent_commands':
      return commandsChanged(state, input);
    case 'effort_changed':
      return effortChanged(state, input);
    case 'delivered':
      return delivered(state, input, context);
    case 'steer_ended':
      return steerEnded(state, input);
    case 'turn_error':
      return turnError(state, input);
    case 'turn_unsent':
      return turnUnsent(state, input, context);
    case 'turn_ended':
      return turnEnded(state, input, context);
    case 'approval_requested':
      return requestApproval(state, input, context);
    case 'approval_withdrawn':
      return approvalWithdrawn(state, input);
    case 'approval_due':
      return approvalDue(state, input.approvalId, context);
    case 'retry_due':
      return retryDue(state, input.agentId, context);
    default:
      return input satisfies never;
  }
}

function stepCommand(
  state: EngineState,
  order: { sender: CommandSender; commandId: CommandId; command: Command },
  context: EngineContext,
): Step {
  const { command, sender } = order;
  switch (command.type) {
    case 'prompt.suggest':
    case 'prompt.run':
    case 'prompt.steer':
    case 'suggestion.vote':
    case 'suggestion.run':
    case 'suggestion.decline':
    case 'suggestion.withdraw':
    case 'suggestion.merge':
    case 'queue.reorder':
    case 'queue.remove':
    case 'queue.edit':
    case 'queue.send_now':
    case 'queue.resume':
      return stepPrompts(state, order, command, context);
    case 'turn.interrupt':
      return interrupt(state, command.agentId, command.promptId, sender.participantId);
    case 'approval.reveal':
      return reveal(state, command.approvalId, sender.participantId, context);
    case 'approval.answer':
      return answerApproval(state, order, command, context);
    case 'approval.vote':
      return voteOnApproval(state, order, command, context);
    case 'chat.post':
    case 'member.rename':
    case 'member.hand':
    case 'member.set_rights':
    case 'room.rename':
    case 'room.pause':
    case 'room.resume':
    case 'room.panic':
    case 'room.set_two_person':
    case 'driver.hand_over':
    case 'driver.take_back':
    case 'approval.revoke_rule':
      return stepRoom(state, order, command, context);
    case 'review.comment':
    case 'review.remove_comment':
    case 'review.resolve':
      return stepReview(state, order, command, context);
    case 'workspace.restore':
      return restoreFiles(state, command, sender.participantId);
    case 'agent.list':
      return { ...nothing(state), effects: [{ type: 'list_agents' }] };
    case 'agent.start':
      return placeAgent(state, command, sender.participantId, context);
    case 'agent.fork':
      return forkAgent(
        state,
        { agentId: command.agentId, ...(command.promptId && { promptId: command.promptId }) },
        sender.participantId,
        context,
      );
    case 'agent.stop':
      return chain(stopAgent(state, command.agentId, 'agent_stopped', context), (next) => nothing(next, done));
    case 'agent.restart':
      return restartAgent(state, command.agentId, context);
    case 'agent.set_mode':
    case 'agent.set_model':
    case 'agent.set_effort':
      return stepSetting(state, command, sender.participantId);
    case 'member.leave':
    case 'member.remove':
    case 'member.unfreeze':
    case 'member.remove_device':
    case 'member.unblock':
    case 'lobby.answer':
    case 'lobby.silence':
    case 'invite.create':
    case 'invite.revoke':
    case 'invite.revoke_all':
    case 'terminal.input':
    case 'terminal.resize':
      // Who is in the room is the room's own matter, keys are the program's: both are carried out beside this machine.
      return rejected(state, 'not_supported');
    default:
      return command satisfies never;
  }
}

/** Nobody's files are changed under the hands of an agent that works in them. */
function restoreFiles(
  state: EngineState,
  { agentId, checkpoint }: Extract<Command, { type: 'workspace.restore' }>,
  by: ParticipantId,
): Step {
  const isWorking = Object.values(state.agents).some(({ phase }) => phase.name === 'running');
  if (isWorking) return rejected(state, 'busy');
  return { ...nothing(state), effects: [{ type: 'restore', agentId, checkpoint, by }] };
}

/** The agent says what became of it; the room learns that as an event. */
function stepSetting(
  state: EngineState,
  command: Extract<Command, { type: 'agent.set_mode' | 'agent.set_model' | 'agent.set_effort' }>,
  by: ParticipantId,
): Step {
  const { agentId } = command;
  if (state.agents[agentId]?.phase.name === 'stopped') return rejected(state, 'not_supported');
  const effects = (effect: EngineEffect): Step => ({ ...nothing(state), effects: [effect] });
  switch (command.type) {
    case 'agent.set_mode':
      return effects({ type: 'set_mode', agentId, mode: command.mode, by });
    case 'agent.set_model':
      return effects({ type: 'set_model', agentId, model: command.model, by });
    case 'agent.set_effort':
      return effects({ type: 'set_effort', agentId, effort: command.effort, by });
  }
}
