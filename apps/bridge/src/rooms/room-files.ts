import { join } from 'node:path';
import { type DataDirectory, makePrivateFolder } from './data-directory.ts';
import { tryLock } from './lock.ts';

/** Where one room's things lie, `key` being its name in the data directory. */
export type RoomFiles = {
  folder: string;
  dataFile: string;
  lockFile: string;
  runningFile: string;
  childrenFile: string;
};

export function filesOf(data: DataDirectory, key: string): RoomFiles {
  const folder = join(data.roomsPath, key);
  return {
    folder,
    dataFile: join(folder, 'room.db'),
    lockFile: join(folder, 'lock.db'),
    runningFile: join(folder, 'running.json'),
    childrenFile: join(folder, 'children.json'),
  };
}

/** By the lock, which ends with its process; what a file says of itself counts for nothing. */
export function isRunning(files: RoomFiles): boolean {
  makePrivateFolder(files.folder);
  const lock = tryLock(files.lockFile);
  lock?.release();
  return lock === undefined;
}
