import { tmpdir } from 'node:os';
import { isFields } from '../../fields.ts';
import { systemTimer } from '../../pipeline/timer.ts';
import type { AgentDetection } from '../../port.ts';
import { findBinary, runOnce } from '../../process/index.ts';
import { notFound } from '../../start-failure.ts';
import { isOlder } from '../../version-order.ts';
import { CodexConnection } from './connection.ts';
import { handshake, isLoggedOut } from './launch.ts';
import { codexStart, installFix, isWithoutProgram, loginFix } from './start-words.ts';

const questionMs = 20_000;

/** The version that the driver was measured with; an older app-server has other methods. */
const oldestVersion = '0.171.0';

/** Two drivers ask about one program: while it is being asked, both wait for the one answer. */
const running = new WeakMap<object, Promise<AgentDetection>>();

/** Is Codex there, which one, and is it logged in: asked of itself, without a call to the provider. */
export function detectCodex(environment: Readonly<Record<string, string | undefined>>): Promise<AgentDetection> {
  const known = running.get(environment);
  if (known !== undefined) return known;
  const asked = askCodex(environment).finally(() => running.delete(environment));
  running.set(environment, asked);
  return asked;
}

export async function askCodex(
  environment: Readonly<Record<string, string | undefined>>,
  nameOrPath = 'codex',
): Promise<AgentDetection> {
  const binary = findBinary(nameOrPath, environment);
  if (!binary.ok) return { installed: false, fix: installFix, detail: notFound(codexStart, binary).message };
  const asked = await runOnce(binary.command, [...binary.prefixArguments, '--version'], {
    workspacePath: tmpdir(),
    environment,
    timeoutMs: questionMs,
  });
  if (asked.code !== 0) {
    const detail = isWithoutProgram(asked.stderr)
      ? 'The npm package is there, its program for this platform is not.'
      : `\`codex --version\` failed (${asked.errorCode ?? asked.code ?? 'no answer in time'}).`;
    return { installed: false, binaryPath: binary.path, fix: installFix, detail };
  }
  const version = /\d+\.\d+\.\d+\S*/.exec(asked.stdout)?.[0];
  const isOld = version !== undefined && isOlder(version, oldestVersion);
  const loggedIn = await loginOf(binary.command, binary.prefixArguments, environment);
  return {
    installed: true,
    binaryPath: binary.path,
    ...(version === undefined ? {} : { version }),
    ...(loggedIn === undefined ? {} : { loggedIn }),
    ...(loggedIn === false
      ? { fix: loginFix }
      : isOld
        ? {
            fix: 'Run `npm install -g @openai/codex@latest`.',
            detail: `Older than ${oldestVersion}, the oldest version that was tried.`,
          }
        : {}),
  };
}

/** The app-server knows whether the configured provider needs a login at all; `codex login status` does not say. */
async function loginOf(
  command: string,
  prefixArguments: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean | undefined> {
  const none = () => undefined;
  const connection = new CodexConnection({
    command,
    arguments: [...prefixArguments, 'app-server'],
    workspacePath: tmpdir(),
    environment,
    startTimer: systemTimer,
    overloadMs: [],
    onRequest: ({ id }) => void connection.refuse(id, 'Not supported by this client.'),
    onNotification: none,
    onNoise: none,
    onLineTooLong: none,
    onExit: none,
  });
  try {
    await handshake(connection, questionMs);
    const reply = await connection.request('account/read', {}, { timeoutMs: questionMs });
    return reply.ok && isFields(reply.result) ? !isLoggedOut(reply.result) : undefined;
  } catch {
    // It did not start as an app-server: what is wrong shows when the host chooses it.
    return undefined;
  } finally {
    await connection.end(500);
  }
}
