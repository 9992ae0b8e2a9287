import { statSync } from 'node:fs';
import { type Git, splitNul } from './git.ts';

const listBytes = 64 * 1024 * 1024;

/**
 * Files that the user's repository has although a pattern ignores them (`git add -f`, or a pattern that came later). For
 * git they are no ignored files: it shows what changed in them, and so do we. Only its index is read, with our own eyes:
 * what is ignored is asked of the same files and lists as everywhere else here.
 */
export class TrackedIgnored {
  readonly #git: Git;
  readonly #indexFile: string | undefined;
  #stamp: string | undefined;
  #isFirst = true;
  #paths: ReadonlySet<string> = new Set();

  /** `indexFile`: of the user's repository; none outside of one. */
  constructor(git: Git, indexFile: string | undefined) {
    this.#git = git;
    this.#indexFile = indexFile;
  }

  /** The next look is the first of an index that is begun anew. */
  beginAnew(): void {
    this.#isFirst = true;
  }

  /** `isNew`: the first look, the index is another than before, or what is ignored is, as the caller saw. */
  async look(hasOtherPatterns: boolean): Promise<{ paths: ReadonlySet<string>; isNew: boolean }> {
    const indexFile = this.#indexFile;
    const stamp = indexFile && stampOf(indexFile);
    const isNew = this.#isFirst || stamp !== this.#stamp || hasOtherPatterns;
    if (!isNew || indexFile === undefined) {
      this.#isFirst = false;
      return { paths: this.#paths, isNew };
    }
    const wasFirst = this.#isFirst;
    this.#isFirst = false;
    this.#stamp = stamp;
    const listed = await this.#git(['ls-files', '-z', '-c', '-i', '--exclude-standard'], {
      maxBytes: listBytes,
      env: { GIT_INDEX_FILE: indexFile },
    });
    // One that was too slow names no file, and takes none away: what is tracked would be shown as deleted.
    if (listed.timedOut) {
      this.#isFirst = true;
      // An index that was begun anew has none of those that are known.
      return { paths: this.#paths, isNew: wasFirst && this.#paths.size > 0 };
    }
    // One that cannot be read, as it is of a newer git or split in two, names no file.
    this.#paths = new Set(listed.ok ? splitNul(listed.stdout).flatMap((path) => path ?? []) : []);
    return { paths: this.#paths, isNew: true };
  }
}

function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}
