import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Fields, listAt, textAt, textsAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { ToolApprovalDecision, ToolCall } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';

/** A question of aider's, or of what we put into it: as the room sees it, and how an answer is told. */
export interface Ask {
  askId: string;
  toolCall: ToolCall;
  request: Pick<ApprovalRequest, 'kind' | 'mayEdit' | 'mayGiveFeedback' | 'questions'>;
  /** Question labels → aider's own words. */
  values: Readonly<Record<string, string>>;
}

const labels: Readonly<Record<string, string>> = {
  yes: 'Yes',
  no: 'No',
  all: 'Yes to all of these',
  skip: 'No to all of these',
  never: 'No, and do not ask again',
};

const maxTitleUnits = 200;

/** `toolId` is ours, made from the vendor's id. */
export function askOf(message: Fields, toolId: string, workspacePath: string): Ask | undefined {
  const askId = textAt(message, 'id');
  if (askId === undefined) return undefined;
  switch (textAt(message, 'kind')) {
    case 'edit':
      return editAsk(message, askId, toolId, workspacePath);
    case 'shell':
      return shellAsk(message, askId, toolId);
    default:
      return questionAsk(message, askId, toolId);
  }
}

const permission = { kind: 'permission' as const, mayGiveFeedback: true };

function editAsk(message: Fields, askId: string, toolId: string, workspacePath: string): Ask {
  const path = shownPath(textAt(message, 'path') ?? '', workspacePath);
  const isNew = message['is_new'] === true;
  const parts = listAt(message, 'parts').map((part) =>
    Array.isArray(part) ? part.filter((one) => typeof one === 'string') : [],
  );
  return {
    askId,
    toolCall: {
      toolId,
      toolName: isNew ? 'write' : 'edit',
      kind: 'edit',
      title: `${isNew ? 'Write' : 'Edit'} ${path}`,
      arguments: { path, ...changeOf(parts, isNew) },
    },
    request: { ...permission, mayEdit: false },
    values: {},
  };
}

/** What aider calls an edit depends on its format: a pair of texts, a whole file, or a patch. */
function changeOf(parts: string[][], isNew: boolean): Record<string, unknown> {
  if (isNew) return { content: parts.map((part) => part.at(-1) ?? '').join('') };
  const isPairs = parts.every((part) => part.length === 2);
  return isPairs
    ? { edits: parts.map(([oldText, newText]) => ({ oldText, newText })) }
    : { change: parts.map((part) => part.at(-1) ?? '').join('\n') };
}

function shellAsk(message: Fields, askId: string, toolId: string): Ask {
  return { askId, toolCall: shellCall(message, toolId), request: { ...permission, mayEdit: true }, values: {} };
}

export function shellCall(message: Fields, toolId: string): ToolCall {
  const command = textAt(message, 'command') ?? '';
  const cwd = textAt(message, 'cwd');
  return {
    toolId,
    toolName: 'shell',
    kind: 'execute',
    title: oneLine(command),
    arguments: { command, ...(cwd === undefined ? {} : { cwd }) },
  };
}

function questionAsk(message: Fields, askId: string, toolId: string): Ask {
  const subject = textAt(message, 'subject');
  const asked = textAt(message, 'question') ?? 'Aider asks something.';
  const question = subject === undefined ? asked : `${asked} ${subject}`;
  const options = textsAt(message, 'options');
  const fallback = textAt(message, 'default') ?? '';
  const offered = options.length > 0 ? options : [fallback];
  const labelled = offered.map(
    (value) => [ownValue(labels, value) ?? (value === '' ? 'Nothing' : value), value] as const,
  );
  const described = labelled.map(([label]) => ({ label, description: '' }));
  return {
    askId,
    toolCall: { toolId, toolName: 'question', kind: 'other', title: oneLine(question), arguments: { question } },
    request: {
      kind: 'question',
      mayEdit: false,
      mayGiveFeedback: false,
      questions: [{ question, header: 'Aider', multiSelect: false, options: described }],
    },
    values: Object.fromEntries(labelled),
  };
}

const notTold = {
  denied: undefined,
  expired: 'Nobody answered in time.',
  cancelled: 'The turn was stopped.',
};

/** What the process is told, and what the card says was decided. */
export function answerOf(ask: Ask, decision: Omit<ToolApprovalDecision, 'toolId'>): { answer: Fields; words: string } {
  const id = ask.askId;
  if (ask.request.kind === 'question') {
    const [chosen = 'Yes'] = Object.values(decision.answers ?? {});
    const label = decision.approved ? chosen : 'No';
    return {
      answer: { type: 'answer', id, value: ownValue(ask.values, label) ?? (decision.approved ? label : 'no') },
      words: label,
    };
  }
  if (decision.approved) {
    const command = decision.updatedInput === undefined ? undefined : textAt(decision.updatedInput, 'command');
    return { answer: { type: 'answer', id, value: 'yes', ...(command === undefined ? {} : { command }) }, words: '' };
  }
  const feedback = decision.userFeedback ?? notTold[decision.refusal ?? 'denied'];
  const words = `Not allowed.${feedback === undefined ? '' : ` ${feedback}`}`;
  return { answer: { type: 'answer', id, value: 'no', ...(feedback === undefined ? {} : { feedback }) }, words };
}

function oneLine(text: string): string {
  const first = text.trim().split('\n', 1)[0] ?? '';
  const isCut = first.length > maxTitleUnits || first.length < text.trim().length;
  return isCut ? `${[...first].slice(0, maxTitleUnits).join('')}…` : first;
}
