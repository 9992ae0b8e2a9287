import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul } from './git.ts';
import { isPlainPath } from './plain-path.ts';
import type { Shadow } from './shadow.ts';

/** More are somebody's collection, and each costs a process. */
const maxRepositories = 64;
const listBytes = 64 * 1024 * 1024;

/**
 * What each of these repositories would call its files, the ignored ones left out, as paths of the shared folder; of those
 * inside them too. One that cannot be read is passed over. Undefined: there are too many.
 *
 * A folder of repositories that is none itself has its work in them, and git would see nothing of it: for git they are
 * places of other commits. Once our index knows files in them, git looks there by itself.
 */
export async function filesOfRepositories(
  shadow: Shadow,
  repositories: ReadonlySet<string>,
): Promise<string[] | undefined> {
  const open = [...repositories];
  const files: string[] = [];
  for (let at = 0; at < open.length; at += 1) {
    const repository = open[at] ?? '';
    if (open.length > maxRepositories) return undefined;
    const place = join(shadow.folder, repository);
    // Not by a link that came meanwhile to somewhere else.
    if ((await realpath(place).catch(() => undefined)) !== place) continue;
    const listed = await shadow.gitIn(place)?.(['ls-files', '-z', '-o', '--exclude-standard'], { maxBytes: listBytes });
    if (listed?.isCut) return undefined;
    if (!listed?.ok) continue;
    for (const name of splitNul(listed.stdout)) {
      if (name === undefined) continue;
      const isRepository = name.endsWith('/');
      const path = `${repository}/${isRepository ? name.slice(0, -1) : name}`;
      if (isPlainPath(path)) (isRepository ? open : files).push(path);
    }
  }
  return files;
}
