import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BridgeError } from '../bridge-error.ts';
import { homeFolder } from '../home-folder.ts';
import { type Claim, type ClaimOptions, claimRoom } from './claim-room.ts';
import { type DataDirectory, dataDirectoryPath, openDataDirectory } from './data-directory.ts';
import { openFolderIndex } from './folder-index.ts';
import { tryLock } from './lock.ts';
import { readRunning, waitUntilReady, writeRunning } from './running-file.ts';
import { rememberedRelay, rememberRelay } from './settings.ts';

let base: string;
let data: DataDirectory;
let folder: string;
const others: ChildProcess[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'collagility-rooms-')));
  data = openDataDirectory(join(base, 'data'));
  folder = join(base, 'project');
  mkdirSync(folder);
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true });
});

const claim = (options: Partial<ClaimOptions> = {}) =>
  claimRoom({ data, folder, resume: undefined, openAnother: false, title: 'project', nowMs: 1, ...options });
const claimed = (options: Partial<ClaimOptions> = {}) => {
  const result = claim(options);
  if (result.kind !== 'claimed') throw new Error(`the room is ${result.kind}`);
  return result;
};
const nextOf = (refused: () => unknown): readonly string[] => {
  try {
    refused();
  } catch (error) {
    if (error instanceof BridgeError) return error.next;
    throw error;
  }
  throw new Error('It was not refused.');
};
const listOf = (path: string): string =>
  join(data.foldersPath, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`);
const started = (room: Claim & { kind: 'claimed' }, roomId: string) =>
  openFolderIndex(data, folder).put({ ...room.record, roomId, port: 4747 });

/** A second bridge in a process of its own: claims, says what it got, and stays. */
async function otherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { claimRoom } from ${JSON.stringify(join(import.meta.dirname, 'claim-room.ts'))};
    import { openDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))};
    const claim = claimRoom({ data: openDataDirectory(${JSON.stringify(data.path)}), folder: ${JSON.stringify(folder)},
      resume: undefined, openAnother: false, title: 't', nowMs: Date.now() });
    console.log(claim.kind + ' ' + claim.record.key);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  const [chunk] = await once(child.stdout, 'data');
  return { child, said: String(chunk).trim() };
}

describe('[B62] one bridge per room', () => {
  test('a second start in the folder finds the running room', () => {
    const first = claimed();
    const second = claim();
    expect(second).toMatchObject({ kind: 'running', record: { key: first.record.key } });
    first.release();
    expect(claim().kind).toBe('claimed');
  });

  test('two processes that start in the same instant: one has the room, the other finds it', async () => {
    const [a, b] = await Promise.all([otherProcess(), otherProcess()]);
    const kinds = [a.said, b.said].map((line) => line.split(' ')[0]).sort();
    expect(kinds).toEqual(['claimed', 'running']);
    expect(a.said.split(' ')[1]).toBe(b.said.split(' ')[1]);
  });

  test('kill -9 leaves no lock behind', async () => {
    const { child, said } = await otherProcess();
    expect(said).toMatch(/^claimed/);
    expect(claim().kind).toBe('running');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(claim().kind).toBe('claimed');
  });

  test.each([
    ['process 1', { pid: 1 }],
    ['an unrelated live process', { pid: process.ppid }],
  ])('a file that names %s holds nobody up', (_name, { pid }) => {
    const first = claimed();
    started(first, 'aaaaaaaa');
    first.release();
    writeRunning(first.files.runningFile, {
      token: 't',
      pid,
      startedAtMs: 1,
      state: 'ready',
      links: ['http://stale/'],
    });
    expect(claim({ resume: true }).kind).toBe('claimed');
  });

  test.each([
    ['an empty', ''],
    ['a garbled', 'not a database, and long enough to be read as the header of one: '.repeat(20)],
  ])('%s lock file holds nobody up', (_name, text) => {
    const first = claimed();
    started(first, 'aaaaaaaa');
    first.release();
    writeFileSync(first.files.lockFile, text);
    const again = claimed({ resume: true });
    expect(again.record.key).toBe(first.record.key);
    expect(claim({ resume: true }).kind).toBe('running');
  });

  test('a folder reached by a symlink is the same folder', () => {
    const link = join(base, 'link');
    symlinkSync(folder, link);
    claimed();
    expect(claim({ folder: realpathSync(link) }).kind).toBe('running');
  });

  test('--new opens another room beside the running one', () => {
    const first = claimed();
    const second = claimed({ openAnother: true });
    expect(second.record.key).not.toBe(first.record.key);
    expect(claim().kind).toBe('running');
  });

  test('a start while another is on its way waits for its link, and not for ever', async () => {
    const first = claimed();
    let now = 0;
    const pause = async (ms: number) => {
      now += ms;
      if (now === 200) {
        writeRunning(first.files.runningFile, {
          token: first.token,
          pid: 1,
          startedAtMs: 1,
          state: 'ready',
          links: ['x'],
        });
      }
    };
    const options = { timeoutMs: 1_000, stillRuns: () => true, pause, nowMs: () => now };
    expect((await waitUntilReady(first.files.runningFile, options))?.links).toEqual(['x']);
    first.release();
    expect(readRunning(first.files.runningFile)).toBeUndefined();
    expect(await waitUntilReady(first.files.runningFile, options)).toBeUndefined();
  });

  test('an ended start does not take away the file of a later one', () => {
    const first = claimed();
    writeRunning(first.files.runningFile, { token: 'later', pid: 1, startedAtMs: 1, state: 'ready', links: [] });
    first.release();
    expect(readRunning(first.files.runningFile)?.token).toBe('later');
  });
});

describe('--resume', () => {
  test('takes the last started room, by id, by its beginning, or says what there is', () => {
    const older = claimed({ nowMs: 1 });
    started(older, 'aaaa1111');
    older.release();
    const newer = claimed({ nowMs: 2, openAnother: true });
    started(newer, 'bbbb2222');
    newer.release();

    const last = claimed({ resume: true, nowMs: 3 });
    expect(last.record).toMatchObject({ roomId: 'bbbb2222', port: 4747 });
    expect(last.isNew).toBe(false);
    last.release();
    const byId = claimed({ resume: 'aaaa11', nowMs: 4 });
    expect(byId.record.roomId).toBe('aaaa1111');
    byId.release();

    expect(() => claim({ resume: 'cccc3333' })).toThrow(`There is no room cccc3333 in ${folder}.`);
    expect(() => claim({ resume: 'aaaa1111', folder: base })).toThrow(`Room aaaa1111 belongs to ${folder}.`);
    const refused = nextOf(() => claim({ resume: 'aaaa1111', folder: base, dataDir: "of ours' all" }));
    expect(refused).toEqual([expect.stringContaining(`${folder} --data-dir 'of ours'\\'' all' --resume aaaa1111`)]);
    expect(() => claim({ resume: true, folder: base })).toThrow(`No room was ever started in ${base}.`);
  });

  test('of another room than the one that runs is refused, not swapped', () => {
    const older = claimed({ nowMs: 1 });
    started(older, 'aaaa1111');
    older.release();
    const running = claimed({ nowMs: 2 });
    started(running, 'bbbb2222');
    expect(() => claim({ resume: 'aaaa1111' })).toThrow('Another room (bbbb2222) is running in this folder');
    expect(claim({ resume: 'bbbb2222' }).kind).toBe('running');
    expect(claim({ resume: 'aaaa1111', openAnother: true }).kind).toBe('claimed');
  });
});

