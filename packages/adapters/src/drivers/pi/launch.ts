import { AgentAdapterError } from '../../errors.ts';
import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, numberAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import { keepEffort } from '../../keep-effort.ts';
import type { AdapterConfig, AgentModel } from '../../port.ts';
import type { PiConnection, Reply } from './connection.ts';
import { branchCommand } from './gate.ts';
import { loginFix, piStartFailure } from './start-failure.ts';

/** Flags only: whatever people write goes through the input, or in a file of our own. */
export function piArguments(
  config: AdapterConfig,
  files: { gatePath: string; systemPromptPath: string | undefined },
): string[] {
  const { resume } = config;
  return [
    '--mode',
    'rpc',
    // Extensions of the user could change a call after people allowed it; those of the project are a stranger's code.
    '--no-extensions',
    '--extension',
    files.gatePath,
    '--no-approve',
    ...(files.systemPromptPath === undefined ? [] : ['--append-system-prompt', files.systemPromptPath]),
    ...(resume === undefined
      ? []
      : [copiesWhole(resume) ? '--fork' : '--session', sessionIdOf(resume.nativeSessionId)]),
    ...(config.customArgs ?? []),
  ];
}

/** A copy up to an earlier place is made once the session is open. */
const copiesWhole = ({ fork, at }: NonNullable<AdapterConfig['resume']>): boolean => fork === true && at === undefined;

/** pi also takes a path or the beginning of an id here: only a whole id is given. */
export function sessionIdOf(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new AgentAdapterError('UNSUPPORTED', 'That is not a session id of pi.', { detail: { resumeRefused: true } });
}

export interface Launched {
  sessionId: string;
  model: string;
  models: AgentModel[];
  effort: string | undefined;
  efforts: string[];
  provider: string;
  contextWindowTokens: number | undefined;
  commands: string[];
}

const nameOf = (model: Fields): string =>
  `${textAt(model, 'provider') ?? 'unknown'}/${textAt(model, 'id') ?? 'unknown'}`;

/** What the process says of itself; sets the model where one was asked for. */
export async function launch(
  connection: PiConnection,
  config: AdapterConfig,
  answerMs: number,
  out: EventWriter,
): Promise<Launched> {
  const ask = (type: string, fields: Fields = {}) => connection.command(type, fields, { timeoutMs: answerMs });
  const state = await mustAnswer(await ask('get_state'), connection);
  const [models, commands] = await Promise.all([ask('get_available_models'), ask('get_commands')]);
  const known = models.ok ? objectsAt(models.data, 'models') : [];
  const model =
    config.model === undefined ? fieldsAt(state, 'model') : await setModel(connection, config.model, known, answerMs);
  if (known.length === 0 || textAt(model, 'provider') === undefined || textAt(model, 'provider') === 'unknown') {
    throw new AgentAdapterError('AUTH_CREDENTIAL_INVALID', 'pi has no model that it can use.', {
      detail: { fix: loginFix },
    });
  }
  const { effort } = config;
  const isKept = effort !== undefined && (await keepEffort(out, effort, (one) => setEffort(connection, one, answerMs)));
  const levels = await ask('get_available_thinking_levels');
  const sessionId = textAt(state, 'sessionId');
  if (sessionId === undefined) throw new AgentAdapterError('PROTOCOL_VIOLATION', 'pi named no session.');
  if (config.resume !== undefined && (config.resume.fork === true) === (sessionId === config.resume.nativeSessionId)) {
    throw new AgentAdapterError('PROTOCOL_VIOLATION', 'pi opened another session than the one that was asked for.', {
      detail: { resumeRefused: true },
    });
  }
  return {
    sessionId,
    model: nameOf(model),
    models: known.map((one) => ({ id: nameOf(one), ...given('name', textAt(one, 'name')) })),
    effort: isKept ? effort : textAt(state, 'thinkingLevel'),
    efforts: levels.ok ? textsAt(levels.data, 'levels') : [],
    provider: textAt(model, 'provider') ?? 'unknown',
    contextWindowTokens: numberAt(model, 'contextWindow'),
    commands: commands.ok ? namesOf(commands.data) : [],
  };
}

const namesOf = (commands: Fields): string[] =>
  objectsAt(commands, 'commands')
    .flatMap((one) => textAt(one, 'name') ?? [])
    .filter((name) => name !== branchCommand);

/** Resolves to the model that is used from now on. `name` is `provider/id`, or an id alone. */
export async function setModel(
  connection: PiConnection,
  name: string,
  known: readonly Fields[],
  answerMs: number,
): Promise<Fields> {
  const found = known.find((model) => nameOf(model) === name) ?? known.find((model) => textAt(model, 'id') === name);
  const slash = name.indexOf('/');
  const provider = found === undefined ? name.slice(0, Math.max(0, slash)) : textAt(found, 'provider');
  const modelId = found === undefined ? name.slice(slash + 1) : textAt(found, 'id');
  const reply = await connection.command('set_model', { provider, modelId }, { timeoutMs: answerMs });
  if (reply.ok) return textAt(reply.data, 'id') === undefined ? (found ?? { provider, id: modelId }) : reply.data;
  throw new AgentAdapterError(reply.reason === 'refused' ? 'MODEL_NOT_FOUND' : 'PROCESS_CRASHED', reply.message);
}

/** How hard the model thinks; one that it does not offer is refused or made the nearest by pi itself. */
export async function setEffort(connection: PiConnection, level: string, answerMs: number): Promise<void> {
  const reply = await connection.command('set_thinking_level', { level }, { timeoutMs: answerMs });
  if (!reply.ok)
    throw new AgentAdapterError(reply.reason === 'refused' ? 'UNSUPPORTED' : 'PROCESS_CRASHED', reply.message);
}

export async function mustAnswer(reply: Reply, connection: PiConnection): Promise<Fields> {
  if (reply.ok) return reply.data;
  if (reply.reason === 'closed') throw piStartFailure(await connection.exited);
  throw new AgentAdapterError('PROTOCOL_VIOLATION', reply.message, {
    detail: { fix: 'Update pi: `npm install -g @earendil-works/pi-coding-agent@latest`.' },
  });
}
