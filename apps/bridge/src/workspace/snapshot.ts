import { constants } from 'node:fs';
import { access, lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetIgnored } from './forget-ignored.ts';
import { firstLine, type Git, joinNul, splitNul } from './git.ts';
import { isPlainPath } from './plain-path.ts';
import type { Shadow } from './shadow.ts';

/** A file whose content is not kept: only that it is there, and when it changed. */
export type BigFile = { path: string; bytes: number; changedMs: number };
export type FilesState = { tree: string; big: BigFile[] };
export type SnapshotResult =
  | ({ ok: true } & FilesState)
  | { ok: false; reason: 'too_many_files' | 'failed'; detail: string };

export type SnapshotLimits = { maxFileBytes: number; maxFiles: number; maxNewBytes: number };

/** In a repository people say what is work; elsewhere a folder may be a whole home. */
export const limitsIn = (isRepository: boolean): SnapshotLimits =>
  isRepository
    ? { maxFileBytes: 8 * 1024 * 1024, maxFiles: 200_000, maxNewBytes: 4 * 1024 * 1024 * 1024 }
    : { maxFileBytes: 2 * 1024 * 1024, maxFiles: 20_000, maxNewBytes: 256 * 1024 * 1024 };

const listBytes = 64 * 1024 * 1024;
const maxBigFiles = 500;
const lookAtOnce = 64;
/** More of them are somebody's collection: none is looked at. One without a commit counts as unreadable. */
const maxRepositories = 16;
/** Unreadable ones beyond this are trouble with the folder, not with single files. */
const maxRefused = 20;
const addMs = 120_000;

/**
 * The files as they are now, as a tree in our own repository: tracked and untracked ones, not the ignored. Our index
 * remembers size and time of each file, so that only what changed is read.
 */
export async function takeSnapshot(shadow: Shadow, limits: SnapshotLimits): Promise<SnapshotResult> {
  const { git, folder, gitFolder } = shadow;
  // Left by a git that was ended; no other one runs now.
  await rm(join(gitFolder, 'index.lock'), { force: true });
  // The folder's own `.gitignore` files outrank our list of what is ignored.
  const isHidden = (path: string) => shadow.hidden.some((hidden) => path === hidden || path.startsWith(`${hidden}/`));
  const listed = await git(['ls-files', '-z', '-t', '-m', '-d', '-o', '--exclude-standard'], { maxBytes: listBytes });
  if (listed.isCut) return tooMany;
  if (!listed.ok) return failed(listed.stderr);
  const paths = new Set<string>();
  const repositories = new Set<string>();
  for (const entry of splitNul(listed.stdout)) {
    const path = entry?.slice(2);
    // A folder is another repository: only its commit counts.
    const [into, name] = path?.endsWith('/') ? [repositories, path.slice(0, -1)] : [paths, path];
    // A name that is not text cannot be shown.
    if (name !== undefined && isPlainPath(name) && !isHidden(name)) into.add(name);
  }
  if (repositories.size <= maxRepositories) for (const path of repositories) paths.add(path);
  const hasOtherPatterns = [...paths].some((path) => /(?:^|\/)\.gitignore$/.test(path));
  const tracked = await shadow.tracked.look(hasOtherPatterns);
  if (tracked.isNew) {
    for (const path of tracked.paths) if (isPlainPath(path) && !isHidden(path)) paths.add(path);
    const forgotten = await forgetIgnored(git, tracked.paths);
    // Rather nothing than what is ignored: the next try begins with an empty index.
    if (forgotten === undefined) return failed('What is ignored could not be told.');
    for (const path of forgotten) paths.delete(path);
  }
  if (paths.size > limits.maxFiles) return tooMany;
  const seen = await lookAt(folder, [...paths], limits.maxFileBytes);
  if (seen.bytes > limits.maxNewBytes) return tooMany;
  const big = seen.big.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (big.length > maxBigFiles) return tooMany;
  if (big.length > 0)
    await git(['update-index', '-z', '--force-remove', '--stdin'], { input: joinNul(big.map(({ path }) => path)) });
  const refused = await add(git, seen.kept);
  if (refused > maxRefused) return failed(`${refused} files could not be read.`);
  const written = await writeTree(git, shadow.prefix, big);
  // For git a place in the index that is a repository stays one: what is in it would be unseen for ever once its `.git` is gone.
  if (repositories.size === 0) return written;
  const input = joinNul([...repositories]);
  const forgotten = await git(['update-index', '-z', '--force-remove', '--stdin'], { input });
  return forgotten.ok ? written : failed(forgotten.stderr);
}

/**
 * The index is only what is remembered of the files, and may be made anew: it is damaged, or speaks of contents that are
 * nowhere any more, as the repository that lent them is gone.
 */
export async function forgetIndex({ gitFolder, tracked }: Shadow): Promise<void> {
  tracked.beginAnew();
  await rm(join(gitFolder, 'index'), { force: true });
}

/** One path that git refuses stops its whole run: halves are tried until it stands alone and is left out. Returns how many were. */
async function add(git: Git, paths: string[]): Promise<number> {
  if (paths.length === 0) return 0;
  const input = joinNul(paths);
  const added = await git(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
    input,
    timeoutMs: addMs,
  });
  if (added.ok) return 0;
  if (paths.length === 1) return 1;
  const middle = Math.ceil(paths.length / 2);
  const refused = await add(git, paths.slice(0, middle));
  return refused > maxRefused ? refused : refused + (await add(git, paths.slice(middle)));
}

const tooMany: SnapshotResult = {
  ok: false,
  reason: 'too_many_files',
  detail: 'There are more files in this folder than are compared.',
};
const failed = (stderr: string): SnapshotResult => ({
  ok: false,
  reason: 'failed',
  detail: stderr.trim().slice(0, 400),
});

async function writeTree(git: Git, prefix: string, big: BigFile[]): Promise<SnapshotResult> {
  const written = await git(prefix === '' ? ['write-tree'] : ['write-tree', `--prefix=${prefix}`]);
  if (written.ok) return { ok: true, tree: firstLine(written.stdout), big };
  // A folder without any file has no place in the index.
  const any = await git(['ls-files', '-z'], { maxBytes: 1024 });
  if (prefix === '' || any.stdout.length > 0) return failed(written.stderr);
  const empty = await git(['hash-object', '-t', 'tree', '-w', '--stdin']);
  return empty.ok ? { ok: true, tree: firstLine(empty.stdout), big } : failed(empty.stderr);
}

type Seen = { kept: string[]; big: BigFile[]; bytes: number };

async function lookAt(folder: string, paths: string[], maxFileBytes: number): Promise<Seen> {
  const seen: Seen = { kept: [], big: [], bytes: 0 };
  for (let at = 0; at < paths.length; at += lookAtOnce) {
    await Promise.all(paths.slice(at, at + lookAtOnce).map((path) => look(folder, path, maxFileBytes, seen)));
  }
  return seen;
}

async function look(folder: string, path: string, maxFileBytes: number, seen: Seen): Promise<void> {
  const full = join(folder, path);
  try {
    const found = await lstat(full);
    if (found.isFile() && found.size > maxFileBytes) {
      seen.big.push({ path, bytes: found.size, changedMs: Math.round(found.mtimeMs) });
      return;
    }
    if (!found.isFile() && !found.isSymbolicLink() && !found.isDirectory()) return;
    if (found.isFile()) await access(full, constants.R_OK);
    seen.bytes += found.size;
    seen.kept.push(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Gone: git is told, so that it forgets it. One that may not be read stays as it was.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') seen.kept.push(path);
  }
}
