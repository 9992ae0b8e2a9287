import { requestOf } from '@collagility/protocol/act';
import { answerTrouble } from '@collagility/protocol/answer-trouble';
import { ApprovalExtra, type CommandOf } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import type { CommandId } from '@collagility/protocol/ids';
import { isRecord } from '@collagility/protocol/is-record';
import * as v from 'valibot';
import { lastingOptionOf, lastingTrouble } from '../approvals/lasting-option.ts';
import type { PendingApproval } from '../approvals/pending-approval.ts';
import { hasHiddenMark } from '../redaction/redactor.ts';
import { judgeRight } from '../rights.ts';
import { approvalDue, dueKey, newRuleId } from './approvals.ts';
import {
  chain,
  done,
  type EngineContext,
  type EngineState,
  type NewEvent,
  rejected,
  type Step,
  terminalMemberId,
} from './engine-state.ts';

import { parseJson } from './parse-json.ts';
import { approvalItem, firstOfTwo, isFirstOfTwo, twoPersonTrouble } from './two-person-answers.ts';

type Answer = CommandOf<'approval.answer'>;
type Order = { sender: CommandSender; commandId: CommandId };
type Refusal = { code: CommandErrorCode; detail?: string };
/** Signature over what was shown and what it changes; the engine's own list of rights; the risk of a changed input. */
type Accepted = { extra: ApprovalExtra; updatedInput?: Record<string, unknown> };

/** So many refused answers of one person to one request are kept; more say nothing new and only fill the journal. */
const maxAuditedRefusals = 3;

/**
 * A person's answer to a request. Right, signature, form and view are checked now; the first that counts decides, the
 * agent gets exactly one reply, and later ones learn that somebody was first (CLG-75, B13).
 */
export function answerApproval(state: EngineState, order: Order, answer: Answer, context: EngineContext): Step {
  // The id is a guest's text, and may be `__proto__`.
  const pending = Object.hasOwn(state.approvals, answer.approvalId) ? state.approvals[answer.approvalId] : undefined;
  if (pending === undefined) return refuseClosed(state, order, answer, context);
  if (pending.dueMs !== undefined && context.monotonicMs >= pending.dueMs)
    return chain(approvalDue(state, pending.approvalId, context), (next) =>
      refuse(next, order, answer, pending, { code: 'expired' }),
    );
  const checked = check(order, answer, pending, context);
  return 'code' in checked
    ? refuse(state, order, answer, pending, checked)
    : accept(state, order, answer, pending, checked, context);
}

function check(order: Order, answer: Answer, pending: PendingApproval, context: EngineContext): Refusal | Accepted {
  const { sender } = order;
  const { room } = context;
  const code = judgeRight(room, sender, answer) ?? context.judgeSignature(sender, order.commandId, answer);
  if (code !== undefined) return { code };
  const extra = parseExtra(answer.extra);
  const request = requestOf(room, answer.approvalId);
  if (extra === undefined || request === undefined) return { code: 'malformed' };
  if (extra.scope !== 'once') {
    // Every standing permission is the host's.
    if (!sender.rights.manage) return { code: 'right', detail: 'Ask the host to allow this for longer.' };
    if (answer.decision !== 'allow' || ruleTextFor(extra, pending) === undefined) return { code: 'not_supported' };
  }
  const lasting = lastingTrouble(pending, sender, answer, extra, room.isTwoPersonRuleOn === true);
  if (lasting !== undefined) return lasting;
  if (extra.feedback !== undefined && !pending.mayGiveFeedback) return { code: 'not_supported' };
  if (answer.decision === 'deny') return { extra };
  if (!context.isShownCall(request.shown, pending))
    return { code: 'no_such_object', detail: 'What waits is not what was shown.' };
  const seen = new Set(extra.seen);
  if (!sender.rights.manage && request.elided.some(({ ref }) => !seen.has(ref.blob))) return { code: 'partial_view' };
  const needsTwo = twoPersonTrouble(order.sender, answer.approvalId, pending, extra, context);
  if (needsTwo !== undefined) return needsTwo;
  if (pending.kind === 'question') {
    const answers = extra.answers ?? {};
    if (Object.keys(answers).length === 0) return { code: 'empty' };
    for (const question of request.questions ?? []) {
      const answer = Object.hasOwn(answers, question.question) ? answers[question.question] : undefined;
      const detail = answer === undefined ? undefined : answerTrouble(question, answer);
      if (detail !== undefined) return { code: 'answer', detail };
    }
  }
  if (extra.updatedInput === undefined) return { extra };
  return checkEdit(sender, extra, extra.updatedInput, request, pending, context);
}

function checkEdit(
  sender: CommandSender,
  extra: ApprovalExtra,
  text: string,
  request: { hidden: number; elided: readonly unknown[] },
  pending: PendingApproval,
  context: EngineContext,
): Refusal | Accepted {
  if (!pending.mayEdit) return { code: 'not_supported' };
  // What stands in place of a secret or of a long part would run as it stands there.
  if (request.hidden > 0 && (!sender.rights.manage || hasHiddenMark(text))) return { code: 'hidden_values' };
  if (request.elided.length > 0) return { code: 'not_supported', detail: 'The input is too long to be changed here.' };
  if (extra.scope !== 'once') return { code: 'not_supported' };
  const updatedInput = parseJson(text);
  if (!isRecord(updatedInput)) return { code: 'malformed' };
  if (context.classify(pending.toolKind, updatedInput).isForbidden) return { code: 'right' };
  return { extra, updatedInput };
}

