import { lstat, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { submoduleMode } from './compare.ts';
import { joinNul } from './git.ts';
import { hasRealParents } from './plain-path.ts';
import type { Shadow } from './shadow.ts';
import type { FilesState } from './snapshot.ts';

export type RestoreResult = { ok: true } | { ok: false; detail: string };

/**
 * Puts the files of `target` back: changed and deleted ones are written, new ones removed; ignored files and those too
 * big to be kept stay as they are. Index, HEAD and branches of the user are not touched.
 */
export async function restoreFiles(shadow: Shadow, now: FilesState, target: FilesState): Promise<RestoreResult> {
  const { folder, gitFolder } = shadow;
  // Work tree and index of their own: paths of the state are those of the shared folder, wherever the repository's top is.
  const env = { GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(gitFolder, 'restore-index') };
  const difference = await shadow.git(['diff-tree', '-r', '-z', '--raw', '--no-renames', now.tree, target.tree], {
    maxBytes: 64 * 1024 * 1024,
  });
  if (!difference.ok) return { ok: false, detail: difference.stderr.trim() };
  const { written, added, removed } = readDifference(difference.stdout);
  const big = new Set([...now.big, ...target.big].map(({ path }) => path));
  await rm(`${env.GIT_INDEX_FILE}.lock`, { force: true });
  const read = await shadow.git(['read-tree', target.tree], { env });
  if (!read.ok) return { ok: false, detail: read.stderr.trim() };
  // First what is in the way, so that a file can come where a folder is now.
  for (const path of removed) if (!big.has(path)) await remove(folder, path);
  const wanted = written.filter((path) => !big.has(path));
  // What is there though the state of now does not have it is ignored now: nothing could bring it back.
  for (const path of added) if (!big.has(path) && (await isFree(folder, path))) wanted.push(path);
  if (wanted.length > 0) {
    const written = await shadow.git(['checkout-index', '-f', '-q', '-z', '--stdin'], { env, input: joinNul(wanted) });
    if (!written.ok) return { ok: false, detail: written.stderr.trim().slice(0, 400) };
  }
  return { ok: true };
}

/** Another repository stays as it is, and so does all that is in what was one then: its files are not in the state. */
function readDifference(bytes: Uint8Array): { written: string[]; added: string[]; removed: string[] } {
  const pieces = new TextDecoder().decode(bytes).split('\0');
  const written: string[] = [];
  const added: string[] = [];
  const removed: string[] = [];
  const repositories: string[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const path = pieces[at + 1] ?? '';
    const [oldMode, newMode, , , letter] = (pieces[at] ?? '').slice(1).split(' ');
    if (newMode === submoduleMode) repositories.push(`${path}/`);
    else if (oldMode !== submoduleMode || letter !== 'D')
      (letter === 'D' ? removed : letter === 'A' ? added : written).push(path);
  }
  const isInside = (path: string): boolean => repositories.some((repository) => path.startsWith(repository));
  return { written, added, removed: removed.filter((path) => !isInside(path)) };
}

/** Whether a file can come here without anything giving way: neither itself nor, above it, anything but folders. */
async function isFree(folder: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  let at = folder;
  for (const [depth, part] of parts.entries()) {
    at = join(at, part);
    try {
      const isFolder = (await lstat(at)).isDirectory();
      if (depth === parts.length - 1 || !isFolder) return false;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
      throw error;
    }
  }
  return false;
}

/** One file, and the folders that it leaves empty; never through a link, never a folder with something in it. */
async function remove(folder: string, path: string): Promise<void> {
  if (!(await hasRealParents(folder, path))) return;
  const full = join(folder, path);
  try {
    if ((await lstat(full)).isDirectory()) return;
    await unlink(full);
    for (let above = dirname(full); above !== folder; above = dirname(above)) await rmdir(above);
  } catch (error) {
    // Gone already, or the folder holds more: both are what was wanted.
    if (!(error instanceof Error && 'code' in error && ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(String(error.code))))
      throw error;
  }
}
