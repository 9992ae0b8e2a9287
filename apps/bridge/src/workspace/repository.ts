import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Top of the repository that a folder is in; as git does, an empty `.git` on the way is passed over. */
export function repositoryOf(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const dotGit = join(folder, '.git');
    if (existsSync(dotGit) && (statSync(dotGit).isFile() || existsSync(join(dotGit, 'HEAD')))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
