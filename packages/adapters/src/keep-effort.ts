import { isAgentAdapterError } from './errors.ts';
import type { EventWriter } from './event-writer.ts';

/**
 * At a start: the effort that was chosen before. One that the model of now does not take is no reason not to start, as
 * nobody could choose another one then: it is told. Resolves to whether it holds; rejects with what is worse.
 */
export async function keepEffort(
  out: EventWriter,
  effort: string,
  apply: (effort: string) => Promise<void>,
): Promise<boolean> {
  try {
    await apply(effort);
    return true;
  } catch (error) {
    if (!isAgentAdapterError(error) || error.code !== 'UNSUPPORTED') throw error;
    const text = `The effort "${effort}" does not hold any more: ${error.message} The agent goes on with its own; choose another one.`;
    out.emit('STATUS', { code: 'effort_lost', text });
    return false;
  }
}
