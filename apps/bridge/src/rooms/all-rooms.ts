import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../bridge-error.ts';
import type { DataDirectory } from './data-directory.ts';
import { allFolders, type RoomRecord, roomPlace } from './folder-index.ts';
import { filesOf, isRunning } from './room-files.ts';

export type KnownRoom = {
  /** Its name in the data directory. */
  key: string;
  /** Absent: what it says of itself cannot be read. */
  record?: RoomRecord;
  /** The shared folder. */
  folder?: string;
  /** Size of its journal. */
  bytes: number;
  isRunning: boolean;
  /** Why it cannot be told whether it runs. */
  trouble?: string;
};

/** A room's folder that is being deleted; no key has a dot. */
export const deletedSuffix = '.deleted';

/** Every room in the data directory, the one started last first. */
export function allRooms(data: DataDirectory): KnownRoom[] {
  const told = new Map<string, { folder: string; record: RoomRecord }>();
  const lying = readdirSync(data.roomsPath, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith(deletedSuffix))
    .map(({ name }) => name);
  for (const key of lying) {
    const place = roomPlace(data, key);
    if (place !== undefined) told.set(key, place);
  }
  // Written last, so this is the newer one where both are there.
  for (const { folder, rooms } of allFolders(data))
    for (const record of rooms) told.set(record.key, { folder, record });
  return [...new Set([...told.keys(), ...lying])]
    .map((key) => ({ key, ...told.get(key), ...stateOf(data, key) }))
    .sort((a, b) => (b.record?.startedAtMs ?? 0) - (a.record?.startedAtMs ?? 0));
}

function stateOf(data: DataDirectory, key: string): Pick<KnownRoom, 'bytes' | 'isRunning' | 'trouble'> {
  const files = filesOf(data, key);
  const parts = [files.dataFile, `${files.dataFile}-wal`];
  const bytes = parts.reduce((sum, file) => sum + (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  try {
    return { bytes, isRunning: existsSync(files.lockFile) && isRunning(files) };
  } catch (error) {
    // The others are listed all the same.
    if (!(error instanceof BridgeError)) throw error;
    return { bytes, isRunning: false, trouble: error.message };
  }
}

/** What a room is called by: its id, or its name on disk where the id is not known. */
export const idOf = ({ key, record }: KnownRoom): string => record?.roomId ?? key;

/** Those that `id`, of six letters or more, is or begins. */
export const roomsCalled = (rooms: readonly KnownRoom[], id: string): KnownRoom[] =>
  rooms.filter((room) => idOf(room) === id || (id.length >= 6 && idOf(room).startsWith(id)));

/** Folders of rooms whose deletion was cut off. */
export const halfDeleted = (data: DataDirectory): string[] =>
  readdirSync(data.roomsPath)
    .filter((name) => name.endsWith(deletedSuffix))
    .map((name) => join(data.roomsPath, name));
