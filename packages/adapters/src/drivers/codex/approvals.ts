import { type Fields, fieldsAt, given, objectsAt, textAt } from '../../fields.ts';
import { shownPath } from '../../shown-path.ts';
import { elicitation } from './elicitation.ts';
import { commandOf } from './items.ts';
import { type Lasting, prefixRule, sessionFiles } from './lasting-options.ts';
import type { Decision, NativeApproval } from './native-approval.ts';
import { answersText, questionsOf, userInputAnswers } from './questions.ts';

/** Undefined for a method that is not known: it must be refused. */
export function approvalOf(method: string, params: Fields, workspacePath: string): NativeApproval | undefined {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return command(params);
    case 'item/fileChange/requestApproval':
      return fileChange(params, workspacePath);
    case 'item/permissions/requestApproval':
      return permissions(params, workspacePath);
    case 'item/tool/requestUserInput':
      return userInput(params);
    case 'mcpServer/elicitation/request':
      return elicitation(params);
    default:
      return undefined;
  }
}

/**
 * `cancel` ends the turn; a refusal lets it go on. What lasts is answered by its exact option only: an id that was not
 * offered is a refusal, never something wider.
 */
const decisionOf = (
  decision: Decision,
  mayRemember: boolean,
  lasting: Lasting | undefined,
): { decision: string | Fields } => {
  if (decision.approved && decision.optionId !== undefined)
    return { decision: decision.optionId === lasting?.option.optionId ? lasting.native : 'decline' };
  if (!decision.approved) return { decision: decision.endTurn === true ? 'cancel' : 'decline' };
  return { decision: mayRemember && decision.scope === 'session' ? 'acceptForSession' : 'accept' };
};

function command(params: Fields): NativeApproval {
  const run = commandOf(params);
  const text = run.command;
  const network = fieldsAt(params, 'networkApprovalContext');
  const host = textAt(network, 'host');
  const title = host === undefined ? text : `Network access to ${host}${text === '' ? '' : ` for ${text}`}`;
  const kind = textAt(params, 'kind');
  const lasting = host === undefined ? prefixRule(params) : undefined;
  return {
    kind: 'permission',
    toolCall: {
      toolName: 'shell',
      kind: 'execute',
      title,
      arguments: run,
    },
    more: {
      ...given('network', host),
      // Input for a running command, or another kind that is not known yet, is no start of a command.
      ...given('kind', kind === 'command' ? undefined : kind),
    },
    ...given('reason', textAt(params, 'reason')),
    // Codex remembers this very command, in this session; the bridge's own rule is as exact.
    ...given('nativeSessionRule', text === '' || host !== undefined ? undefined : text),
    ...given('options', lasting === undefined ? undefined : [lasting.option]),
    reply: (decision) => decisionOf(decision, host === undefined, lasting),
    outcome: () => '',
  };
}

function fileChange(params: Fields, workspacePath: string): NativeApproval {
  const root = textAt(params, 'grantRoot');
  return {
    kind: 'permission',
    toolCall: { toolName: 'apply_patch', kind: 'edit', title: 'Edit files', arguments: {} },
    more: { ...given('grantRoot', root === undefined ? undefined : shownPath(root, workspacePath)) },
    ...given('reason', textAt(params, 'reason')),
    ...given('blockedPath', root === undefined ? undefined : shownPath(root, workspacePath)),
    // Its session rule holds for the files, whatever is written to them: wider than ours, so it is an option apart.
    options: [sessionFiles.option],
    reply: (decision) => decisionOf(decision, false, sessionFiles),
    outcome: () => '',
  };
}

function permissions(params: Fields, workspacePath: string): NativeApproval {
  const wanted = fieldsAt(params, 'permissions');
  const granted = {
    ...given('network', wanted['network'] ?? undefined),
    ...given('fileSystem', wanted['fileSystem'] ?? undefined),
  };
  return {
    kind: 'permission',
    toolCall: {
      toolName: 'request_permissions',
      kind: 'other',
      title: permissionTitle(wanted, workspacePath),
      arguments: { permissions: wanted },
    },
    ...given('reason', textAt(params, 'reason')),
    // For this turn only, whatever the room remembers: the bridge answers again in the next one.
    reply: (decision) => ({ permissions: decision.approved ? granted : {}, scope: 'turn' }),
    outcome: (decision) => (decision.approved ? 'Granted for this turn.' : 'Not granted.'),
  };
}

function permissionTitle(wanted: Fields, workspacePath: string): string {
  const paths = objectsAt(fieldsAt(wanted, 'fileSystem'), 'entries').map((entry) => {
    const path = textAt(fieldsAt(entry, 'path'), 'path') ?? JSON.stringify(entry['path']);
    return `${textAt(entry, 'access') ?? 'use'} ${shownPath(path, workspacePath)}`;
  });
  const network = fieldsAt(wanted, 'network')['enabled'] === true ? ['use the network'] : [];
  const all = [...network, ...paths];
  return `More permissions: ${all.length === 0 ? 'unknown' : all.join(', ')}`;
}

function userInput(params: Fields): NativeApproval {
  const questions = questionsOf(params);
  return {
    kind: 'question',
    toolCall: {
      toolName: 'request_user_input',
      kind: 'other',
      title: questions[0]?.question ?? 'A question',
      arguments: { questions: objectsAt(params, 'questions') },
    },
    questions,
    reply: (decision) => ({ answers: decision.approved ? userInputAnswers(params, decision.answers ?? {}) : {} }),
    outcome: (decision) => (decision.approved ? answersText(decision.answers ?? {}) : 'Not answered.'),
  };
}

/** What the turn is told after a refusal, where Codex's own answer has no room for it; undefined: nothing. */
export function refusalNote(decision: Decision): string | undefined {
  if (decision.approved || decision.endTurn === true) return undefined;
  const feedback = decision.userFeedback?.trim() ?? '';
  if (feedback !== '') return `The people in this session did not allow this. They say: ${decision.userFeedback}`;
  if (decision.refusal === 'expired') {
    return 'Nobody answered this request in time. That is not a refusal: you may go on without it, or ask again.';
  }
  return undefined;
}
