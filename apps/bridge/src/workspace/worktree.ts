import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bridgeCommand } from '../bridge-command.ts';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';
import { quoted } from '../cli/quoted.ts';
import { firstLine, type Git, type GitResult, openGit, splitNul } from './git.ts';
import { repositoryOf } from './repository.ts';

/** A second copy of a repository's files on a branch of its own, for an agent to work in. */
export type Worktree = {
  /** The folder to work in: the same one below the copy's top. */
  path: string;
  /** Top of the copy. */
  root: string;
  branch: string;
  isNew: boolean;
  /** Commands for the person: to take the work over, and to take the copy away. */
  merge: string;
  remove: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

export const isWorktreeName = (name: string): boolean =>
  /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/i.test(name) && !name.includes('..') && !name.endsWith('.lock');

/** A name for an agent's worktree, from whatever its id is. */
export const worktreeNameOf = (agentId: string): string => {
  const name = agentId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return name === '' ? 'agent' : name;
};

/**
 * The worktree of that name beside the repository, made where it is not there yet: from the last commit, so nothing
 * that is not committed is in it. Hooks and filter programs that the repository's own settings name do not run.
 * Rejects with a BridgeError; then nothing was made, or where the folder to share is something else in it, the worktree alone.
 */
export async function openWorktree(options: {
  /** Real path of the folder that would be shared otherwise. */
  folder: string;
  name: string;
  environment: Environment;
}): Promise<Worktree> {
  const { folder, name, environment } = options;
  const top = repositoryOf(folder);
  if (top === undefined)
    throw refused('not_a_repository', `${folder} is not in a git repository, so there is no worktree to make.`, [
      // `--worktree shop` in a folder of repositories.
      ...(repositoryOf(join(folder, name)) === undefined
        ? []
        : [`Of the repository ${name}: ${bridgeCommand(`${quoted(join(folder, name))} --worktree`)}`]),
      'Start without --worktree, or make it one: git init && git add -A && git commit',
    ]);
  const git = openUserGit(top, environment);
  if (git === undefined) throw noGit();
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok)
    throw refused('no_commit', `The repository ${top} has no commit yet, and a worktree begins with one.`, [
      'git add -A && git commit',
    ]);
  const root = join(dirname(top), `${basename(top)}.worktrees`, `${basename(top)}-${name}`);
  const branch = `collagility/${name}`;
  const isThere = existsSync(root);
  if (isThere && !(await isWorktree(git, root)))
    throw refused('worktree_taken', `${root} is there already and is no worktree of this repository.`, [
      'Choose another name: --worktree <name>',
    ]);
  if (!isThere) await make(git, root, branch, environment);
  const path = sameFolderIn(root, relative(top, folder));
  const now = await headOf(root, environment);
  const isOurs = now === branch;
  const remove = `git -C ${quoted(top)} worktree remove ${quoted(root)}`;
  return {
    path,
    root,
    branch: now,
    isNew: !isThere,
    merge: `git -C ${quoted(top)} merge ${quoted(now)}`,
    // What somebody checked out there since is theirs.
    remove: isOurs ? `${remove} && git -C ${quoted(top)} branch -d ${quoted(branch)}` : remove,
  };
}

/** Where the last commit does not have the folder it is made, empty: nothing above it was to be shared. */
function sameFolderIn(root: string, way: string): string {
  if (way === '') return root;
  const inside = join(root, way);
  let above = inside;
  while (!existsSync(above)) above = dirname(above);
  // A commit may have a file there, or a link that leads elsewhere: nothing is made behind it.
  const isOurs = realpathSync(above) === join(realpathSync(root), relative(root, above));
  if (isOurs && statSync(above).isDirectory()) {
    try {
      mkdirSync(inside, { recursive: true });
      return inside;
    } catch (cause) {
      // On the way stands a link that leads nowhere.
      if (systemErrorCode(cause) === undefined) throw cause;
    }
  }
  throw refused('no_such_folder', `The worktree ${root} is there, and in it ${way} is no folder but something else.`, [
    'Share the whole repository, or leave out --worktree.',
  ]);
}

