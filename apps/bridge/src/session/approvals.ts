import { requestOf } from '@collagility/protocol/act';
import type { RoomEventOf } from '@collagility/protocol/events';
import {
  type AgentId,
  type ApprovalId,
  as,
  type ParticipantId,
  type PromptId,
  type RuleId,
} from '@collagility/protocol/ids';
import type { Reason } from '@collagility/protocol/reasons';
import { ruleMatches } from '@collagility/protocol/rule-match';
import type { Rule } from '@collagility/protocol/state';
import type { PendingApproval, PreparedApproval } from '../approvals/pending-approval.ts';
import {
  chain,
  type EngineContext,
  type EngineEffect,
  type EngineState,
  type NewEvent,
  nothing,
  rejected,
  type Step,
} from './engine-state.ts';

export type ApprovalRequest = { agentId: AgentId; promptId?: PromptId; prepared: PreparedApproval };

export const dueKey = (approvalId: ApprovalId): string => `approval:${approvalId}`;

/**
 * A request of the agent becomes a card, or is answered at once: what touches the bridge's own folder is denied, what
 * a remembered permission names exactly is allowed this once.
 */
export function requestApproval(state: EngineState, request: ApprovalRequest, context: EngineContext): Step {
  const { agentId, prepared } = request;
  const older = Object.values(state.approvals).filter(
    (pending) => pending.agentId === agentId && pending.requestId === prepared.requestId,
  );
  // A changed or repeated request is a new object: what was signed about the old one says nothing about it (CLG-72).
  const voided = chain(
    nothing(state),
    ...older.map((pending) => (next: EngineState) => resolveWithoutAnswer(next, pending, 'void', 'request_changed')),
  );
  return chain(voided, (next) => takeOn(next, request, context));
}

function takeOn(state: EngineState, request: ApprovalRequest, context: EngineContext): Step {
  const { agentId, prepared } = request;
  const { approvalId, requestId, verdict } = prepared;
  const answer = (approved: boolean, userFeedback?: string): EngineEffect => ({
    type: 'answer',
    agentId,
    decision: {
      toolId: requestId,
      approved,
      ...(approved ? { scope: 'once' as const } : { refusal: 'denied' as const }),
      ...(userFeedback !== undefined && { userFeedback }),
    },
  });
  const requested = requestedEvent(request, context);
  if (verdict === 'deny') {
    const resolved: NewEvent = {
      type: 'approval.resolved',
      agentId,
      approvalId,
      outcome: 'denied',
      reason: 'data_directory' satisfies Reason,
    };
    return { state, events: [requested, resolved], effects: [answer(false, 'This folder is off limits.')] };
  }
  const rule = ruleFor(request, context);
  if (rule !== undefined) {
    const { ruleId, scope } = rule;
    const resolved: NewEvent = {
      type: 'approval.resolved',
      agentId,
      approvalId,
      outcome: 'allowed',
      scope,
      byRule: ruleId,
    };
    return { state, events: [requested, resolved], effects: [answer(true)] };
  }
  return keepOpen(state, request, requested, context);
}

function requestedEvent({ agentId, promptId, prepared }: ApprovalRequest, context: EngineContext): NewEvent {
  const { approvalId, kind, toolName, mayGiveFeedback, ruleText, card } = prepared;
  const { approvalTimeoutMs } = context;
  return {
    type: 'approval.requested',
    agentId,
    approvalId,
    ...(promptId && { promptId }),
    kind,
    toolName,
    ...card,
    ...(ruleText !== undefined && { sessionRule: ruleText }),
    ...(prepared.nativeOptions && { nativeOptions: [...prepared.nativeOptions] }),
    mayEdit: prepared.mayEdit,
    mayGiveFeedback,
    ...(approvalTimeoutMs !== undefined && { expiresAtMs: context.wallMs + approvalTimeoutMs }),
  };
}

function keepOpen(state: EngineState, request: ApprovalRequest, requested: NewEvent, context: EngineContext): Step {
  const { agentId, promptId, prepared } = request;
  const { card: _, verdict: __, ...kept } = prepared;
  const { approvalTimeoutMs: ms } = context;
  const pending: PendingApproval = {
    ...kept,
    agentId,
    ...(promptId && { promptId }),
    ...(ms !== undefined && { dueMs: context.monotonicMs + ms }),
    refusals: {},
  };
  return {
    state: { ...state, approvals: { ...state.approvals, [pending.approvalId]: pending } },
    events: [requested],
    effects: ms === undefined ? [] : [{ type: 'start_timer', key: dueKey(pending.approvalId), ms }],
  };
}

