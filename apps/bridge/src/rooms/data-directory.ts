import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BridgeError } from '../bridge-error.ts';

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
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'collagility');
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
    for (const part of [path, directory.foldersPath, directory.roomsPath]) makePrivateFolder(part);
  } catch (cause) {
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

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}
