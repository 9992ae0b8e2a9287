import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import { isLocked, type Lock, tryLock } from './lock.ts';

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
export const isRunning = ({ lockFile }: RoomFiles): boolean => isLocked(lockFile);

/** Longer than those who only ask have it in their hands, shorter than a person notices. */
const askingMs = 200;

/** Takes the room; `undefined` while a bridge runs it. */
export const takeRoom = ({ lockFile }: RoomFiles): Lock | undefined => tryLock(lockFile, askingMs);
