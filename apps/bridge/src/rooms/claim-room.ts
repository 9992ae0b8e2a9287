import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { BridgeError } from '../bridge-error.ts';
import { startLine } from '../cli/start-line.ts';
import { type DataDirectory, makePrivateFolder } from './data-directory.ts';
import { allFolders, type OpenFolderIndex, openFolderIndex, type RoomRecord } from './folder-index.ts';
import { type Lock, tryLock } from './lock.ts';
import { filesOf, isRunning, type RoomFiles, takeRoom } from './room-files.ts';
import { removeRunning, writeRunning } from './running-file.ts';

/** Looking at a folder's rooms takes milliseconds; a start that waits longer found something stuck. */
const choosingWaitMs = 5_000;

export type Claim =
  | {
      kind: 'claimed';
      isNew: boolean;
      record: RoomRecord;
      files: RoomFiles;
      token: string;
      /** What was repaired on the way, for the host. */
      notice?: string;
      release(): void;
    }
  | { kind: 'running'; record: RoomRecord; files: RoomFiles; stillRuns(): boolean };

export type ClaimOptions = {
  data: DataDirectory;
  /** As `--data-dir` named it: the commands that are told need it again. */
  dataDir?: string;
  /** Real path of the shared folder. */
  folder: string;
  resume: string | true | undefined;
  openAnother: boolean;
  title: string;
  nowMs: number;
};

/**
 * Decides which room this start is about and takes its lock, so that a room never has two writers.
 * Two starts in the same millisecond: the second waits for the first one's choice and then finds its room running.
 */
export function claimRoom(options: ClaimOptions): Claim {
  const index = openFolderIndex(options.data, options.folder);
  const choosing = tryLock(index.lockFile, choosingWaitMs);
  if (choosing === undefined) {
    throw new BridgeError('busy', 'folder_busy', 'Another start in this folder has been choosing its room for 5 s.', [
      'Wait for it or end it, then start again.',
    ]);
  }
  try {
    return choose(index, options);
  } finally {
    choosing.release();
  }
}

function choose(index: OpenFolderIndex, options: ClaimOptions): Claim {
  const rooms = index.rooms();
  const wanted = wantedRoom(rooms, index.damagedFile, options);
  if (!options.openAnother) {
    const other = rooms.find((room) => room.key !== wanted?.key && isRunning(filesOf(options.data, room.key)));
    if (other !== undefined) {
      if (typeof options.resume !== 'string') return running(options.data, other);
      throw new BridgeError(
        'busy',
        'other_room_running',
        `Another room (${other.roomId ?? other.title}) is running in this folder, and room ${options.resume} was asked for.`,
        ['End the other one first (Ctrl+C there), or run both: add --new'],
      );
    }
  }
  const record = wanted ?? {
    key: randomBytes(8).toString('hex'),
    title: options.title,
    createdAtMs: options.nowMs,
    startedAtMs: options.nowMs,
  };
  const files = filesOf(options.data, record.key);
  makePrivateFolder(files.folder);
  const lock = takeRoom(files);
  if (lock === undefined) return running(options.data, record);
  return claimed(index, { ...record, startedAtMs: options.nowMs }, files, lock, wanted === undefined);
}

function claimed(index: OpenFolderIndex, record: RoomRecord, files: RoomFiles, lock: Lock, isNew: boolean): Claim {
  const token = randomBytes(16).toString('hex');
  writeRunning(files.runningFile, {
    token,
    pid: process.pid,
    startedAtMs: record.startedAtMs,
    state: 'starting',
    links: [],
  });
  index.put(record);
  return {
    kind: 'claimed',
    isNew,
    record,
    files,
    token,
    ...noticeOf(index),
    release() {
      removeRunning(files.runningFile, token);
      lock.release();
      if (isNew) forgetUnstarted(index, record.key, files);
    },
  };
}

