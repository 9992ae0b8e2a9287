import { type Fields, fieldsAt, isFields, textAt } from '../../fields.ts';
import type { ToolApprovalDecision } from '../../port.ts';

/** How the extension says that it is loaded, and how a request is known to be its own. */
const gateName = 'collagility-gate';
/** How it names the entry of the session with which a run ended. */
const placeName = 'collagility-place';
/** The command by which it branches off, there only in a process that was started for it. */
export const branchCommand = 'collagility-branch';
/** An entry of a session, as pi names it. */
const entryPattern = /^[\w-]{1,64}$/;

/** A session, and the entry of it with which a copy is to end. */
export type Branch = { sessionId: string; at: string };

/**
 * pi asks nobody before it runs a tool. This extension does: every call, also one that another tool makes, waits for
 * the bridge's answer. Without one nothing runs. The signal of the run closes an open question; without it an abort
 * would wait for the answer. It also says where a run ended, and copies a session up to such a place: pi's own commands
 * branch off before a prompt that must be looked for in the whole session.
 */
export const gateSource = (branch?: Branch): string => `export default function (pi) {
  pi.on('session_start', (_event, ctx) => ctx.ui.setStatus('${gateName}', 'loaded'));
  pi.on('agent_settled', (_event, ctx) => {
    const place = ctx.sessionManager.getLeafId();
    if (place) ctx.ui.setStatus('${placeName}', place);
  });
${branch === undefined ? '' : branchSource(branch)}  pi.on('tool_call', async (event, ctx) => {
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

/** It works on that session alone: in the copy the command is there too, and does nothing. */
const branchSource = ({ sessionId, at }: Branch): string => `  pi.registerCommand('${branchCommand}', {
    description: 'Branches off',
    handler: async (_args, ctx) => {
      if (ctx.sessionManager.getSessionId() !== ${JSON.stringify(sessionId)}) return;
      await ctx.fork(${JSON.stringify(at)}, { position: 'at' });
    },
  });
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

/** The entry with which a run ended, where it is a name that a branch can be given. */
export function placeOf(message: Fields): string | undefined {
  const place = textAt(message, 'statusText') ?? '';
  const isPlace = textAt(message, 'method') === 'setStatus' && textAt(message, 'statusKey') === placeName;
  return isPlace && entryPattern.test(place) ? place : undefined;
}

export const isPlaceName = (text: string): boolean => entryPattern.test(text);

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