describe('the data directory', () => {
  test('is for the user alone, also where it was made too open before', () => {
    const loose = join(base, 'loose');
    mkdirSync(loose, { mode: 0o755 });
    const opened = openDataDirectory(loose);
    const room = claimed({ data: opened });
    expect(statSync(loose).mode & 0o777).toBe(0o700);
    expect(statSync(room.files.folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(room.files.folder)) {
      expect(statSync(join(room.files.folder, name)).mode & 0o777, name).toBe(0o600);
    }
  });

  test('that cannot be made ends the start with a reason and a way on', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => openDataDirectory(join(base, 'file', 'data'))).toThrow(BridgeError);
  });

  test('[B62] where the system has no such place at all, that is said instead of trying for ever', () => {
    // Node's own way of making parents spins here, deaf to Ctrl+C.
    expect(() => openDataDirectory('/proc/no-such-place/rooms')).toThrow(/Rooms are kept in .*ENOENT/);
  });

  test("somebody's own folder is not taken and not closed to others", () => {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'notes.md'), '');
    expect(() => openDataDirectory(folder)).toThrow('holds other files');
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(readdirSync(folder)).toEqual(['notes.md']);
    // A fresh volume is not empty either.
    mkdirSync(join(base, 'volume', 'lost+found'), { recursive: true });
    expect(openDataDirectory(join(base, 'volume')).path).toBe(join(base, 'volume'));
  });

  test('lies where the flag, the environment or the platform says', () => {
    const surroundings = { home: '/home/ada', platform: 'linux' as const, env: {} };
    expect(dataDirectoryPath(undefined, surroundings)).toBe('/home/ada/.local/share/collagility');
    expect(dataDirectoryPath(undefined, { ...surroundings, env: { XDG_DATA_HOME: '/xdg' } })).toBe('/xdg/collagility');
    expect(dataDirectoryPath(undefined, { ...surroundings, env: { XDG_DATA_HOME: 'xdg' } })).toBe(
      '/home/ada/.local/share/collagility',
    );
    expect(dataDirectoryPath('/flag', { ...surroundings, env: { COLLAGILITY_DATA_DIR: '/env' } })).toBe('/flag');
  });
});

