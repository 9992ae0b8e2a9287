import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeError } from './bridge-error.ts';
import { nearest } from './cli/nearest.ts';
import { quoted } from './cli/quoted.ts';
import { readSmallFile } from './read-small-file.ts';
import { repositoryOf } from './workspace/repository.ts';

const commandWords = ['agents', 'doctor', 'rooms', 'relay'];

export type SharedFolder = {
  /** Real path: what the agent works in, and what a room is kept under. */
  path: string;
  /** Last part of the path; all that guests learn of it. */
  name: string;
  /** Top of the repository; absent outside of one. */
  repository?: string;
  branch?: string;
  /** Files are compared and shown by git. */
  hasGit: boolean;
  notices: string[];
};

/** A slip in a command's name is read as a folder; the answer names the command. */
function commandMeant(given: string): string[] {
  const meant = nearest(given, commandWords);
  return meant === undefined ? [] : [`Did you mean the command \`${meant}\`?`];
}

/** Where we were started; it may be gone since (a branch was switched, a build folder cleaned). */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new BridgeError(
      'noInput',
      'folder_missing',
      'The folder that this terminal stands in is gone. Nothing was started.',
      ['Go to a folder that is there, also if it has the same name: cd "$PWD"'],
      { cause },
    );
  }
}

/** Looks at the folder that is to be shared. Works outside of a repository too, and says what that means. */
export function openSharedFolder(given: string, cwd: string, hasGit: boolean): SharedFolder {
  const asked = resolve(cwd, given);
  let path: string;
  try {
    path = realpathSync(asked);
  } catch (cause) {
    throw new BridgeError(
      'noInput',
      'folder_missing',
      `There is no folder ${asked}. Nothing was started.`,
      [...commandMeant(given), 'Check the path, or leave it out to share the current folder.'],
      { cause },
    );
  }
  if (!statSync(path).isDirectory()) {
    throw new BridgeError(
      'noInput',
      'not_a_folder',
      `${asked} is a file, and an agent works in a folder. Nothing was started.`,
      [`Share its folder: ${bridgeCommand(quoted(dirname(asked)))}`],
    );
  }
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (cause) {
    throw new BridgeError('noInput', 'folder_closed', `The folder ${asked} may not be read. Nothing was started.`, [], {
      cause,
    });
  }
  const notices: string[] = [];
  try {
    accessSync(path, constants.W_OK);
  } catch {
    notices.push('This folder cannot be written: the agent can look, but it cannot change anything.');
  }
  const repository = repositoryOf(path);
  if (!hasGit) {
    notices.push(
      'git is not in the PATH: changes are told by the agent’s word alone, no turn can be taken back, and guests cannot look at files. Install git, then start again.',
    );
  } else if (repository === undefined) {
    notices.push(
      'This folder is not in a git repository: changes are compared all the same, but nothing says which files to leave out.',
    );
    const inside = repositoriesIn(path);
    if (inside.length > 0)
      notices.push(
        `What changes in the repositories in it (${inside.slice(0, 3).join(', ')}${inside.length > 3 ? ', …' : ''}) is not shown before it is a commit there. Share one of them to see each change.`,
      );
  }
  const branch = repository === undefined ? undefined : branchOf(repository);
  return {
    path,
    name: basename(path) || path,
    hasGit,
    ...(repository === undefined ? {} : { repository }),
    ...(branch === undefined ? {} : { branch }),
    notices,
  };
}

/** Names of the repositories that lie directly in a folder; of worktrees and submodules `.git` is a file. */
function repositoriesIn(path: string): string[] {
  const isRepository = (git: string) => existsSync(join(git, 'HEAD')) || (existsSync(git) && statSync(git).isFile());
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isRepository(join(path, entry.name, '.git')))
    .map(({ name }) => name);
}

const maxGitFileBytes = 4 * 1024;

/** What a guest may look at is the whole folder: a home is seldom meant. */
export function wideFolderNotice(path: string, home: string): string | undefined {
  if (!isInside(home, path)) return undefined;
  const what = path === home ? 'This is your whole home folder' : 'This folder has your whole home folder in it';
  return `${what}: whoever you let in can look at its files. Share a project's folder instead.`;
}

/** Sharing the rooms' own folder would hand out their keys. */
export function refuseDataDirectory(path: string, dataPath: string): void {
  if (!isInside(path, dataPath)) return;
  throw new BridgeError(
    'noInput',
    'data_directory_shared',
    `${path} holds the rooms and their keys, so it is not shared. Nothing was started.`,
    ['Name another folder to share, or another place for the rooms: --data-dir <folder>'],
  );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way.split(sep)[0] !== '..');
}

/** Read from HEAD itself, so that git need not be installed to start. */
function branchOf(repository: string): string | undefined {
  try {
    let gitFolder = join(repository, '.git');
    if (statSync(gitFolder).isFile()) {
      // A worktree or submodule: the file names the real place.
      const link = /^gitdir: (.+)$/m.exec(readSmallFile(gitFolder, maxGitFileBytes) ?? '')?.[1];
      if (link === undefined) return undefined;
      gitFolder = resolve(repository, link.trim());
    }
    const head = readSmallFile(join(gitFolder, 'HEAD'), maxGitFileBytes)?.trim() ?? '';
    const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
    // Where references are kept in tables this file is only there for older readers.
    if (branch === '.invalid') return undefined;
    return branch ?? /^[0-9a-f]{7}(?=[0-9a-f]{33})/.exec(head)?.[0];
  } catch {
    // A damaged repository has no branch to name; git itself will say so when it is used.
    return undefined;
  }
}
