import { stripVTControlCharacters } from 'node:util';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Fields, fieldsAt, given, objectsAt, textAt } from '../../fields.ts';
import type { ToolApprovalDecision } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { questionsOf } from './questions.ts';
import { toolCallOf } from './tools.ts';

/** What is kept of a native request until it is answered. */
export interface NativeApproval {
  nativeRequestId: string;
  toolId: string;
  kind: ApprovalRequest['kind'];
  input: Record<string, unknown>;
  sessionRule?: Fields;
}

export interface ApprovalContext {
  requestId: string;
  /** The native line as it came. */
  line: string;
  workspacePath: string;
  parentToolId?: string | undefined;
  /** The plan as the model wrote it: the request does not always repeat it. */
  planOfCall?: string | undefined;
}

/** A `can_use_tool` request as the room sees it, and what the answer will need. */
export function approvalOf(
  nativeRequestId: string,
  request: Fields,
  context: ApprovalContext,
): { request: ApprovalRequest; native: NativeApproval } {
  const toolName = textAt(request, 'tool_name') ?? 'unknown';
  const input = { ...fieldsAt(request, 'input') };
  const toolId = textAt(request, 'tool_use_id') ?? context.requestId;
  const kind = kindOf(toolName);
  const sessionRule = kind === 'permission' ? exactSessionRule(toolName, input, request) : undefined;
  const blockedPath = textAt(request, 'blocked_path');
  const reason = textAt(request, 'decision_reason');
  return {
    request: {
      requestId: context.requestId,
      kind,
      toolCall: toolCallOf({ toolId, toolName, input, parentToolId: context.parentToolId }, context.workspacePath),
      nativeRequest: context.line,
      ...given('questions', kind === 'question' ? questionsOf(input) : undefined),
      ...given('plan', kind === 'plan_review' ? (textAt(input, 'plan') ?? context.planOfCall ?? '') : undefined),
      ...given('reason', reason === undefined ? undefined : stripVTControlCharacters(reason)),
      ...given('blockedPath', blockedPath === undefined ? undefined : shownPath(blockedPath, context.workspacePath)),
      mayEdit: kind === 'permission',
      mayGiveFeedback: true,
      ...given('nativeSessionRule', sessionRule === undefined ? undefined : ruleText(sessionRule)),
    },
    native: { nativeRequestId, toolId, kind, input, ...given('sessionRule', sessionRule) },
  };
}

function kindOf(toolName: string): ApprovalRequest['kind'] {
  if (toolName === 'AskUserQuestion') return 'question';
  return toolName === 'ExitPlanMode' ? 'plan_review' : 'permission';
}

/** The answer in Claude's words. An allow repeats the input: without it the call fails. */
export function replyOf(native: NativeApproval, decision: Omit<ToolApprovalDecision, 'toolId'>): Fields {
  if (!decision.approved) {
    return {
      behavior: 'deny',
      message: refusalText(decision),
      ...(decision.endTurn === true ? { interrupt: true } : {}),
    };
  }
  if (native.kind === 'question') {
    return { behavior: 'allow', updatedInput: { ...native.input, ...given('answers', decision.answers) } };
  }
  const isEdited = decision.updatedInput !== undefined;
  const isForSession = decision.scope === 'session' && native.sessionRule !== undefined && !isEdited;
  return {
    behavior: 'allow',
    updatedInput: decision.updatedInput ?? native.input,
    // `session`, never the suggested place: that would write a settings file into the repository.
    ...(isForSession ? { updatedPermissions: [{ ...native.sessionRule, destination: 'session' }] } : {}),
  };
}

function refusalText(decision: Omit<ToolApprovalDecision, 'toolId'>): string {
  if (decision.userFeedback !== undefined && decision.userFeedback.trim() !== '') return decision.userFeedback;
  switch (decision.refusal) {
    case 'expired':
      return 'Nobody answered this request in time. That is not a refusal: you may go on without it, or ask again.';
    case 'cancelled':
      return 'This request was cancelled before anybody answered it. That is not a refusal.';
    default:
      return 'The people in this session did not allow this. Do not try to get the same done in another way; go on without it or say what you need it for.';
  }
}

/** The one suggestion that remembers this very call and nothing else; undefined where Claude offers only more. */
function exactSessionRule(toolName: string, input: Fields, request: Fields): Fields | undefined {
  const command = textAt(input, 'command');
  if (command === undefined || /[*\n]/.test(command) || command.endsWith(':')) return undefined;
  return objectsAt(request, 'permission_suggestions').find((suggestion) => {
    const rules = objectsAt(suggestion, 'rules');
    const rule = rules[0];
    if (textAt(suggestion, 'type') !== 'addRules' || textAt(suggestion, 'behavior') !== 'allow') return false;
    if (rule === undefined || rules.length !== 1) return false;
    return textAt(rule, 'toolName') === toolName && textAt(rule, 'ruleContent') === command;
  });
}

function ruleText(suggestion: Fields): string {
  const rule = objectsAt(suggestion, 'rules')[0] ?? {};
  return `${textAt(rule, 'toolName')}(${textAt(rule, 'ruleContent')})`;
}
