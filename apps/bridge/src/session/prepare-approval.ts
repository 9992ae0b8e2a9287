import type { AdapterEventPayloads } from '@collagility/adapters/port';
import { fromHex, toHex, utf8 } from '@collagility/protocol/bytes';
import type { BlobRef, NativeOption, Question } from '@collagility/protocol/events';
import { type ApprovalId, as, type ToolId } from '@collagility/protocol/ids';
import { isRecord } from '@collagility/protocol/is-record';
import { callHash, shownHash } from '@collagility/protocol/statement';
import type { PreparedApproval } from '../approvals/pending-approval.ts';
import { policyOf } from '../approvals/policy.ts';
import { classifyRisk, type RiskPlaces } from '../approvals/risk.ts';
import { ruleTextOf } from '../approvals/rule.ts';
import { makeShown } from '../approvals/shown.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { cut } from './text-events.ts';

/** Whether what people were shown is bound to the request that waits now (CLG-72). */
export function isShownCall(shown: string, { native }: Pick<PreparedApproval, 'native'>): boolean {
  const parsed: unknown = JSON.parse(shown);
  return isRecord(parsed) && parsed.call === toHex(callHash(native.salt, utf8(native.request)));
}

export type PrepareOptions = {
  agentId: string;
  roomId: Uint8Array;
  redactor: Redactor;
  places: RiskPlaces;
  random(bytes: number): Uint8Array;
  keepBlob(bytes: Uint8Array): BlobRef;
  toolId(native: string): ToolId;
  /** Salt and raw request, for an auditor; on disk before the card is. */
  keepSecret(approvalId: ApprovalId, salt: Uint8Array, nativeRequest: string): void;
};

type Request = AdapterEventPayloads['TOOL_APPROVAL_REQUESTED'];

const maxTitleUnits = 300;
const maxPlanUnits = 8_000;
const maxQuestions = 16;
const maxOptions = 40;
const maxOptionIdUnits = 200;
const maxPreviewUnits = 600;

const titles: Record<Request['toolCall']['kind'], string> = {
  read: 'Read a file',
  edit: 'Change a file',
  delete: 'Delete a file',
  move: 'Move a file',
  search: 'Search',
  execute: 'Run a command',
  fetch: 'Fetch from the network',
  think: 'Think',
  mcp: 'Use a tool',
  agent: 'Start a helper',
  other: 'Use a tool',
};

/** From the agent's request to what people decide on: redacted, classified, bound to the native request by hashes. */
export function prepareApproval(request: Request, options: PrepareOptions): PreparedApproval {
  const { redactor, places, roomId } = options;
  const { toolCall, kind, requestId, nativeRequest } = request;
  const idBytes = options.random(16);
  const salt = options.random(32);
  const approvalId = as<ApprovalId>(toHex(idBytes));
  options.keepSecret(approvalId, salt, nativeRequest);
  const risk = classifyRisk(toolCall, places);
  if (request.blockedPath !== undefined && !risk.classes.includes('outside-workspace'))
    risk.classes.push('outside-workspace');
  const shown = makeShown(
    {
      tool: toolCall.toolName,
      input: toolCall.arguments,
      cwd: places.workspacePath,
      agentId: options.agentId,
      risks: risk.classes,
      call: toHex(callHash(salt, utf8(nativeRequest))),
    },
    redactor,
    options.keepBlob,
  );
  const hash = shownHash(roomId, fromHex(approvalId, 16) ?? idBytes, shown.text);
  const isRemembered = kind === 'permission' && shown.hidden === 0 && shown.elided.length === 0;
  const mayBeStanding = isRemembered && !risk.classes.includes('secret') && !risk.classes.includes('outside-workspace');
  const ruleText = mayBeStanding ? ruleTextOf(toolCall, shown.input) : undefined;
  const questions = request.questions?.slice(0, maxQuestions).map((one) => questionOf(one, redactor));
  const asked = request.questions?.map(({ question }, index) => [questions?.[index]?.question ?? question, question]);
  const nativeOptions = kind === 'permission' ? lastingOptions(request.options ?? [], redactor) : [];
  const toolName = cut(redactor.text(toolCall.toolName), maxTitleUnits);
  return {
    approvalId,
    requestId,
    kind,
    toolName,
    native: { request: nativeRequest, salt },
    toolKind: toolCall.kind,
    input: toolCall.arguments,
    ...(ruleText !== undefined && { ruleText }),
    ...(asked && { questionKeys: Object.fromEntries(asked) }),
    ...(nativeOptions.length > 0 && { nativeOptions }),
    mayEdit: request.mayEdit && kind === 'permission',
    mayGiveFeedback: request.mayGiveFeedback,
    verdict: kind === 'permission' ? policyOf(risk) : 'ask',
    card: {
      title: titleOf(request, redactor),
      shown: shown.text,
      shownHash: hash === undefined ? '' : toHex(hash),
      risks: risk.classes,
      hidden: shown.hidden,
      elided: shown.elided,
      toolId: options.toolId(toolCall.toolId),
      ...(questions && { questions }),
      ...(request.plan !== undefined && { plan: cut(redactor.text(request.plan), maxPlanUnits) }),
    },
  };
}

function titleOf({ kind, toolCall }: Request, redactor: Redactor): string {
  if (kind === 'question') return 'Answer a question';
  if (kind === 'plan_review') return 'Review the plan';
  return toolCall.kind === 'mcp' || toolCall.kind === 'other'
    ? cut(redactor.text(toolCall.title), maxTitleUnits)
    : titles[toolCall.kind];
}

/** What the agent offers beyond this call. Its ids are its own words: one that something must be hidden in is left out. */
function lastingOptions(options: NonNullable<Request['options']>, redactor: Redactor): NativeOption[] {
  return options
    .flatMap(({ optionId, label, kind, reach, words }) => {
      const decision: NativeOption['decision'] | undefined =
        kind === 'allow_always' ? 'allow' : kind === 'reject_always' ? 'deny' : undefined;
      if (decision === undefined || redactor.text(optionId) !== optionId || optionId.length > maxOptionIdUnits)
        return [];
      const text = (value: string) => cut(redactor.text(value), maxTitleUnits);
      // An "always" that claims to be for once is not believed.
      const shownReach = reach === 'once' ? 'unknown' : reach;
      return [
        {
          optionId,
          label: text(label),
          decision,
          reach: shownReach,
          ...(words !== undefined && { words: text(words) }),
        },
      ];
    })
    .slice(0, maxOptions);
}

/** The keys under which answers go back stay as they are, unless something in them must not leave. */
function questionOf(question: NonNullable<Request['questions']>[number], redactor: Redactor): Question {
  const text = (value: string) => cut(redactor.text(value), maxPreviewUnits);
  const options = question.options.slice(0, maxOptions).map(({ label, description, preview }) => ({
    label: text(label),
    description: text(description),
    ...(preview !== undefined && { preview: text(preview) }),
  }));
  // What the list here does not show must still be writable.
  const isWhole = question.options.every(({ label }, at) => options[at]?.label === label);
  const { takes } = question;
  return {
    question: text(question.question),
    header: text(question.header),
    multiSelect: question.multiSelect,
    options,
    ...(takes !== undefined && (isWhole || takes !== 'listed') && { takes }),
  };
}
