import { tmpdir } from 'node:os';
import { given } from '../../fields.ts';
import type { AgentDetection } from '../../port.ts';
import { findBinary } from '../../process/index.ts';
import { askProgram } from './ask-program.ts';
import { agyWaits } from './options.ts';

/** Whether its login holds is not known without a call. */
export async function detectAgy(
  environment: Readonly<Record<string, string | undefined>>,
  nameOrPath = 'agy',
): Promise<AgentDetection> {
  const asked = await askProgram(nameOrPath, tmpdir(), environment, agyWaits.questionMs);
  if (!asked.ok) {
    const { message, detail } = asked.error;
    return { installed: false, detail: message, ...given('fix', detail.fix) };
  }
  const hasServer = ['agy_acp_server', 'agy_acp_server.par'].some((name) => findBinary(name, environment).ok);
  const detail = hasServer
    ? 'Its ACP server is here, too, and asks people: `--agent antigravity`.'
    : 'It asks nobody: what needs a permission is refused. Its ACP server (`--agent antigravity`) asks.';
  return { installed: true, binaryPath: asked.binary.path, ...given('version', asked.version), detail };
}
