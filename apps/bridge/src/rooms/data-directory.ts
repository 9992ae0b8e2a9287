import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';

export type DataDirectory = {
  path: string;
  /** Settings of the user: the team's relay. */
  settingsFile: string;
  /** One index file per shared folder. */
  foldersPath: string;
  /** One folder per room. */
  roomsPath: string;
};

type Surroundings = { env: Record<string, string | undefined>; home: string; platform: NodeJS.Platform };

/** Where rooms are kept: the flag, else COLLAGILITY_DATA_DIR, else the platform's place for a user's data. */
export function dataDirectoryPath(flag: string | undefined, { env, home, platform }: Surroundings): string {
  const given = flag ?? env['COLLAGILITY_DATA_DIR'];
  if (given) return resolve(given);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Collagility');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Collagility');
  // A relative one is to be ignored, says its specification: it would mean another place in each folder.
  const xdg = env['XDG_DATA_HOME'] ?? '';
  return join(isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'collagility');
}

/** Makes the directory and closes it to everybody but the user: it holds room keys, links and transcripts. */
export function openDataDirectory(path: string): DataDirectory {
  const directory = {
    path,
    settingsFile: join(path, 'settings.json'),
    foldersPath: join(path, 'folders'),
    roomsPath: join(path, 'rooms'),
  };
  try {
    refuseForeign(path);
    for (const part of [path, directory.foldersPath, directory.roomsPath]) makePrivateFolder(part);
  } catch (cause) {
    if (cause instanceof BridgeError) throw cause;
    throw new BridgeError(
      'cannotCreate',
      'data_directory',
      `Rooms are kept in ${path}, and that cannot be written (${cause instanceof Error ? cause.message : cause}).`,
      ['Give the folder to your user, or name another one: --data-dir <folder>'],
      { cause },
    );
  }
  return directory;
}

/** For people, with one digit where it says something. */
export function shownBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  const megabytes = bytes / (1024 * 1024);
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** What systems put into a folder by themselves. */
const nobodysFiles = ['lost+found', '.DS_Store'];

/** The directory is closed to all others: nobody's own folder may become it by a slip, such as `--data-dir ~`. */
function refuseForeign(path: string): void {
  if (!isFolder(path)) return;
  const names = readdirSync(path).filter((name) => !nobodysFiles.includes(name));
  if (names.length === 0 || names.includes('folders')) return;
  throw new BridgeError(
    'cannotCreate',
    'data_directory_foreign',
    `${path} holds other files, and the folder of the rooms is closed to everybody else. Nothing was changed.`,
    [`Name a new or empty one: --data-dir ${join(path, 'collagility')}`],
  );
}

export function makePrivateFolder(path: string): void {
  makeFolder(path);
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/**
 * With its parents, one by one: Node's own `recursive` spins for ever where the system says that there is no such
 * place, as below /proc or in a mount that is going away.
 */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start was faster.
    if (systemErrorCode(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
