import { type Git, joinNul, splitNul } from './git.ts';

const listBytes = 64 * 1024 * 1024;

/**
 * What came to be ignored after it was remembered is not looked at again: its name and content stay here from then on.
 * Not what the user's repository has all the same (`tracked`). Returns what it was; undefined where that could not be told,
 * and what is ignored may still be remembered.
 */
export async function forgetIgnored(git: Git, tracked: ReadonlySet<string>): Promise<string[] | undefined> {
  const listed = await git(['ls-files', '-z', '-c', '-i', '--exclude-standard'], { maxBytes: listBytes });
  if (!listed.ok || listed.isCut) return undefined;
  const paths = splitNul(listed.stdout).flatMap((path) => (path === undefined || tracked.has(path) ? [] : path));
  if (paths.length === 0) return paths;
  const forgotten = await git(['update-index', '-z', '--force-remove', '--stdin'], { input: joinNul(paths) });
  return forgotten.ok ? paths : undefined;
}
