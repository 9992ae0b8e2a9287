import { type Fields, fieldsAt, isFields, textAt } from '../../fields.ts';
import type { ToolApprovalDecision } from '../../port.ts';

/** How the extension says that it is loaded, and how a request is known to be its own. */
const gateName = 'collagility-gate';

/**
 * pi asks nobody before it runs a tool. This extension does: every call, also one that another tool makes, waits for
 * the bridge's answer. Without one nothing runs. The signal of the run closes an open question; without it an abort
 * would wait for the answer.
 */
export const gateSource = `export default function (pi) {
  pi.on('session_start', (_event, ctx) => ctx.ui.setStatus('${gateName}', 'loaded'));
  pi.on('tool_call', async (event, ctx) => {
    const { toolCallId, toolName, input, parentToolCallId } = event;
    let answer;
    try {
      const question = JSON.stringify({ gate: '${gateName}', toolCallId, toolName, input, parentToolCallId });
      answer = JSON.parse(await ctx.ui.input(question, '', { signal: ctx.signal }));
    } catch {
      answer = undefined;
    }
    if (answer === undefined || answer === null || answer.allow !== true) {
      const reason = typeof answer?.reason === 'string' ? answer.reason : 'Nobody decided about this call.';
      return { block: true, reason };
    }
    if (answer.input !== undefined) {
      for (const key of Object.keys(input)) delete input[key];
      Object.assign(input, answer.input);
    }
    return undefined;
  });
}
`;

/** One call that waits. */
export interface GateQuestion {
  /** The vendor's id of the question. */
  dialogId: string;
  toolCallId: string;
  toolName: string;
  input: Fields;
  parentToolCallId: string | undefined;
}

/** Our extension's question; undefined for any other extension's. */
export function gateQuestionOf(message: Fields): GateQuestion | undefined {
  const dialogId = textAt(message, 'id');
  if (textAt(message, 'method') !== 'input' || dialogId === undefined) return undefined;
  const asked = parsed(textAt(message, 'title') ?? '');
  const toolCallId = textAt(asked, 'toolCallId');
  const toolName = textAt(asked, 'toolName');
  if (textAt(asked, 'gate') !== gateName || toolCallId === undefined || toolName === undefined) return undefined;
  const parentToolCallId = textAt(asked, 'parentToolCallId');
  return { dialogId, toolCallId, toolName, input: fieldsAt(asked, 'input'), parentToolCallId };
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

export const isGateLoaded = (message: Fields): boolean =>
  textAt(message, 'method') === 'setStatus' && textAt(message, 'statusKey') === gateName;

const refusals = {
  denied: 'The people in this session did not allow this call.',
  expired: 'Nobody answered in time, so this call was not run.',
  cancelled: 'The turn was stopped, so this call was not run.',
};

/** What the extension is told. */
export function gateAnswerOf(decision: Omit<ToolApprovalDecision, 'toolId'>): string {
  if (decision.approved) {
    return JSON.stringify({ allow: true, ...(decision.updatedInput && { input: decision.updatedInput }) });
  }
  const { userFeedback, refusal = 'denied' } = decision;
  const reason = userFeedback === undefined ? refusals[refusal] : `${refusals[refusal]} They said: ${userFeedback}`;
  return JSON.stringify({ allow: false, reason });
}