function accept(
  state: EngineState,
  { sender }: Order,
  answer: Answer,
  pending: PendingApproval,
  { extra, updatedInput }: Accepted,
  context: EngineContext,
): Step {
  const { approvalId, agentId, requestId, toolName } = pending;
  const { [approvalId]: _, ...approvals } = state.approvals;
  const isAllowed = answer.decision === 'allow';
  const { scope, feedback, answers, endTurn } = extra;
  const by = sender.participantId;
  const word =
    sender.memberId === terminalMemberId
      ? {}
      : { signed: { memberId: sender.memberId, ...answer.signed, extra: answer.extra } };
  if (isAllowed && isFirstOfTwo(context.room, sender, approvalId))
    return {
      state,
      events: [{ type: 'approval.signed', agentId, approvalId, by, ...word }],
      effects: [],
      outcome: done,
    };
  const native = lastingOptionOf(pending, extra);
  const events: NewEvent[] = [
    {
      type: 'approval.resolved',
      agentId,
      approvalId,
      outcome: isAllowed ? (updatedInput ? 'allowed-edited' : 'allowed') : 'denied',
      ...(isAllowed && { scope }),
      ...(native && { nativeOption: native }),
      by,
      ...(isAllowed && firstOfTwo(context.room, sender, approvalId)),
      ...(feedback !== undefined && { feedback }),
      ...(answers && isAllowed && { answers }),
      ...(updatedInput && { editedInput: context.redact(JSON.stringify(updatedInput)) }),
      ...word,
    },
  ];
  const match = isAllowed && scope !== 'once' ? ruleTextFor(extra, pending) : undefined;
  if (match !== undefined && scope !== 'once')
    events.push({ type: 'approval.rule_added', agentId, ruleId: newRuleId(approvalId), scope, toolName, match, by });
  return {
    state: { ...state, approvals },
    events,
    effects: [
      {
        type: 'answer',
        agentId,
        decision: {
          toolId: requestId,
          approved: isAllowed,
          // The bridge keeps the rule and answers each time: to the agent it is this once.
          ...(isAllowed ? { scope: 'once' as const } : { refusal: 'denied' as const }),
          ...(feedback !== undefined && { userFeedback: feedback }),
          ...(updatedInput && { updatedInput }),
          ...(answers && isAllowed && { answers: asAsked(answers, pending) }),
          ...(endTurn !== undefined && { endTurn }),
          ...(native && { optionId: native.optionId }),
        },
      },
      ...(pending.dueMs === undefined ? [] : [{ type: 'stop_timer' as const, key: dueKey(approvalId) }]),
    ],
    outcome: done,
  };
}

const asAsked = (answers: Record<string, string>, { questionKeys = {} }: PendingApproval): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => [
      (Object.hasOwn(questionKeys, question) ? questionKeys[question] : undefined) ?? question,
      answer,
    ]),
  );

const ruleTextFor = (extra: ApprovalExtra, pending: PendingApproval): string | undefined => {
  if (pending.kind !== 'permission' || pending.ruleText === undefined) return undefined;
  if (extra.scope === 'rule') return extra.rule?.trim() ? extra.rule : pending.ruleText;
  // What is remembered is what the card named.
  return extra.rule === undefined || extra.rule === pending.ruleText ? pending.ruleText : undefined;
};

function refuse(
  state: EngineState,
  { sender }: Order,
  answer: Answer,
  pending: PendingApproval,
  { code, detail }: Refusal,
): Step {
  const count = (pending.refusals[sender.participantId] ?? 0) + 1;
  const still = state.approvals[pending.approvalId];
  const next =
    still === undefined
      ? state
      : {
          ...state,
          approvals: {
            ...state.approvals,
            [pending.approvalId]: { ...still, refusals: { ...still.refusals, [sender.participantId]: count } },
          },
        };
  const step = rejected(next, code, detail);
  return count > maxAuditedRefusals ? step : { ...step, events: [refusedEvent(sender, answer, pending.agentId, code)] };
}

const refusedEvent = (
  sender: CommandSender,
  answer: Answer,
  agentId: PendingApproval['agentId'],
  code: string,
): NewEvent => ({
  type: 'approval.refused',
  agentId,
  approvalId: answer.approvalId,
  by: sender.participantId,
  code,
  signed: { memberId: sender.memberId, ...answer.signed, extra: answer.extra.slice(0, 4096).toWellFormed() },
});

/** Too late: says who was first, and is kept in the audit where its sender might have answered. */
function refuseClosed(state: EngineState, { sender }: Order, answer: Answer, { room }: EngineContext): Step {
  const request = requestOf(room, answer.approvalId);
  const resolution = approvalItem(room, answer.approvalId)?.resolution;
  if (request === undefined || resolution === undefined) return rejected(state, 'no_such_object');
  const right = judgeRight(room, sender, answer);
  const code = right ?? (resolution.outcome === 'expired' ? 'expired' : 'already_resolved');
  const by = resolution.by === undefined ? undefined : room.participants[resolution.by]?.name;
  const step = rejected(state, code, by === undefined ? resolution.outcome : `${resolution.outcome} by ${by}`);
  return right === undefined ? { ...step, events: [refusedEvent(sender, answer, request.agentId, code)] } : step;
}

function parseExtra(text: string): ApprovalExtra | undefined {
  const parsed = v.safeParse(ApprovalExtra, parseJson(text));
  return parsed.success ? parsed.output : undefined;
}
