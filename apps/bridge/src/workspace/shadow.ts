import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';
import { type Git, openGit } from './git.ts';
import { mendRepository } from './mend-repository.ts';
import { ownObjects } from './own-objects.ts';
import { repositoryOf } from './repository.ts';
import { TrackedIgnored } from './tracked-ignored.ts';
import { userIgnores } from './user-ignores.ts';

/**
 * A repository of our own beside the room's other files, whose work tree is the shared folder. The user's own
 * repository is only read: its objects get a second name here, or are lent where that cannot be, so that what is committed
 * there is not stored twice. Its settings, hooks, HEAD and stash are not looked at; of its index, which ignored files it has.
 */
export type Shadow = {
  git: Git;
  /** Real path of the shared folder. */
  folder: string;
  /** The folder inside the work tree, `a/b/` or ''. */
  prefix: string;
  gitFolder: string;
  isRepository: boolean;
  tracked: TrackedIgnored;
  /** Paths below the folder that are never looked at, whatever the folder's own files ask for. */
  hidden: readonly string[];
};

export type ShadowOptions = {
  /** Real path of the shared folder. */
  folder: string;
  /** Where our repository lies; private to the user. */
  gitFolder: string;
  /** Paths below the folder that must not be looked at (the data directory). */
  hidden: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
};

/** Git's conversions change bytes on their way in and out: here every byte counts, and no filter program may run. */
const attributes = '* -text -filter -ident -working-tree-encoding !eol !diff !merge\n';
/** Folders that hold no work of people, for folders without a repository, where nothing says so. */
const usualIgnores = ['node_modules/', '.venv/', 'venv/', '__pycache__/', '.cache/', 'target/', '.next/', '.gradle/'];

/** `undefined`: there is no git here, or it cannot work in this folder. */
export async function openShadow(options: ShadowOptions): Promise<Shadow | undefined> {
  const { folder, gitFolder, environment } = options;
  const top = repositoryOf(folder);
  const plain = openGit({ folder, environment });
  if (plain === undefined) return undefined;
  const workTree = top ?? folder;
  const env = { GIT_DIR: gitFolder, GIT_WORK_TREE: workTree, GIT_INDEX_FILE: join(gitFolder, 'index') };
  const git = openGit({ folder, environment, env });
  if (git === undefined) return undefined;
  const lent = top === undefined ? undefined : await lentObjects(plain, folder);
  mendRepository(gitFolder);
  const isNew = !existsSync(join(gitFolder, 'HEAD'));
  if (isNew) {
    mkdirSync(gitFolder, { recursive: true, mode: 0o700 });
    const format = lent === undefined ? [] : [`--object-format=${lent.format}`];
    const made = await plain(['init', '--bare', '--quiet', '--template=', ...format, '--', gitFolder]);
    if (!made.ok) return undefined;
  }
  const objects = join(gitFolder, 'objects');
  // Once begun without, all that is remembered is here: what comes is written here as well.
  const isOwn = isNew ? lent === undefined || (await ownObjects(lent.objects, objects)) : !borrows(objects);
  writeInfo(
    options,
    workTree,
    isOwn ? undefined : lent?.objects,
    await userIgnores(environment, workTree),
    lent?.exclude,
  );
  const way = relative(workTree, folder).replaceAll('\\', '/');
  const hidden = options.hidden.map((path) => relative(folder, path).replaceAll('\\', '/'));
  const isRepository = top !== undefined;
  const tracked = new TrackedIgnored(git, lent?.index);
  return { git, folder, prefix: way === '' ? '' : `${way}/`, gitFolder, isRepository, tracked, hidden };
}

/**
 * The user's objects, and what their repository ignores beside its files. One that belongs to somebody else, as a folder
 * in a container does, tells this too: it is asked for places, and nothing of it is run.
 */
async function lentObjects(git: Git, folder: string) {
  const places = ['objects', 'info/exclude', 'index'].flatMap((path) => ['--git-path', path]);
  const asked = await git(['-c', 'safe.directory=*', 'rev-parse', '--show-object-format', ...places]);
  if (!asked.ok) return undefined;
  const [format, objects, exclude, index] = new TextDecoder().decode(asked.stdout).split('\n');
  if ((format !== 'sha1' && format !== 'sha256') || !objects) return undefined;
  // Relative to where git was asked.
  const full = (path: string) => (isAbsolute(path) ? path : resolve(folder, path));
  return {
    format,
    objects: full(objects),
    ...(exclude && { exclude: full(exclude) }),
    ...(index && { index: full(index) }),
  };
}

function writeInfo(
  { folder, gitFolder, hidden }: ShadowOptions,
  workTree: string,
  objects: string | undefined,
  userFile: string | undefined,
  repositoryFile: string | undefined,
): void {
  const info = join(gitFolder, 'info');
  mkdirSync(info, { recursive: true, mode: 0o700 });
  writeFileSync(join(info, 'attributes'), attributes, { mode: 0o600 });
  const hiddenLines = hidden.flatMap((path) => {
    const way = relative(workTree, path).replaceAll('\\', '/');
    return way === '' || way.startsWith('..') || isAbsolute(way) ? [] : [`/${escapePattern(way)}`];
  });
  const lines = [
    ...(userFile === undefined ? [] : [readIfThere(userFile)]),
    ...(repositoryFile === undefined ? [] : [readIfThere(repositoryFile)]),
    ...(workTree === folder && repositoryOf(folder) === undefined ? usualIgnores : []),
    ...hiddenLines,
  ];
  writeFileSync(join(info, 'exclude'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const alternates = alternatesOf(join(gitFolder, 'objects'));
  mkdirSync(dirname(alternates), { recursive: true, mode: 0o700 });
  writeFileSync(alternates, objects === undefined ? '' : `${objects}\n`, { mode: 0o600 });
}

const alternatesOf = (objects: string): string => join(objects, 'info', 'alternates');
const borrows = (objects: string): boolean =>
  (readSmallFile(alternatesOf(objects), maxIgnoreBytes) ?? '').trim() !== '';

const escapePattern = (path: string): string => path.replace(/[\\*?[\]!#]/g, '\\$&');

const maxIgnoreBytes = 1024 * 1024;
const readIfThere = (path: string): string => readSmallFile(path, maxIgnoreBytes) ?? '';
