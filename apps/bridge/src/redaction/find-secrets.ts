import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';
import { parseEnvFile } from './env-file.ts';
import { secretValue } from './secret-values.ts';

/** Folders that hold others' code, not this workspace's settings. */
const skippedFolders = new Set([
  'node_modules',
  '.git',
  '.hg',
  'dist',
  'out',
  'build',
  'target',
  '.next',
  'vendor',
  '.venv',
]);
const maxDepth = 4;
const maxFolders = 2_000;
const maxFileBytes = 1024 * 1024;

/** `.env`, `.env.local`, `prod.env`, `.envrc`; not the examples, which are made to be read. */
export const isEnvFile = (name: string): boolean =>
  /^\.env(?:rc|[.-].*)?$|\.env$/i.test(name) && !/\b(?:example|sample|template|dist|defaults?)\b/i.test(name);

/** The `.env*` files of a workspace. A folder that cannot be read has none that the agent could read either. */
function findEnvFiles(workspacePath: string): string[] {
  const found: string[] = [];
  const waiting = [{ path: workspacePath, depth: 0 }];
  for (let seen = 0; seen < maxFolders; seen += 1) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    for (const entry of readFolder(folder.path)) {
      const path = join(folder.path, entry.name);
      if (entry.isDirectory()) {
        if (folder.depth < maxDepth && !skippedFolders.has(entry.name)) waiting.push({ path, depth: folder.depth + 1 });
      } else if (isEnvFile(entry.name)) found.push(path);
    }
  }
  return found;
}

/** All values of a workspace and an environment that must be hidden. */
export function findSecretValues(
  workspacePath: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const values: string[] = [];
  const add = (name: string, value: string | undefined, origin: 'file' | 'environment') => {
    const secret = value === undefined ? undefined : secretValue(name, value, origin);
    if (secret !== undefined) values.push(secret);
  };
  for (const path of findEnvFiles(workspacePath))
    for (const { name, value } of parseEnvFile(readSmallFile(path, maxFileBytes) ?? '')) add(name, value, 'file');
  for (const [name, value] of Object.entries(environment)) add(name, value, 'environment');
  return values;
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isFileError(error)) return [];
    throw error;
  }
}
