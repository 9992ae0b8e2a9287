import { stat } from 'node:fs/promises';
import { AgentAdapterError } from '../../errors.ts';
import { type Fields, fieldsAt, given, isFields, objectsAt, textAt } from '../../fields.ts';
import type { AdapterConfig, AgentModel } from '../../port.ts';
import { startFailure } from '../../start-failure.ts';
import type { CodexConnection } from './connection.ts';
import { toolsAllowedForGood } from './mcp-servers.ts';
import type { Policy } from './policies.ts';
import { codexStart, loginFix } from './start-words.ts';
import { type OpenedThread, openThread } from './thread.ts';
import { initializeParams } from './wire.ts';

export interface Launched extends OpenedThread {
  version: string | undefined;
  codexHome: string | undefined;
  credentialScope: string;
  models: AgentModel[];
  /** Tools of MCP servers that the user lets run unasked. */
  allowedTools: string[];
}

/** A thread is opened without complaint in a folder that is not there, and every command fails then. */
export async function mustBeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new AgentAdapterError('PROCESS_CRASHED', `The folder ${path} does not exist (any more).`, {
    detail: { fix: 'Start the bridge in a folder that exists.' },
  });
}

/** Handshake, login, thread: each answered before the next, so that a failure names its cause. */
export async function launch(
  connection: CodexConnection,
  config: AdapterConfig,
  policy: Policy,
  answerMs: number,
): Promise<Launched> {
  const request = (method: string, params: Fields) => connection.request(method, params, { timeoutMs: answerMs });
  const initialized = await handshake(connection, answerMs);
  const account = await request('account/read', {});
  const login = account.ok && isFields(account.result) ? account.result : {};
  if (isLoggedOut(login)) {
    throw new AgentAdapterError('AUTH_CREDENTIAL_INVALID', 'Codex is not logged in.', { detail: { fix: loginFix } });
  }
  const resultOf = async (method: string, params: Fields) => {
    const reply = await request(method, params);
    return reply.ok && isFields(reply.result) ? reply.result : {};
  };
  const configuration = await resultOf('config/read', { cwd: config.workspacePath });
  const usersConfig = fieldsAt(configuration, 'config');
  const [thread, models] = await Promise.all([
    openThread(config, policy, usersConfig, request),
    resultOf('model/list', {}),
  ]);
  return {
    ...thread,
    version: /\/(\d+\.\d+\.\d+\S*)/.exec(textAt(initialized, 'userAgent') ?? '')?.[1],
    codexHome: textAt(initialized, 'codexHome'),
    credentialScope: credentialScope(login, thread.settings),
    allowedTools: isFields(configuration['config'])
      ? toolsAllowedForGood(usersConfig)
      : ['unknown: Codex did not tell which MCP servers it has'],
    models: objectsAt(models, 'data').flatMap(modelOf),
  };
}

function modelOf(model: Fields): AgentModel[] {
  const id = textAt(model, 'model');
  if (id === undefined || model['hidden'] === true) return [];
  const efforts = objectsAt(model, 'supportedReasoningEfforts').flatMap(
    (effort) => textAt(effort, 'reasoningEffort') ?? [],
  );
  return [
    {
      id,
      ...given('name', textAt(model, 'displayName')),
      ...given('description', textAt(model, 'description')),
      ...(efforts.length > 0 && { efforts }),
    },
  ];
}

/** The first answer of a process; what came instead of one is explained. */
export async function handshake(connection: CodexConnection, answerMs: number): Promise<Fields> {
  const reply = await connection.request('initialize', initializeParams, { timeoutMs: answerMs });
  if (!reply.ok) {
    if (reply.reason === 'closed') throw startFailure(codexStart, await connection.exited);
    const message = reply.reason === 'refused' ? reply.error.message : 'Codex does not answer on its app-server.';
    throw new AgentAdapterError('PROTOCOL_VIOLATION', message, {
      detail: { fix: 'Update Codex: `npm install -g @openai/codex@latest`.' },
    });
  }
  await connection.notify('initialized');
  return isFields(reply.result) ? reply.result : {};
}

/** A provider of the user's own needs no login. */
export const isLoggedOut = (login: Fields): boolean =>
  login['requiresOpenaiAuth'] === true && !isFields(login['account']);

function credentialScope(login: Fields, settings: Fields): string {
  const type = textAt(fieldsAt(login, 'account'), 'type');
  if (type === 'chatgpt') return 'the ChatGPT login of Codex on the host’s computer';
  if (type === 'apiKey') return 'the API key of Codex on the host’s computer';
  return `the provider "${textAt(settings, 'modelProvider') ?? 'unknown'}" of Codex’s configuration on the host’s computer`;
}
