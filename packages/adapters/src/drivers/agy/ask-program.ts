import { AgentAdapterError } from '../../errors.ts';
import { type BinaryResolution, findBinary, runOnce } from '../../process/index.ts';
import { notFound, type StartWords } from '../../start-failure.ts';

const agyStart: StartWords = {
  name: 'Antigravity CLI',
  installFix: 'Install `agy` from its maker’s page, or put `agy` on your PATH.',
};

const updateFix =
  'Update `agy` (1.1.15 or newer), use its ACP server (`--agent antigravity`), or share its own screen (`--agent terminal:agy`).';

type Found = Extract<BinaryResolution, { ok: true }>;

export type AskedProgram =
  | { ok: true; binary: Found; version: string | undefined }
  | { ok: false; error: AgentAdapterError };

/**
 * Which `agy` is there, and whether it can be talked to: older ones write nothing where no terminal is. Asked by flags
 * that do nothing else; a bare `-p` would take the next word for a prompt.
 */
export async function askProgram(
  nameOrPath: string,
  workspacePath: string,
  environment: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<AskedProgram> {
  const binary = findBinary(nameOrPath, environment);
  if (!binary.ok) return { ok: false, error: notFound(agyStart, binary) };
  const ask = (flag: string) =>
    runOnce(binary.command, [...binary.prefixArguments, flag], { workspacePath, environment, timeoutMs });
  const [version, help] = await Promise.all([ask('--version'), ask('--help')]);
  const number = /\d+\.\d+\.\d+\S*/.exec(version.stdout)?.[0];
  if (`${help.stdout}${help.stderr}`.includes('--input-format')) return { ok: true, binary, version: number };
  const words = `${binary.path}${number === undefined ? '' : ` (${number})`} does not take prompts as JSON lines.`;
  return { ok: false, error: new AgentAdapterError('PROVIDER_NOT_FOUND', words, { detail: { fix: updateFix } }) };
}
