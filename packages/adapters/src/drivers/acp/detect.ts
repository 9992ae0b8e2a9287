import { tmpdir } from 'node:os';
import type { AgentDetection } from '../../port.ts';
import { runOnce } from '../../process/index.ts';
import { lookForAgent } from './find-agent.ts';
import type { AcpProfile } from './profile.ts';

/** The first start after an update checks or unpacks its files, which takes a while on a slow disk. */
const questionMs = 20_000;

/** Is the agent there, and which one: asked of itself, without a call to a provider. Whether it is logged in shows at its start. */
export async function detectAcp(
  profile: AcpProfile,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AgentDetection> {
  const { start } = profile;
  const binary = lookForAgent(profile, environment);
  if (!binary.ok) return { installed: false, fix: start.installFix };
  if (start.fetchesPackage === true) return { installed: true, binaryPath: binary.path };
  const answer = await runOnce(
    binary.command,
    [...binary.prefixArguments, ...(start.versionArguments ?? ['--version'])],
    {
      workspacePath: tmpdir(),
      environment,
      timeoutMs: questionMs,
      ...(start.environment === undefined ? {} : { extraEnvironment: start.environment }),
    },
  );
  const version = /\d+\.\d+\.\d+[\w.-]*/.exec(answer.stdout)?.[0];
  const how = answer.errorCode ?? answer.code ?? 'no answer in time';
  return {
    installed: true,
    binaryPath: binary.path,
    ...(version === undefined ? { detail: `It does not tell its version (${how}).` } : { version }),
  };
}
