import { type RpcRequest, rpcCodes } from '../../json-rpc.ts';
import { ownValue } from '../../own-value.ts';
import type { ClientMethods } from './client-methods.ts';
import type { AcpConnection } from './connection.ts';
import type { Served } from './files.ts';
import type { AcpProfile } from './profile.ts';

/** What the system refuses to even try (a NUL in a word, a workspace that is gone) is an answer too: the agent waits. */
const failed = (error: unknown): Served => ({
  ok: false,
  error: { code: rpcCodes.internalError, message: error instanceof Error ? error.message : String(error) },
});

/** Any request but the one for a permission: done, answered so that nothing happens, or refused; never left open. */
export async function serveRequest(
  request: RpcRequest,
  connection: AcpConnection,
  profile: AcpProfile,
  methods: ClientMethods | undefined,
): Promise<void> {
  const { id, method } = request;
  const harmless = ownValue(profile.harmlessAnswers ?? {}, method);
  if (harmless !== undefined) {
    await connection.respond(id, harmless);
    return;
  }
  const served = await methods?.serve(request).catch(failed);
  if (served === undefined)
    await connection.refuse(id, { code: rpcCodes.methodNotFound, message: 'Not supported by this client.' });
  else if (served.ok) await connection.respond(id, served.result);
  else await connection.refuse(id, served.error);
}
