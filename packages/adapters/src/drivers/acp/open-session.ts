import { AgentAdapterError } from '../../errors.ts';
import { type Fields, textAt } from '../../fields.ts';
import type { AdapterConfig } from '../../port.ts';
import type { AcpConnection } from './connection.ts';
import { authRequired } from './failures.ts';
import { type AgentFacts, mcpServersOf, resultOf } from './handshake.ts';
import type { AcpProfile } from './profile.ts';

export interface OpenedSession {
  sessionId: string;
  session: 'new' | 'resumed';
  /** The agent's answer: modes, models, options. */
  result: Fields;
  /** Why the session that was to be resumed was not. */
  resumeRefusal?: string;
}

export interface OpenSessionOptions {
  connection: AcpConnection;
  profile: AcpProfile;
  facts: AgentFacts;
  config: AdapterConfig;
  timeoutMs: number;
  /** Before a session is loaded: what follows is its history, until the returned function ends it. */
  replay(): Promise<() => Promise<void>>;
}

/** Opens the session that the config names, or a new one. A refused one becomes a new one, once, and that is told. */
export async function openSession(options: OpenSessionOptions): Promise<OpenedSession> {
  const { resume } = options.config;
  if (resume === undefined) return newSession(options);
  const resumed =
    resume.fork === true ? await fork(options, resume.nativeSessionId) : await goOn(options, resume.nativeSessionId);
  if (resumed.ok) return resumed.opened;
  return { ...(await newSession(options)), resumeRefusal: resumed.message };
}

type Resumed = { ok: true; opened: OpenedSession } | { ok: false; message: string };

async function newSession({ connection, profile, config, timeoutMs }: OpenSessionOptions): Promise<OpenedSession> {
  const reply = await connection.request('session/new', placeOf(config), { timeoutMs });
  const result = await resultOf(reply, connection, profile, 'session/new');
  const sessionId = textAt(result, 'sessionId');
  if (sessionId === undefined)
    throw new AgentAdapterError('PROTOCOL_VIOLATION', `${profile.row.name} named no session.`);
  return { sessionId, session: 'new', result };
}

async function goOn(options: OpenSessionOptions, sessionId: string): Promise<Resumed> {
  const { profile, facts } = options;
  const can = { resume: facts.canResume, load: facts.canLoad };
  const ways = (profile.session?.resumeBy ?? ['resume', 'load']).filter((way) => can[way]);
  let message = `${profile.row.name} cannot go on with sessions.`;
  for (const way of ways) {
    const tried = await tryToGoOn(options, `session/${way}`, sessionId, { sessionId });
    if (tried.ok) return tried;
    message = tried.message;
  }
  return { ok: false, message };
}

async function fork(options: OpenSessionOptions, sessionId: string): Promise<Resumed> {
  if (!options.facts.canFork) return { ok: false, message: `${options.profile.row.name} cannot branch off a session.` };
  return tryToGoOn(options, 'session/fork', sessionId, { sessionId });
}

async function tryToGoOn(
  options: OpenSessionOptions,
  method: string,
  sessionId: string,
  named: Fields,
): Promise<Resumed> {
  const { connection, profile, config, timeoutMs } = options;
  const replayed = await options.replay();
  const reply = await connection.request(method, { ...named, ...placeOf(config) }, { timeoutMs });
  await replayed();
  // Only an answer is a refusal: after silence or an end nobody knows what became of the session.
  if (!reply.ok && reply.reason === 'refused' && reply.error.code !== authRequired)
    return { ok: false, message: reply.error.message };
  const result = await resultOf(reply, connection, profile, method);
  if (profile.session?.refusesEmptily === true && Object.keys(result).length === 0)
    return { ok: false, message: `${profile.row.name} does not know this session.` };
  const opened: OpenedSession = { sessionId: textAt(result, 'sessionId') ?? sessionId, session: 'resumed', result };
  return { ok: true, opened };
}

const placeOf = (config: AdapterConfig): Fields => ({
  cwd: config.workspacePath,
  mcpServers: mcpServersOf(config.mcpServers ?? {}),
});