/** Its branch, or the commit where none is checked out. */
async function headOf(root: string, environment: Environment): Promise<string> {
  const git = openUserGit(root, environment);
  if (git === undefined) throw noGit();
  const branch = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (branch.ok) return firstLine(branch.stdout);
  return firstLine((await git(['rev-parse', '--short', 'HEAD'])).stdout);
}

async function make(git: Git, root: string, branch: string, environment: Environment): Promise<void> {
  const known = await git(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]);
  // One whose folder somebody deleted by hand is still in git's list.
  await git(['worktree', 'prune']);
  const made = known.ok
    ? await git(['worktree', 'add', '--quiet', '--no-checkout', root, branch])
    : await git(['worktree', 'add', '--quiet', '--no-checkout', '--no-track', '-b', branch, root, 'HEAD']);
  const filled = made.ok ? await fill(root, environment) : made;
  if (filled.ok) return;
  if (made.ok) {
    await git(['worktree', 'remove', '--force', root]);
    if (!known.ok) await git(['branch', '--quiet', '-D', branch]);
  }
  throw refused('worktree_failed', `Git did not make the worktree: ${filled.stderr.trim().split('\n').at(-1) ?? ''}`, [
    'Make room beside the repository, or choose another name: --worktree <name>',
  ]);
}

/** The files come in a second step: only inside the worktree git tells all the settings that count there. */
async function fill(root: string, environment: Environment): Promise<GitResult> {
  const git = openUserGit(root, environment);
  if (git === undefined) throw noGit();
  const listed = await git(['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\.']);
  // 1: there are none.
  if (!listed.ok && listed.code !== 1) return listed;
  return git(['reset', '--quiet', '--hard'], { env: silenced(splitNul(listed.stdout)) });
}

/** The user's own settings count here (their large-file filter, for one): this is their repository and their wish. */
function openUserGit(folder: string, environment: Environment): Git | undefined {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  const ofHome = home === undefined ? undefined : join(home, '.gitconfig');
  const ofSystem = environment['XDG_CONFIG_HOME'] ?? (home === undefined ? undefined : join(home, '.config'));
  const places = [ofHome, ofSystem === undefined ? undefined : join(ofSystem, 'git', 'config')];
  const settings = places.find((place) => place !== undefined && existsSync(place));
  return openGit({ folder, environment, env: settings === undefined ? {} : { GIT_CONFIG_GLOBAL: settings } });
}

/**
 * A downloaded repository may bring programs in its settings; only filters that the user's own settings name run. Told
 * to git beside its command line, where a name may hold anything. `listed`: scope and name in turns.
 */
function silenced(listed: ReadonlyArray<string | undefined>): Record<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < listed.length; at += 2) {
    const name = listed[at + 1];
    if (listed[at] === 'global' || name === undefined) continue;
    const filter = name.slice(0, name.lastIndexOf('.'));
    for (const program of ['clean', 'smudge', 'process']) values.set(`${filter}.${program}`, '');
    values.set(`${filter}.required`, 'false');
  }
  const settings = [...values].flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(values.size), ...Object.fromEntries(settings) };
}

async function isWorktree(git: Git, root: string): Promise<boolean> {
  const listed = await git(['worktree', 'list', '--porcelain']);
  const real = realpathSync(root);
  return new TextDecoder()
    .decode(listed.stdout)
    .split('\n')
    .some((line) => line === `worktree ${root}` || line === `worktree ${real}`);
}

const noGit = (): BridgeError =>
  refused('no_git', 'A worktree is made by git, and git was not found.', ['Install git, or leave --worktree out.']);

const refused = (code: string, message: string, next: string[]): BridgeError =>
  new BridgeError('noInput', code, `${message} Nothing was started.`, next);
