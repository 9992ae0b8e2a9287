import { AgentAdapterError } from '../../errors.ts';
import { type Fields, fieldsAt, hasFieldsAt, isFields, numberAt, textAt } from '../../fields.ts';
import type { RpcReply } from '../../json-rpc.ts';
import { lastWords, type StartWords, startFailure } from '../../start-failure.ts';
import type { AcpConnection } from './connection.ts';
import { startError } from './failures.ts';
import type { AcpProfile } from './profile.ts';

/** The version of the protocol that this client speaks. */
const protocolVersion = 1;

/** What an agent says of itself. */
export interface AgentFacts {
  version: string | undefined;
  canLoad: boolean;
  canResume: boolean;
  canFork: boolean;
  takesImages: boolean;
}

export async function shakeHands(
  connection: AcpConnection,
  profile: AcpProfile,
  timeoutMs: number,
): Promise<AgentFacts> {
  const { files = false, terminal = false } = profile.offers ?? {};
  const reply = await connection.request(
    'initialize',
    {
      protocolVersion,
      clientCapabilities: { fs: { readTextFile: files, writeTextFile: files }, terminal },
      clientInfo: { name: 'collagility-bridge', title: 'Collagility', version: '0.1.0' },
    },
    { timeoutMs },
  );
  const result = await resultOf(reply, connection, profile, 'initialize');
  const version = numberAt(result, 'protocolVersion');
  if (version !== protocolVersion) {
    throw new AgentAdapterError(
      'PROTOCOL_VIOLATION',
      `${profile.row.name} speaks version ${version ?? '?'} of the protocol, this bridge ${protocolVersion}.`,
    );
  }
  if (profile.start.authenticateBy !== undefined)
    await authenticate(connection, profile, profile.start.authenticateBy, timeoutMs);
  return factsOf(result);
}

/** Only where an agent does not look for its own login by itself. */
async function authenticate(
  connection: AcpConnection,
  profile: AcpProfile,
  methodId: string,
  timeoutMs: number,
): Promise<void> {
  await resultOf(
    await connection.request('authenticate', { methodId }, { timeoutMs }),
    connection,
    profile,
    'authenticate',
  );
}

function factsOf(result: Fields): AgentFacts {
  const capabilities = fieldsAt(result, 'agentCapabilities');
  const ofSession = fieldsAt(capabilities, 'sessionCapabilities');
  return {
    version: textAt(fieldsAt(result, 'agentInfo'), 'version') ?? textAt(fieldsAt(result, '_meta'), 'agentVersion'),
    canLoad: capabilities['loadSession'] === true,
    canResume: hasFieldsAt(ofSession, 'resume'),
    canFork: hasFieldsAt(ofSession, 'fork'),
    takesImages: fieldsAt(capabilities, 'promptCapabilities')['image'] === true,
  };
}

/** The result of a request of the start, or why it failed. */
export async function resultOf(
  reply: RpcReply,
  connection: AcpConnection,
  profile: AcpProfile,
  method: string,
): Promise<Fields> {
  if (reply.ok) return isFields(reply.result) ? reply.result : {};
  if (reply.reason === 'refused') throw startError(reply.error, profile);
  if (reply.reason === 'closed') throw startFailure(startWordsOf(profile), await connection.exited);
  const last = lastWords(connection.stderrTail());
  throw new AgentAdapterError(
    'PROTOCOL_VIOLATION',
    `${profile.row.name} does not answer to ${method}.${last === '' ? '' : ` Its last words: ${last}`}`,
  );
}

export const startWordsOf = ({ row, start }: AcpProfile): StartWords => ({
  name: row.name,
  installFix: start.installFix,
});

/** MCP servers as the protocol wants them, from the form in which agents' settings keep them. */
export function mcpServersOf(servers: Readonly<Record<string, unknown>>): Fields[] {
  return Object.entries(servers).flatMap(([name, server]): Fields[] => {
    if (!isFields(server)) return [];
    const pairs = (fields: Fields) =>
      Object.entries(fields).map(([key, value]) => ({ name: key, value: String(value) }));
    const url = textAt(server, 'url');
    if (url !== undefined) {
      const type = textAt(server, 'type') === 'sse' ? 'sse' : 'http';
      return [{ type, name, url, headers: pairs(fieldsAt(server, 'headers')) }];
    }
    const args = Array.isArray(server['args']) ? server['args'].map(String) : [];
    return [{ name, command: textAt(server, 'command') ?? '', args, env: pairs(fieldsAt(server, 'env')) }];
  });
}
