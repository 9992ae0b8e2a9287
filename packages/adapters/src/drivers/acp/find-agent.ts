import { isAbsolute, join } from 'node:path';
import { type BinaryResolution, findBinary } from '../../process/index.ts';
import { notFound } from '../../start-failure.ts';
import { startWordsOf } from './handshake.ts';
import type { AcpProfile } from './profile.ts';

type Found = Extract<BinaryResolution, { ok: true }>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The agent's program: where the host says, on PATH, or in the usual places of its installers. Throws where it is not. */
export function findAgent(profile: AcpProfile, environment: Environment, binaryPath?: string): Found {
  const found = lookForAgent(profile, environment, binaryPath);
  if (found.ok) return found;
  throw notFound(startWordsOf(profile), found);
}

export function lookForAgent(profile: AcpProfile, environment: Environment, binaryPath?: string): BinaryResolution {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  const inPlaces = (profile.start.places ?? []).flatMap((place) => {
    const path = home === undefined ? place : place.replace(/^~/, home);
    return isAbsolute(path) ? profile.start.binaries.map((name) => join(path, name)) : [];
  });
  const names = binaryPath === undefined ? [...profile.start.binaries, ...inPlaces] : [binaryPath];
  const tried: string[] = [];
  for (const name of names) {
    const found = findBinary(name, environment);
    if (found.ok) return found;
    if (found.reason === 'unreadable_shim') return found;
    tried.push(...found.tried);
  }
  return { ok: false, reason: 'not_found', tried };
}
