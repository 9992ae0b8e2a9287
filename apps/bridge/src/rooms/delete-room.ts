import { lstatSync, renameSync, rmSync } from 'node:fs';
import { goneFolder, type KnownRoom } from './all-rooms.ts';
import type { DataDirectory } from './data-directory.ts';
import { openFolderIndex } from './folder-index.ts';
import { tryLock } from './lock.ts';
import { filesOf, takeRoom } from './room-files.ts';

/** A start that is choosing its room does so in milliseconds. */
const choosingWaitMs = 5_000;

/**
 * Removes a room with its journal, keys and states of files; the shared folder is not looked at. Whoever is ended in
 * between leaves what no start takes for a room, what is listed as half deleted, and what the same call goes on with.
 * Throws what the system says of files that cannot be removed.
 */
export function deleteRoom(
  data: DataDirectory,
  { key, folder }: KnownRoom,
): 'deleted' | 'running' | 'being_chosen' | 'not_ours' {
  const index = folder === undefined ? undefined : openFolderIndex(data, folder);
  const choosing = index && tryLock(index.lockFile, choosingWaitMs);
  if (index !== undefined && choosing === undefined) return 'being_chosen';
  try {
    const files = filesOf(data, key);
    const gone = goneFolder(files.folder);
    const found = lstatSync(files.folder, { throwIfNoEntry: false });
    // A link leads to somebody else's files.
    if (found?.isDirectory() === false) return 'not_ours';
    if (found !== undefined) {
      const lock = takeRoom(files);
      if (lock === undefined) return 'running';
      lock.release();
      rmSync(gone, { recursive: true, force: true });
      // One step, after which it is no room any more. No start can take it meanwhile: its folder is being chosen in.
      renameSync(files.folder, gone);
    }
    rmSync(gone, { recursive: true, force: true });
    // Last: as long as something of it is left it has to be found.
    index?.remove(key);
    return 'deleted';
  } finally {
    choosing?.release();
  }
}
