import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul } from './git.ts';
import { isPlainPath } from './plain-path.ts';
import type { Shadow } from './shadow.ts';

/** More are somebody's collection, and each costs a process. */
const maxRepositories = 64;
const listBytes = 64 * 1024 * 1024;
const listing = ['ls-files', '-z', '-o', '--exclude-standard'];

/** `closed`: those that are not looked into, as they cannot be read or hold too much; only their commits count. */
type Inside = { files: string[]; closed: Set<string> };

/**
 * What each of these repositories would call its files, the ignored ones left out, as paths of the shared folder; of those
 * inside them too; at most `maxFiles`. Undefined: there are too many repositories.
 *
 * A folder of repositories that is none itself has its work in them, and git would see nothing of it: for git they are
 * places of other commits. Once our index knows files in them, git looks there by itself.
 */
export async function filesOfRepositories(
  shadow: Shadow,
  repositories: ReadonlySet<string>,
  maxFiles: number,
): Promise<Inside | undefined> {
  const open = [...repositories];
  const inside: Inside = { files: [], closed: new Set() };
  for (let at = 0; at < open.length; at += 1) {
    const repository = open[at] ?? '';
    if (open.length > maxRepositories) return undefined;
    const place = join(shadow.folder, repository);
    // Not by a link that came meanwhile to somewhere else.
    const isThere = (await realpath(place).catch(() => undefined)) === place;
    const listed = isThere ? await shadow.gitIn(place)?.(listing, { maxBytes: listBytes }) : undefined;
    const names = listed?.ok && !listed.isCut ? splitNul(listed.stdout) : undefined;
    if (names === undefined || inside.files.length + names.length > maxFiles) {
      inside.closed.add(repository);
      continue;
    }
    for (const name of names) {
      if (name === undefined) continue;
      const isRepository = name.endsWith('/');
      const path = `${repository}/${isRepository ? name.slice(0, -1) : name}`;
      if (isPlainPath(path)) (isRepository ? open : inside.files).push(path);
    }
  }
  return inside;
}
