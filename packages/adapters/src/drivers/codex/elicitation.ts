import { type Fields, fieldsAt, textAt, textsAt } from '../../fields.ts';
import { formFields } from './form-field.ts';
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
      if (!approved) return declined;
      // As entries: a field may have any name, also one that every object has.
      const entries = fields.flatMap(({ name, question: { question }, readAnswer }) => {
        const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
        const value = answer === undefined ? undefined : readAnswer(answer);
        return value === undefined ? [] : [[name, value] as const];
      });
      const content: Record<string, unknown> = Object.fromEntries(entries);
      // An answer that the form does not allow is none.
      const isWhole = textsAt(schema, 'required').every((name) => Object.hasOwn(content, name));
      return isWhole ? { action: 'accept', content, _meta: null } : declined;
    },
    outcome: ({ approved, answers = {} }) => (approved ? answersText(answers) : 'Not answered.'),
  };
}
