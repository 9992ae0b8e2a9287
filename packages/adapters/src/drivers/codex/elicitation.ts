import { type Fields, fieldsAt, textAt, textsAt } from '../../fields.ts';
import { type FormField, formFields } from './form-field.ts';
import type { NativeApproval } from './native-approval.ts';
import { answersText } from './questions.ts';

/** What an MCP server asks through Codex: leave to run one of its tools, a form, or a visit of a page. */
export function elicitation(params: Fields): NativeApproval {
  const meta = fieldsAt(params, '_meta');
  if (textAt(meta, 'codex_approval_kind') === 'mcp_tool_call') return toolPermission(params, meta);
  return textAt(params, 'mode') === 'url' ? visit(params) : form(params);
}

const declined = { action: 'decline', content: null, _meta: null };

function toolPermission(params: Fields, meta: Fields): NativeApproval {
  const server = textAt(params, 'serverName') ?? 'mcp';
  const tool = textAt(meta, 'tool_name') ?? 'tool';
  return {
    kind: 'permission',
    toolCall: {
      toolName: `${server}.${tool}`,
      kind: 'mcp',
      title: `${server} · ${tool}`,
      arguments: { ...fieldsAt(meta, 'tool_params') },
    },
    reason: textAt(params, 'message') ?? '',
    // Nothing is asked to be remembered: `_meta` would do that, also for good.
    reply: ({ approved, endTurn }) => {
      if (approved) return { action: 'accept', content: {}, _meta: null };
      return endTurn === true ? { ...declined, action: 'cancel' } : declined;
    },
    outcome: ({ approved }) => (approved ? 'Allowed.' : 'Not allowed.'),
  };
}

/** Only a person can sign in somewhere; that they went there is all that is told. */
function visit(params: Fields): NativeApproval {
  const url = textAt(params, 'url') ?? '';
  return {
    kind: 'permission',
    toolCall: { toolName: 'elicitation', kind: 'fetch', title: `Open ${url}`, arguments: { url } },
    reason: textAt(params, 'message') ?? '',
    reply: ({ approved }) => (approved ? { action: 'accept', content: null, _meta: null } : declined),
    outcome: ({ approved }) => (approved ? 'Opened.' : 'Not opened.'),
  };
}

function form(params: Fields): NativeApproval {
  const schema = fieldsAt(params, 'requestedSchema');
  const fields = formFields(textAt(params, 'message') ?? '', schema);
  const title = textAt(params, 'message') ?? 'A question of an MCP server';
  return {
    kind: 'question',
    toolCall: { toolName: 'elicitation', kind: 'other', title, arguments: { requestedSchema: schema } },
    questions: fields.map(({ question }) => question),
    reply: ({ approved, answers = {} }) => {
      const content = approved ? contentOf(fields, answers) : undefined;
      const isWhole =
        content !== undefined && textsAt(schema, 'required').every((name) => Object.hasOwn(content, name));
      return isWhole ? { action: 'accept', content, _meta: null } : declined;
    },
    outcome: ({ approved, answers = {} }) => {
      if (!approved) return 'Not answered.';
      const isRead = contentOf(fields, answers) !== undefined;
      return isRead ? answersText(answers) : `Not sent, since the form does not allow it: ${answersText(answers)}`;
    },
  };
}

/** Undefined where one of the answers is not allowed: the rest of it would not be what people said. */
function contentOf(
  fields: FormField[],
  answers: Readonly<Record<string, string>>,
): Record<string, unknown> | undefined {
  // As entries: a field may have any name, also one that every object has.
  const entries: Array<readonly [string, unknown]> = [];
  for (const { name, question, readAnswer } of fields) {
    const answer = Object.hasOwn(answers, question.question) ? answers[question.question] : undefined;
    if (answer === undefined) continue;
    const answered = readAnswer(answer);
    if (answered.is === 'not-allowed') return undefined;
    if (answered.is === 'value') entries.push([name, answered.value]);
  }
  return Object.fromEntries(entries);
}
