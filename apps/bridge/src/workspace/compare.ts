import type { Changes, FileChange } from '@collagility/protocol/workspace';
import { type Git, splitNul } from './git.ts';
import { isSecretPath } from './secret-path.ts';
import type { BigFile, FilesState } from './snapshot.ts';

/** Listed at most; the sum counts all. */
const maxFiles = 2_000;
const maxBytes = 32 * 1024 * 1024;
const maxMs = 9_000;

export type Compared = Pick<Changes, 'files' | 'sum' | 'more'>;

/** Nothing outside of the two trees is looked at, and nothing that a settings file names is run. */
export const diffArguments = [
  'diff-tree',
  '-r',
  '-M',
  '-l500',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
];

/** What is different between two states of the folder, by file; `undefined` where git does not say. */
export async function compare(git: Git, before: FilesState, after: FilesState): Promise<Compared | undefined> {
  const small = await compareTrees(git, before.tree, after.tree);
  if (small === undefined) return undefined;
  // A file that grew over the limit is one that was changed, not one that was deleted.
  const big = compareBig(before.big, after.big, small);
  const bigPaths = new Set(big.map(({ path }) => path));
  const files = [...small.filter(({ path }) => !bigPaths.has(path)), ...big].sort(byPath);
  const sum = {
    files: files.length,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
  return { files: files.slice(0, maxFiles), sum, more: Math.max(0, files.length - maxFiles) };
}

const byPath = (a: FileChange, b: FileChange): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

async function compareTrees(git: Git, before: string, after: string): Promise<FileChange[] | undefined> {
  if (before === after) return [];
  const asked = await git([...diffArguments, '-z', '--raw', '--numstat', before, after], {
    maxBytes,
    timeoutMs: maxMs,
  });
  return asked.ok ? readChanges(splitNul(asked.stdout)) : undefined;
}

/** As git writes it with colons: a commit of another repository stands there. */
export const submoduleMode = '160000';

const changeOf: Record<string, FileChange['change']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'modified',
};

/** First `:modes hashes letter`, path (and old path before it); then `added TAB removed TAB path`, or of a rename the two after it. */
function readChanges(pieces: Array<string | undefined>): FileChange[] {
  const files = new Map<string, FileChange>();
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] ?? '';
    if (piece.startsWith(':')) {
      const [oldMode, newMode, oldHash, newHash, letter = ''] = piece.slice(1).split(' ');
      const isRename = letter.startsWith('R');
      const [first, second] = [pieces[at + 1], pieces[at + 2]];
      at += isRename ? 3 : 2;
      const path = isRename ? second : first;
      const change = changeOf[letter[0] ?? ''];
      if (path === undefined || change === undefined) continue;
      const isSubmodule = oldMode === submoduleMode || newMode === submoduleMode;
      const isModeOnly = letter === 'M' && oldHash === newHash && oldMode !== newMode;
      files.set(path, {
        path,
        ...(isRename && first !== undefined && { previousPath: first }),
        change: isModeOnly ? 'mode' : change,
        added: 0,
        removed: 0,
        ...(isSubmodule && { without: 'submodule' }),
        ...(isSecretPath(path) && { without: 'secret' }),
      });
      continue;
    }
    const [added = '', removed = '', ...words] = piece.split('\t');
    const name = words.join('\t');
    const isRename = name === '';
    const path = isRename ? pieces[at + 2] : name;
    at += isRename ? 3 : 1;
    const file = path === undefined ? undefined : files.get(path);
    if (file === undefined) continue;
    if (added === '-') file.without ??= 'binary';
    // Its one line is the commit's name.
    else if (file.without !== 'submodule') {
      file.added = Number(added);
      file.removed = Number(removed);
    }
  }
  return [...files.values()];
}

function compareBig(before: BigFile[], after: BigFile[], small: FileChange[]): FileChange[] {
  const was = new Map(before.map((file) => [file.path, file]));
  const is = new Map(after.map((file) => [file.path, file]));
  const trees = new Map(small.map((file) => [file.path, file.change]));
  const changes: FileChange[] = [];
  const tell = (path: string, change: FileChange['change']) =>
    changes.push({ path, change, added: 0, removed: 0, without: isSecretPath(path) ? 'secret' : 'huge' });
  for (const [path, now] of is) {
    const then = was.get(path);
    if (then === undefined) tell(path, trees.get(path) === 'deleted' ? 'modified' : 'added');
    else if (then.bytes !== now.bytes || then.changedMs !== now.changedMs) tell(path, 'modified');
  }
  for (const path of was.keys()) if (!is.has(path)) tell(path, trees.get(path) === 'added' ? 'modified' : 'deleted');
  return changes;
}