function noticeOf(index: OpenFolderIndex): { notice?: string } {
  const rooms = index.rebuilt();
  if (rooms === undefined) return {};
  const what = rooms === 1 ? 'the one room that lies' : `the ${rooms} rooms that lie`;
  return {
    notice: `The list of this folder's rooms could not be read and was made anew from ${what} in the data directory; the old one was kept as ${index.damagedFile() ?? '(gone)'}.`,
  };
}

/** A start that was refused before there was a room leaves none behind. */
function forgetUnstarted(index: OpenFolderIndex, key: string, files: RoomFiles): void {
  const choosing = tryLock(index.lockFile);
  if (choosing === undefined) return;
  try {
    const entry = index.rooms().find((room) => room.key === key);
    if (entry === undefined || entry.roomId !== undefined || existsSync(files.runningFile)) return;
    index.remove(key);
    rmSync(files.folder, { recursive: true, force: true });
  } finally {
    choosing.release();
  }
}

/** The room that `--resume` means; `undefined` for a new one. */
function wantedRoom(
  rooms: RoomRecord[],
  damagedFile: () => string | undefined,
  options: ClaimOptions,
): RoomRecord | undefined {
  const { data, folder, resume } = options;
  if (resume === undefined) return undefined;
  if (resume === true) {
    const last = rooms.find((room) => room.roomId !== undefined);
    if (last !== undefined) return last;
    const damaged = damagedFile();
    if (damaged !== undefined) {
      throw new BridgeError(
        'noInput',
        'list_damaged',
        `The list of this folder's rooms could not be read; it was kept as ${damaged}. The rooms themselves lie untouched in ${data.roomsPath}.`,
        ['Correct that file and give it its name back, or start a new room: leave out --resume'],
      );
    }
    throw new BridgeError('noInput', 'no_room', `No room was ever started in ${folder}.`, [
      ...inWorktrees(options),
      'Start one: leave out --resume',
    ]);
  }
  const matches = rooms.filter(
    (room) => room.roomId === resume || (resume.length >= 6 && room.roomId?.startsWith(resume)),
  );
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  const elsewhere = allFolders(data).find((other) => other.rooms.some((room) => room.roomId === resume));
  if (elsewhere !== undefined) {
    throw new BridgeError('noInput', 'other_folder', `Room ${resume} belongs to ${elsewhere.folder}.`, [
      startLine({ folder: elsewhere.folder, ...sameData(options) }, [`--resume ${resume}`]),
    ]);
  }
  const known = rooms
    .flatMap((room) => (room.roomId === undefined ? [] : [`${room.roomId}  ${room.title}`]))
    .slice(0, 5);
  throw new BridgeError(
    'noInput',
    'no_room',
    matches.length > 1 ? `${matches.length} rooms begin with ${resume}.` : `There is no room ${resume} in ${folder}.`,
    known.length === 0 ? ['Start one: leave out --resume'] : ['Rooms of this folder, newest first:', ...known],
  );
}

/** Rooms of the folder's worktrees (see `openWorktree`) are brought back there. */
function inWorktrees(options: ClaimOptions): string[] {
  const { data, folder } = options;
  const beside = join(`${folder}.worktrees`, `${basename(folder)}-`);
  return allFolders(data)
    .filter((other) => other.folder.startsWith(beside) && other.rooms.some(({ roomId }) => roomId !== undefined))
    .slice(0, 3)
    .map((other) => {
      const name = other.folder.slice(beside.length).split(sep)[0] ?? '';
      return `That of its worktree ${name}: ${startLine({ folder, worktree: name, ...sameData(options) }, ['--resume'])}`;
    });
}

const sameData = ({ dataDir }: ClaimOptions) => (dataDir === undefined ? {} : { dataDir });

function running(data: DataDirectory, record: RoomRecord): Claim {
  const files = filesOf(data, record.key);
  return { kind: 'running', record, files, stillRuns: () => isRunning(files) };
}
