import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { DataDirectory } from './data-directory.ts';
import { readJson, writePrivateJson } from './private-file.ts';

/** What stands behind the name of a room's folder while the room is being deleted; no key has a dot. */
export const deletedSuffix = '.deleted';

const RoomRecord = v.object({
  /** Name of the room's folder in the data directory. */
  key: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** Known once the room was started. */
  roomId: v.optional(v.string()),
  title: v.string(),
  /** The port that its links name. */
  port: v.optional(v.number()),
  /** The agent that it was started with last. */
  agent: v.optional(v.string()),
  createdAtMs: v.number(),
  startedAtMs: v.number(),
});
export type RoomRecord = v.InferOutput<typeof RoomRecord>;

const FolderIndex = v.object({ folder: v.string(), rooms: v.array(RoomRecord) });
export type FolderIndex = v.InferOutput<typeof FolderIndex>;

/** The same beside the room itself: of it a list that was lost is made anew. */
const RoomPlace = v.object({ folder: v.string(), room: RoomRecord });
const placeName = 'place.json';

/** What lies beside a room of itself. */
export function roomPlace(
  data: DataDirectory,
  key: string,
  name = key,
): { folder: string; record: RoomRecord } | undefined {
  const found = readJson(join(data.roomsPath, name, placeName), RoomPlace);
  if (found.state !== 'read' || found.value.room.key !== key) return undefined;
  return { folder: found.value.folder, record: found.value.room };
}

/** Its deletion began and has not come to its end. */
export const isHalfDeleted = ({ roomsPath }: DataDirectory, key: string): boolean =>
  existsSync(join(roomsPath, `${key}${deletedSuffix}`)) && !existsSync(join(roomsPath, key));

/** The rooms of this folder as they lie in the data directory. */
function roomsThatLie(data: DataDirectory, folder: string): RoomRecord[] {
  return readdirSync(data.roomsPath).flatMap((key) => {
    const place = roomPlace(data, key);
    return place?.folder === folder ? [place.record] : [];
  });
}

/** The rooms of one shared folder. `folder` is its real path, so that a symlink to it is the same folder. */
export function openFolderIndex(data: DataDirectory, folder: string) {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const file = join(data.foldersPath, `${name}.json`);

  let rebuilt: number | undefined;
  const read = (): RoomRecord[] => {
    const found = readJson(file, FolderIndex);
    if (found.state === 'read') return found.value.rooms;
    // The rooms themselves lie elsewhere and are untouched.
    const rooms = roomsThatLie(data, folder);
    if (found.state === 'damaged') {
      rmSync(`${file}.damaged`, { recursive: true, force: true });
      renameSync(file, `${file}.damaged`);
    }
    // Also where it is only missing: whoever put it aside may have ended, or met a full disk, before the new one was there.
    else if (rooms.length === 0) return [];
    writePrivateJson(file, { folder, rooms });
    rebuilt = rooms.length;
    return rooms;
  };

  return {
    /** Held while a start looks at the rooms and takes one. */
    lockFile: join(data.foldersPath, `${name}.lock.db`),
    /** What was put aside since it could not be read; `undefined` where that never was. */
    damagedFile: (): string | undefined => (existsSync(`${file}.damaged`) ? `${file}.damaged` : undefined),
    /** How many rooms the list has again that could not be read in this run; `undefined` where it could. */
    rebuilt: (): number | undefined => rebuilt,
    /** Those that are not half deleted, last started first. */
    rooms: (): RoomRecord[] =>
      read()
        .filter(({ key }) => !isHalfDeleted(data, key))
        .sort((a, b) => b.startedAtMs - a.startedAtMs),
    put(record: RoomRecord): void {
      const others = read().filter((room) => room.key !== record.key);
      const own = join(data.roomsPath, record.key);
      if (existsSync(own)) writePrivateJson(join(own, placeName), { folder, room: record });
      writePrivateJson(file, { folder, rooms: [...others, record] });
    },
    remove(key: string): void {
      writePrivateJson(file, { folder, rooms: read().filter((room) => room.key !== key) });
    },
  };
}
export type OpenFolderIndex = ReturnType<typeof openFolderIndex>;

/** Every folder's rooms, for ports that are spoken for and for "that room belongs to another folder". */
export function allFolders(data: DataDirectory): FolderIndex[] {
  return readdirSync(data.foldersPath)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const found = readJson(join(data.foldersPath, name), FolderIndex);
      return found.state === 'read' ? [found.value] : [];
    });
}
