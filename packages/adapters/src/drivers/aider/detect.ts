import { tmpdir } from 'node:os';
import type { AgentDetection } from '../../port.ts';
import { runOnce } from '../../process/index.ts';
import { isOlder } from '../../version-order.ts';
import { driverPath, findPython } from './find-python.ts';
import { aiderStart } from './start-failure.ts';

const questionMs = 20_000;

/** Before it, what is changed in its classes has other names. */
export const oldestVersion = '0.80.0';
/** The last one that was tried. */
const newestTried = '0.86.2';

/** What is said of a version outside the range that was tried; undefined inside. */
export function versionNote(version: string): string | undefined {
  if (isOlder(version, oldestVersion)) return `Older than ${oldestVersion}, the oldest version that can be driven.`;
  return isOlder(newestTried, version) ? `Newer than ${newestTried}, the newest version that was tried.` : undefined;
}

/** Is aider there, and which one: asked of its own Python. Whether a key is there shows at the first prompt. */
export async function detectAider(
  environment: Readonly<Record<string, string | undefined>>,
  nameOrPath = 'aider',
): Promise<AgentDetection> {
  const found = findPython(nameOrPath, environment);
  if (!found.ok)
    return {
      installed: false,
      fix: aiderStart.installFix,
      detail: `Aider was not found. Tried: ${found.tried.join(', ')}.`,
    };
  const asked = await runOnce(found.python, ['-B', driverPath, '--aider-version'], {
    workspacePath: tmpdir(),
    environment,
    timeoutMs: questionMs,
  });
  const version = /^(\d+\.\d+\S*)\s*$/.exec(asked.stdout)?.[1];
  if (asked.code !== 0 || version === undefined) {
    const detail = `Its Python (${found.python}) does not have aider-chat (${asked.errorCode ?? asked.code ?? 'no answer in time'}).`;
    return { installed: false, binaryPath: found.aiderPath, fix: aiderStart.installFix, detail };
  }
  const detail = versionNote(version);
  return {
    installed: true,
    binaryPath: found.aiderPath,
    version,
    ...(detail === undefined ? {} : { detail }),
    ...(isOlder(version, oldestVersion) ? { fix: 'Run `pip install --upgrade aider-chat` in its environment.' } : {}),
  };
}