/** Only an input without hidden values: two different secrets look the same. */
function ruleFor({ agentId, prepared }: ApprovalRequest, context: EngineContext): Rule | undefined {
  const { room } = context;
  const { kind, ruleText, toolName, card } = prepared;
  if (kind !== 'permission' || ruleText === undefined) return undefined;
  // Two people are two people each time (CLG-76).
  if (room.isTwoPersonRuleOn === true && card.risks.includes('destructive')) return undefined;
  return Object.values(room.rules).find(
    (rule) =>
      rule.agentId === agentId &&
      rule.toolName === toolName &&
      ruleMatches(rule, ruleText) &&
      !isBeyond(rule, prepared, context),
  );
}

/**
 * A star stands for nothing destructive, and for no file that names programs to run, unless the words that the host
 * wrote are that already: `git *` is no `git push --force`, and no `git -c core.pager=… log` (B17).
 */
function isBeyond({ match }: Rule, { ruleText, toolKind, card }: PreparedApproval, context: EngineContext): boolean {
  if (match === ruleText) return false;
  const { classes } = context.classify(toolKind, toolKind === 'edit' ? { file_path: match } : { command: match });
  const weighed = toolKind === 'edit' ? (['destructive', 'execute'] as const) : (['destructive'] as const);
  return weighed.some((risk) => card.risks.includes(risk) && !classes.includes(risk));
}

type Closing = Pick<RoomEventOf<'approval.resolved'>, 'outcome'>['outcome'];

/** Without a person's answer: the card closes, and the agent, where it still listens, learns why. */
function resolveWithoutAnswer(
  state: EngineState,
  pending: PendingApproval,
  outcome: Extract<Closing, 'expired' | 'cancelled' | 'void'>,
  reason: Reason | (string & {}),
  by?: ParticipantId,
): Step {
  const { approvalId, agentId, requestId, dueMs } = pending;
  const { [approvalId]: _, ...approvals } = state.approvals;
  const effects: EngineEffect[] = [];
  if (outcome !== 'void')
    effects.push({ type: 'answer', agentId, decision: { toolId: requestId, approved: false, refusal: outcome } });
  if (dueMs !== undefined && outcome !== 'expired') effects.push({ type: 'stop_timer', key: dueKey(approvalId) });
  return {
    state: { ...state, approvals },
    events: [{ type: 'approval.resolved', agentId, approvalId, outcome, reason, ...(by && { by }) }],
    effects,
  };
}

/** All open requests of one agent: its turn or the agent itself has ended. */
export function closeApprovals(
  state: EngineState,
  agentId: AgentId,
  outcome: 'cancelled' | 'void',
  reason: Reason,
  by?: ParticipantId,
): Step {
  const open = Object.values(state.approvals).filter((pending) => pending.agentId === agentId);
  return chain(
    nothing(state),
    ...open.map((pending) => (next: EngineState) => resolveWithoutAnswer(next, pending, outcome, reason, by)),
  );
}

/** The agent took its request back. */
export function approvalWithdrawn(
  state: EngineState,
  { agentId, requestId, reason }: { agentId: AgentId; requestId: string; reason: string },
): Step {
  const pending = Object.values(state.approvals).find(
    (found) => found.agentId === agentId && found.requestId === requestId,
  );
  if (pending === undefined) return nothing(state);
  // It does not wait for an answer any more.
  const closed = resolveWithoutAnswer(state, pending, 'cancelled', reason);
  return { ...closed, effects: closed.effects.filter(({ type }) => type !== 'answer') };
}

/** Only the bridge's monotonic clock counts (B14). */
export function approvalDue(state: EngineState, approvalId: ApprovalId, { monotonicMs }: EngineContext): Step {
  const pending = state.approvals[approvalId];
  if (pending?.dueMs === undefined || monotonicMs < pending.dueMs) return nothing(state);
  return resolveWithoutAnswer(state, pending, 'expired', 'expired' satisfies Reason);
}

export const newRuleId = (approvalId: ApprovalId): RuleId => as<RuleId>(`rule-${approvalId}`);

/** What is hidden in a request, for the host's own eyes: the room is told that it was looked at. */
export function reveal(state: EngineState, approvalId: ApprovalId, by: ParticipantId, { room }: EngineContext): Step {
  const request = requestOf(room, approvalId);
  if (request === undefined || request.hidden === 0) return rejected(state, 'no_such_object');
  return {
    state,
    events: [{ type: 'approval.revealed', agentId: request.agentId, approvalId, by }],
    effects: [{ type: 'reveal', approvalId }],
  };
}
