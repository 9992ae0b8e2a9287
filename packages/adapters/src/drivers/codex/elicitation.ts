import { type Fields, fieldsAt, isFields, listAt, textAt, textsAt } from '../../fields.ts';
import type { ApprovalQuestion } from '../../port.ts';
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
  const fields = Object.entries(fieldsAt(schema, 'properties')).flatMap(([name, property]) =>
    isFields(property) ? [{ name, property, question: questionOf(params, name, property) }] : [],
  );
  const title = textAt(params, 'message') ?? 'A question of an MCP server';
  return {
    kind: 'question',
    toolCall: { toolName: 'elicitation', kind: 'other', title, arguments: { requestedSchema: schema } },
    questions: fields.map(({ question }) => question),
    reply: ({ approved, answers = {} }) => {
      if (!approved) return declined;
      const content: Record<string, unknown> = {};
      for (const { name, property, question } of fields) {
        const answer = answers[question.question];
        const value = answer === undefined ? undefined : answerValue(property, answer);
        if (value !== undefined) content[name] = value;
      }
      // An answer that the form does not allow is none.
      const isWhole = textsAt(schema, 'required').every((name) => name in content);
      return isWhole ? { action: 'accept', content, _meta: null } : declined;
    },
    outcome: ({ approved, answers = {} }) => (approved ? answersText(answers) : 'Not answered.'),
  };
}

function questionOf(params: Fields, name: string, property: Fields): ApprovalQuestion {
  const message = textAt(params, 'message') ?? '';
  const label = textAt(property, 'title') ?? name;
  const choices = textAt(property, 'type') === 'boolean' ? ['true', 'false'] : listAt(property, 'enum').map(String);
  return {
    question: `${message} ${label}`.trim(),
    header: label,
    multiSelect: false,
    options: choices.map((choice) => ({ label: choice, description: textAt(property, 'description') ?? '' })),
  };
}

function answerValue(property: Fields, answer: string): unknown {
  switch (textAt(property, 'type')) {
    case 'boolean':
      return answer === 'true' ? true : answer === 'false' ? false : undefined;
    case 'integer':
    case 'number': {
      const value = Number(answer);
      return answer.trim() === '' || !Number.isFinite(value) ? undefined : value;
    }
    default:
      return answer;
  }
}
