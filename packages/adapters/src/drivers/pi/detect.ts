import { tmpdir } from 'node:os';
import type { AgentDetection } from '../../port.ts';
import { findBinary, runOnce } from '../../process/index.ts';
import { notFound } from '../../start-failure.ts';
import { isOlder } from '../../version-order.ts';
import { loginFix, piStart } from './start-failure.ts';

const questionMs = 20_000;

/** Since then the end of a run says whether it was aborted, and messages come as differences. */
const oldestVersion = '1.1.0';

/** Is pi there, which one, and does it have a model to use: asked of itself, without a call to a provider. */
export async function detectPi(
  environment: Readonly<Record<string, string | undefined>>,
  nameOrPath = 'pi',
): Promise<AgentDetection> {
  const binary = findBinary(nameOrPath, environment);
  if (!binary.ok) return { installed: false, fix: piStart.installFix, detail: notFound(piStart, binary).message };
  const ask = (argument: string) =>
    runOnce(binary.command, [...binary.prefixArguments, argument], {
      workspacePath: tmpdir(),
      environment,
      extraEnvironment: { PI_OFFLINE: '1' },
      timeoutMs: questionMs,
    });
  const asked = await ask('--version');
  // Other programs have this short name: one computes digits.
  const version = /^(\d+\.\d+\.\d+\S*)\s*$/.exec(asked.stdout)?.[1];
  if (asked.code !== 0 || version === undefined) {
    const detail = `\`pi --version\` did not answer like the coding agent (${asked.errorCode ?? asked.code ?? 'no answer in time'}).`;
    return { installed: false, binaryPath: binary.path, fix: piStart.installFix, detail };
  }
  if (isOlder(version, oldestVersion)) {
    return {
      installed: true,
      binaryPath: binary.path,
      version,
      fix: 'Run `npm install -g @earendil-works/pi-coding-agent@latest`.',
      detail: `Older than ${oldestVersion}, the oldest version that can be driven.`,
    };
  }
  const models = await ask('--list-models');
  const loggedIn = models.code === 0 ? !models.stdout.includes('No models available') : undefined;
  return {
    installed: true,
    binaryPath: binary.path,
    version,
    ...(loggedIn === undefined ? {} : { loggedIn }),
    ...(loggedIn === false ? { fix: loginFix } : {}),
  };
}
