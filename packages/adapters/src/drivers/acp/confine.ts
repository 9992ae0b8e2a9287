import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

export type Confined = { ok: true; path: string } | { ok: false; message: string };

/**
 * Where a path of the agent really leads. Links are followed as far as the path exists, also in the middle of it, so
 * that a link out of the workspace is a way out; what lies outside is refused.
 */
export async function confine(path: string, workspacePath: string): Promise<Confined> {
  if (!isAbsolute(path)) return { ok: false, message: 'The path must be absolute.' };
  if (path.includes('\0')) return { ok: false, message: 'The path is not valid.' };
  const [real, workspace] = await Promise.all([realPath(path), realpath(workspacePath)]);
  if (real === undefined) return { ok: false, message: 'The path leads through a broken link.' };
  const inside = relative(workspace, real);
  if (inside.startsWith('..') || isAbsolute(inside))
    return { ok: false, message: 'The path leads out of the workspace.' };
  return { ok: true, path: real };
}

/** The real path of what exists of it, with the rest as it is; undefined for a link that leads nowhere. */
async function realPath(path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch (error) {
      if (!isMissing(error) || dirname(at) === at) return undefined;
      if (await isLink(at)) return undefined;
      missing.unshift(basename(at));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
