import { existsSync, renameSync, rmSync } from 'node:fs';
import { deletedSuffix, halfDeleted, type KnownRoom } from './all-rooms.ts';
import type { DataDirectory } from './data-directory.ts';
import { openFolderIndex } from './folder-index.ts';
import { tryLock } from './lock.ts';
import { filesOf } from './room-files.ts';

/** A start that is choosing its room does so in milliseconds. */
const choosingWaitMs = 5_000;

/**
 * Removes a room with its journal, keys and states of files; the shared folder is not looked at. Whoever is ended in
 * between leaves a folder that no start takes for a room, and that the next deletion removes.
 */
export function deleteRoom(data: DataDirectory, { key, folder }: KnownRoom): 'deleted' | 'running' | 'being_chosen' {
  const index = folder === undefined ? undefined : openFolderIndex(data, folder);
  const choosing = index && tryLock(index.lockFile, choosingWaitMs);
  if (index !== undefined && choosing === undefined) return 'being_chosen';
  try {
    const files = filesOf(data, key);
    const gone = `${files.folder}${deletedSuffix}`;
    if (existsSync(files.folder)) {
      const lock = tryLock(files.lockFile);
      if (lock === undefined) return 'running';
      lock.release();
      rmSync(gone, { recursive: true, force: true });
      // One step, after which it is no room any more. No start can take it meanwhile: its folder is being chosen in.
      renameSync(files.folder, gone);
    }
    index?.remove(key);
    for (const left of halfDeleted(data)) rmSync(left, { recursive: true, force: true });
    return 'deleted';
  } finally {
    choosing?.release();
  }
}
