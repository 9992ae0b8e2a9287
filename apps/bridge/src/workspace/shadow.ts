import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';
import { firstLine, type Git, openGit } from './git.ts';
import { repositoryOf } from './repository.ts';

/**
 * A repository of our own beside the room's other files, whose work tree is the shared folder. The user's own
 * repository is only read: its objects lend theirs, so that what is committed there is not stored twice. Its settings,
 * hooks, index, HEAD and stash are not looked at.
 */
export type Shadow = {
  git: Git;
  /** Real path of the shared folder. */
  folder: string;
  /** The folder inside the work tree, `a/b/` or ''. */
  prefix: string;
  gitFolder: string;
  isRepository: boolean;
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
  if (!existsSync(join(gitFolder, 'HEAD'))) {
    mkdirSync(gitFolder, { recursive: true, mode: 0o700 });
    const format = lent === undefined ? [] : [`--object-format=${lent.format}`];
    const made = await plain(['init', '--bare', '--quiet', '--template=', ...format, '--', gitFolder]);
    if (!made.ok) return undefined;
  }
  writeInfo(options, workTree, lent?.objects, await userIgnores(environment, folder), lent?.exclude);
  const way = relative(workTree, folder).replaceAll('\\', '/');
  const hidden = options.hidden.map((path) => relative(folder, path).replaceAll('\\', '/'));
  return { git, folder, prefix: way === '' ? '' : `${way}/`, gitFolder, isRepository: top !== undefined, hidden };
}

/** The user's objects, and what their repository ignores beside its files. A repository that git distrusts lends nothing. */
async function lentObjects(git: Git, folder: string) {
  const asked = await git(['rev-parse', '--show-object-format', '--git-path', 'objects', '--git-path', 'info/exclude']);
  if (!asked.ok) return undefined;
  const [format, objects, exclude] = new TextDecoder().decode(asked.stdout).split('\n');
  if ((format !== 'sha1' && format !== 'sha256') || !objects) return undefined;
  // Relative to where git was asked.
  const full = (path: string) => (isAbsolute(path) ? path : resolve(folder, path));
  return { format, objects: full(objects), ...(exclude && { exclude: full(exclude) }) };
}

/** What the user ignores everywhere is their own setting, and the one thing of their settings that counts here. */
async function userIgnores(environment: ShadowOptions['environment'], folder: string): Promise<string | undefined> {
  const home = environment['HOME'];
  const git = openGit({
    folder,
    environment,
    env: home === undefined ? {} : { GIT_CONFIG_GLOBAL: join(home, '.gitconfig') },
  });
  const asked = await git?.(['config', '--global', '--type=path', '--get', 'core.excludesFile']);
  const path = asked?.ok ? firstLine(asked.stdout) : '';
  return path === '' ? undefined : path;
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
  const alternates = join(gitFolder, 'objects', 'info');
  mkdirSync(alternates, { recursive: true, mode: 0o700 });
  writeFileSync(join(alternates, 'alternates'), objects === undefined ? '' : `${objects}\n`, { mode: 0o600 });
}

const escapePattern = (path: string): string => path.replace(/[\\*?[\]!#]/g, '\\$&');

const maxIgnoreBytes = 1024 * 1024;
const readIfThere = (path: string): string => readSmallFile(path, maxIgnoreBytes) ?? '';
