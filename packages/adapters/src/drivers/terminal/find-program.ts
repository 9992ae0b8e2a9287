import { createRequire } from 'node:module';
import { AgentAdapterError } from '../../errors.ts';
import type { AgentDetection } from '../../port.ts';
import { type BinaryResolution, findBinary } from '../../process/index.ts';
import type { TerminalProfile } from './profile.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Found = Extract<BinaryResolution, { ok: true }>;

/** The program to run. Throws where it is not there. */
export function findProgram(profile: TerminalProfile, environment: Environment, binaryPath?: string): Found {
  const found = lookFor(binaryPath === undefined ? profile.binaries : [binaryPath], environment);
  if (found !== undefined) return found;
  throw new AgentAdapterError('PROVIDER_NOT_FOUND', `${profile.row.name} was not found on this computer.`, {
    detail: { fix: profile.installFix },
  });
}

/** Whether the program and what makes terminals are there; neither is started or loaded. */
export async function detectProgram(profile: TerminalProfile, environment: Environment): Promise<AgentDetection> {
  const found = lookFor(profile.binaries, environment);
  if (found === undefined) return { installed: false, fix: profile.installFix };
  if (isPtyInstalled()) return { installed: true, binaryPath: found.path };
  return {
    installed: false,
    binaryPath: found.path,
    detail: 'The package node-pty, which makes terminals, is not installed.',
    fix: 'npm install --global collagility-bridge --include=optional',
  };
}

function lookFor(names: readonly string[], environment: Environment): Found | undefined {
  for (const name of names) {
    const wanted = name === '$SHELL' ? environment['SHELL'] : name;
    if (wanted === undefined || wanted === '') continue;
    const found = findBinary(wanted, environment);
    if (found.ok) return found;
  }
  return undefined;
}

function isPtyInstalled(): boolean {
  try {
    return createRequire(import.meta.url).resolve('node-pty') !== '';
  } catch {
    return false;
  }
}
