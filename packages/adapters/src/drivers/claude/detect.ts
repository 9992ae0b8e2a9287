import { tmpdir } from 'node:os';
import { isFields, textAt } from '../../fields.ts';
import type { AgentDetection } from '../../port.ts';
import { findBinary, runOnce } from '../../process/index.ts';
import { notFound } from '../../start-failure.ts';
import { claudeStart, installFix, isPlaceholder } from './start-words.ts';

/** The first start after an update checks its files, which takes a while on a slow disk. */
const questionMs = 20_000;

/** Is Claude Code there, which one, and is it logged in: asked of itself, without a call to the provider. */
export async function detectClaude(
  environment: Readonly<Record<string, string | undefined>>,
  nameOrPath = 'claude',
): Promise<AgentDetection> {
  const binary = findBinary(nameOrPath, environment);
  if (!binary.ok) return { installed: false, fix: installFix, detail: notFound(claudeStart, binary).message };
  const ask = (args: string[]) =>
    runOnce(binary.command, [...binary.prefixArguments, ...args], {
      workspacePath: tmpdir(),
      environment,
      timeoutMs: questionMs,
    });
  const version = await ask(['--version']);
  if (version.code !== 0) {
    const detail = isPlaceholder(version.stderr)
      ? 'The npm package is there, its program is not: the install script did not run.'
      : `\`claude --version\` failed (${version.errorCode ?? version.code ?? 'no answer in time'}).`;
    return { installed: false, binaryPath: binary.path, fix: installFix, detail };
  }
  const number = /\d+\.\d+\.\d+\S*/.exec(version.stdout)?.[0];
  const loggedIn = loginOf((await ask(['auth', 'status', '--json'])).stdout);
  return {
    installed: true,
    binaryPath: binary.path,
    ...(number === undefined ? {} : { version: number }),
    ...(loggedIn === undefined ? {} : { loggedIn }),
    ...(loggedIn === false ? { fix: 'Run `claude auth login`, or set ANTHROPIC_API_KEY.' } : {}),
  };
}

/** Its answer names local folders, so only this one fact is taken from it. */
function loginOf(stdout: string): boolean | undefined {
  try {
    const answer: unknown = JSON.parse(stdout);
    if (!isFields(answer)) return undefined;
    // Another provider's credentials are not its business, and it says "not logged in".
    if (answer['loggedIn'] === false && (textAt(answer, 'apiProvider') ?? 'firstParty') !== 'firstParty')
      return undefined;
    return typeof answer['loggedIn'] === 'boolean' ? answer['loggedIn'] : undefined;
  } catch {
    return undefined;
  }
}
