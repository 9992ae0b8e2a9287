import { lstatSync, readdirSync } from 'node:fs';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';
import type { DataDirectory } from './data-directory.ts';
import { allFolders, deletedSuffix, isHalfDeleted, type RoomRecord, roomPlace } from './folder-index.ts';
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
  /** `half_deleted`: its deletion was cut off. `gone`: it is on the list and nowhere else. */
  state: 'kept' | 'half_deleted' | 'gone';
  /** Why it cannot be told whether it runs, or how much it holds. */
  trouble?: string;
};

/** As starts make them; what else lies between the rooms is somebody else's. */
const ownName = new RegExp(`^([0-9a-f]{16})(?:\\${deletedSuffix})?$`);

/** Every room in the data directory, the one started last first. Nothing there is changed. */
export function allRooms(data: DataDirectory): KnownRoom[] {
  const told = new Map<string, { folder: string; record: RoomRecord }>();
  const lying = new Set<string>();
  for (const entry of readdirSync(data.roomsPath, { withFileTypes: true })) {
    const key = ownName.exec(entry.name)?.[1];
    if (key === undefined || !entry.isDirectory()) continue;
    lying.add(key);
    const place = roomPlace(data, key, entry.name);
    if (place !== undefined) told.set(key, place);
  }
  // Written last, so this is the newer one where both are there.
  for (const { folder, rooms } of allFolders(data))
    for (const record of rooms) told.set(record.key, { folder, record });
  return [...new Set([...told.keys(), ...lying])]
    .map((key) => ({ key, ...told.get(key), ...look(data, key) }))
    .sort((a, b) => (b.record?.startedAtMs ?? 0) - (a.record?.startedAtMs ?? 0));
}

function look(data: DataDirectory, key: string): Pick<KnownRoom, 'bytes' | 'isRunning' | 'state' | 'trouble'> {
  const files = filesOf(data, key);
  const unseen = { bytes: 0, isRunning: false };
  try {
    const found = lstatSync(files.folder, { throwIfNoEntry: false });
    if (found === undefined) return { ...unseen, state: isHalfDeleted(data, key) ? 'half_deleted' : 'gone' };
    if (!found.isDirectory()) return { ...unseen, state: 'kept', trouble: `${files.folder} is a link or a file.` };
    const parts = [files.dataFile, `${files.dataFile}-wal`];
    const bytes = parts.reduce((sum, file) => sum + (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
    return { bytes, isRunning: isRunning(files), state: 'kept' };
  } catch (error) {
    // The others are listed all the same.
    if (!(error instanceof BridgeError) && systemErrorCode(error) === undefined) throw error;
    return { ...unseen, state: 'kept', trouble: error instanceof Error ? error.message : String(error) };
  }
}

/** Where a room lies while its files are being removed. */
export const goneFolder = (folder: string): string => `${folder}${deletedSuffix}`;

/** What a room is called by: its id, or its name on disk where the id is not known. */
export const idOf = ({ key, record }: KnownRoom): string => record?.roomId ?? key;

/** The one that `id` is, else those that it begins, with six letters or more. */
export function roomsCalled(rooms: readonly KnownRoom[], id: string): KnownRoom[] {
  const exactly = rooms.filter((room) => idOf(room) === id);
  if (exactly.length > 0 || id.length < 6) return exactly;
  return rooms.filter((room) => idOf(room).startsWith(id));
}