describe('what lies in the data directory', () => {
  test('a list of rooms that cannot be read is made anew from the rooms that lie there, and that is said in one line', () => {
    for (const letter of ['a', 'b']) {
      const room = claimed();
      started(room, letter.repeat(32));
      room.release();
    }
    const elsewhere = claimRoom({
      ...{ data, folder: base, resume: undefined, openAnother: false },
      title: 't',
      nowMs: 9,
    });
    if (elsewhere.kind !== 'claimed') throw new Error('not claimed');
    openFolderIndex(data, base).put({ ...elsewhere.record, roomId: 'c'.repeat(32) });
    elsewhere.release();
    const before = openFolderIndex(data, folder).rooms();
    const list = listOf(folder);
    writeFileSync(list, '{"folder": "/x", "roo');
    writeFileSync(join(data.roomsPath, 'not-a-room'), '');
    const resumed = claimed({ resume: 'a'.repeat(32), nowMs: 2 });
    expect(resumed.record).toMatchObject({ roomId: 'a'.repeat(32), port: 4747 });
    expect(resumed.notice).toMatch(/^The list of this folder's rooms .* the 2 rooms that lie .*\.damaged\.$/);
    resumed.release();
    expect(
      openFolderIndex(data, folder)
        .rooms()
        .map(({ key }) => key)
        .sort(),
    ).toEqual(before.map(({ key }) => key).sort());
    const again = claimed({ resume: true });
    expect(again.notice).toBeUndefined();
    again.release();
  });

  test('a list that was put aside, and not made anew as the disk was full, loses no room', () => {
    const room = claimed();
    started(room, 'a'.repeat(32));
    room.release();
    const list = listOf(folder);
    // Put aside before, as no file at all.
    mkdirSync(join(`${list}.damaged`, 'x'), { recursive: true });
    writeFileSync(list, '{"folder": "/x", "roo');
    const inTheWay = `${list}.${process.pid}.new`;
    mkdirSync(inTheWay);
    expect(() => claim({ resume: true })).toThrow();
    rmSync(inTheWay, { recursive: true });
    const resumed = claimed({ resume: true });
    expect(resumed.record.roomId).toBe('a'.repeat(32));
    expect(resumed.notice).toContain('made anew');
    resumed.release();
  });

  test('where a room does not say what folder it is of, the list is kept, and not told as "no room was ever started"', () => {
    const room = claimed();
    started(room, 'a'.repeat(32));
    room.release();
    rmSync(join(room.files.folder, 'place.json'));
    const list = listOf(folder);
    writeFileSync(list, '{"folder": "/x", "roo');
    for (const _ of ['once', 'and again']) {
      expect(() => claim({ resume: true })).toThrow(`kept as ${list}.damaged`);
    }
  });

  test('a list that is no file, of this folder or another, is no crash', () => {
    const room = claimed();
    started(room, 'a'.repeat(32));
    room.release();
    mkdirSync(join(data.foldersPath, 'other.json'));
    expect(() => claim({ resume: 'b'.repeat(32) })).toThrow('There is no room');
    const resumed = claimed({ resume: true });
    expect(resumed.record.roomId).toBe('a'.repeat(32));
    resumed.release();
  });

  test('a lock that cannot be taken is named, with what helps', () => {
    const room = claimed();
    started(room, 'a'.repeat(32));
    room.release();
    rmSync(room.files.lockFile);
    mkdirSync(room.files.lockFile);
    expect(() => claim({ resume: true })).toThrow(`The lock ${room.files.lockFile} cannot be taken`);
  });

  test('a start that was refused before there was a room leaves none behind', () => {
    const room = claimed();
    room.release();
    expect(openFolderIndex(data, folder).rooms()).toEqual([]);
    expect(readdirSync(data.roomsPath)).toEqual([]);
  });

  test('what cannot be written says which file, and that the old one is kept', () => {
    mkdirSync(data.settingsFile);
    expect(() => rememberRelay(data, 'https://relay.example.com')).toThrow(
      new RegExp(`^${data.settingsFile} cannot be written .*is kept\\.$`),
    );
    expect(readdirSync(data.path).filter((name) => name.endsWith('.new'))).toEqual([]);
    expect(() => rememberedRelay(data)).toThrow('cannot be read (EISDIR');
  });
});

test.each([
  ['/home/ada', '/home/ada'],
  ['', '/account'],
  ['rel/ative', '/account'],
])('HOME=%j is the home %s', (home, expected) => {
  const answer = homeFolder(
    () => home,
    () => '/account',
  );
  expect(answer).toBe(expected);
});

test('a user without a home, as in a container, is told what to set', () => {
  const none = () => {
    throw Object.assign(new Error('no entry'), { syscall: 'uv_os_homedir' });
  };
  expect(() => homeFolder(none, none)).toThrow(BridgeError);
});

test('a lock is free again after release, and only then', () => {
  const file = join(base, 'some.lock.db');
  const lock = tryLock(file);
  expect(lock).toBeDefined();
  expect(tryLock(file)).toBeUndefined();
  lock?.release();
  const again = tryLock(file);
  expect(again).toBeDefined();
  again?.release();
});
