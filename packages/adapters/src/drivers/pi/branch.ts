import { AgentAdapterError } from '../../errors.ts';
import { type Fields, objectsAt, textAt } from '../../fields.ts';
import type { AdapterConfig } from '../../port.ts';
import type { PiConnection } from './connection.ts';
import { type Branch, branchCommand, isPlaceName } from './gate.ts';
import { mustAnswer, sessionIdOf } from './launch.ts';

/** Where a copy is to end; undefined where none is to be made, or a whole one. */
export function branchOf({ resume }: AdapterConfig): Branch | undefined {
  if (resume?.fork !== true || resume.at === undefined) return undefined;
  const sessionId = sessionIdOf(resume.nativeSessionId);
  if (isPlaceName(resume.at)) return { sessionId, at: resume.at };
  throw new AgentAdapterError('UNSUPPORTED', 'That is no place in a session of pi.', {
    detail: { resumeRefused: true },
  });
}

/**
 * Lets our extension copy the session up to the place that it was given; the process goes on with the copy. Whether it
 * did is seen by the session's id. `gated` resolves when the extension is loaded; it is loaded anew for the copy.
 */
export async function branchOff(connection: PiConnection, answerMs: number, gated: () => Promise<void>): Promise<void> {
  const ask = (type: string, fields: Fields = {}) => connection.command(type, fields, { timeoutMs: answerMs });
  await mustAnswer(await ask('get_state'), connection);
  await gated();
  const commands = await mustAnswer(await ask('get_commands'), connection);
  // Without the command its name would be a prompt to the model.
  if (!objectsAt(commands, 'commands').some((one) => textAt(one, 'name') === branchCommand))
    throw new AgentAdapterError('PROTOCOL_VIOLATION', 'pi did not load the extension that branches off.');
  await mustAnswer(await ask('prompt', { message: `/${branchCommand}` }), connection);
}
