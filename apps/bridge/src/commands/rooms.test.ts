import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BridgeError } from '../bridge-error.ts';
import { claimRoom } from '../rooms/claim-room.ts';
import { type DataDirectory, openDataDirectory } from '../rooms/data-directory.ts';
import { openFolderIndex } from '../rooms/folder-index.ts';
import { takeRoom } from '../rooms/room-files.ts';
import { StopSignal } from '../stop-signal.ts';
import { plain } from '../terminal/style.ts';
import { deleteRoomCommand, roomsCommand } from './rooms.ts';

let base: string;
let data: DataDirectory;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'collagility-all-rooms-')));
  data = openDataDirectory(join(base, 'data'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A room that was started once in the folder of that name, at that time. */
function room(name: string, roomId: string, startedAtMs = 1) {
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  const claim = claimRoom({ data, folder, resume: undefined, openAnother: true, title: name, nowMs: startedAtMs });
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  openFolderIndex(data, folder).put({ ...claim.record, roomId, agent: 'mock' });
  writeFileSync(claim.files.dataFile, 'x'.repeat(3_000_000));
  return { folder, claim, files: claim.files };
}

const id = (letter: string) => letter.repeat(32);

function terminal(isTTY: boolean) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  let said = '';
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const surroundings = { env: {}, home: base, platform: 'linux', stdin, stdout, stderr, style: plain } as never;
  return { stdin, surroundings, said: () => said };
}

const listed = (json = false, dataDir?: string): string => {
  const { surroundings, said } = terminal(false);
  roomsCommand(data, { json, ...(dataDir !== undefined && { dataDir }) }, surroundings);
  return said();
};
const stop = () => new StopSignal({ on: () => undefined }, () => undefined);
const remove = (roomId: string, isSure = true, at = terminal(false)) =>
  deleteRoomCommand(data, { roomId, isSure }, at.surroundings, stop());
const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BridgeError)) throw error ?? new Error('It was not refused.');
  return [error.message, ...error.next].join(' ');
};

describe('the rooms of this machine', () => {
  test('are listed with what brings each back, the last started first; one that runs is known by its lock', () => {
    room('old shop', id('a'), 1).claim.release();
    room('site', id('b'), 2);
    const text = listed(false, 'their data');
    expect(text.indexOf('site')).toBeLessThan(text.indexOf('old shop'));
    expect(text).toContain(`'${join(base, 'old shop')}' --data-dir 'their data' --resume aaaaaaaa`);
    expect(text).toContain(`rooms delete aaaaaaaa --data-dir 'their data'`);
    expect(text).toContain('2.9 MB');
    expect(text).toMatch(/site {2}running/);
    expect(text).not.toContain('rooms delete bbbbbbbb');
    const lines = listed(true).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'room', roomId: id('b'), isRunning: true, folder: join(base, 'site') },
      { type: 'room', roomId: id('a'), isRunning: false, bytes: 3_000_000, agent: 'mock' },
    ]);
  });

  test('none, one whose folder is gone, and one that cannot be read are told', () => {
    expect(listed()).toContain('Start one:');
    expect(listed(true)).toBe('');
    const { folder, claim } = room('shop', id('a'));
    claim.release();
    rmSync(folder, { recursive: true });
    expect(listed()).toContain('its folder is gone');
    expect(listed()).not.toContain('--resume');
    const lost = 'f'.repeat(16);
    mkdirSync(join(data.roomsPath, lost));
    writeFileSync(join(data.roomsPath, lost, 'place.json'), '{"folder":');
    expect(listed()).toContain('cannot be read');
    expect(listed()).toContain(`rooms delete ${lost}`);
  });

  test('one that is on the list alone, and one that cannot be looked at, hide no other and keep none', async () => {
    const { folder, claim } = room('shop', id('a'));
    claim.release();
    const index = openFolderIndex(data, folder);
    const long = { ...claim.record, key: 'a'.repeat(300), roomId: id('c'), startedAtMs: 9e15 };
    index.put(long);
    index.put({ ...claim.record, key: '0'.repeat(16), roomId: `it's`, title: 'copied' });
    room('site', id('b')).claim.release();
    expect(listed()).toContain('name too long');
    expect(listed()).not.toContain('Invalid');
    expect(listed()).toContain(`copied  its files are gone`);
    expect(listed()).toContain(`rooms delete 'it'\\''s'`);
    expect(listed()).toContain('--resume bbbbbbbb');
    expect(await remove(id('b'))).toBe(true);
    expect(await remove(`it's`)).toBe(true);
    expect(await refusal(remove(id('c')))).toContain('It is as it was.');
    expect(index.rooms().map(({ roomId }) => roomId)).toEqual([id('c'), id('a')]);
  });

  test('what else lies between them is none, and looking changes nothing', async () => {
    const { files, claim } = room('shop', id('a'));
    claim.release();
    chmodSync(files.folder, 0o755);
    writeFileSync(files.lockFile, 'written over by somebody');
    for (const name of ['.git', 'my backups', 'old', 'old.deleted', `${'0'.repeat(16)}.deleted.old`])
      mkdirSync(join(data.roomsPath, name));
    const outside = join(base, 'outside');
    mkdirSync(outside, { mode: 0o755 });
    symlinkSync(outside, join(data.roomsPath, '1'.repeat(16)));
    symlinkSync(outside, join(data.roomsPath, `${'2'.repeat(16)}.deleted`));
    const tree = () =>
      readdirSync(base, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => [name, lstatSync(join(base, name)).mode, lstatSync(join(base, name)).mtimeMs]);
    const before = tree();
    expect(
      listed(true)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).roomId),
    ).toEqual([id('a')]);
    expect(tree()).toEqual(before);
    for (const name of ['my backups', 'old.deleted', '1'.repeat(16), '2'.repeat(16)])
      expect(await refusal(remove(name)), name).toContain('No room here is called');
    expect(await remove(id('a'))).toBe(true);
    expect(readdirSync(data.roomsPath)).toHaveLength(7);
  });

  test('where a link stands in its place it is neither looked at nor deleted', async () => {
    const { files, claim } = room('shop', id('a'));
    claim.release();
    const outside = join(base, 'outside');
    renameSync(files.folder, outside);
    rmSync(join(outside, 'lock.db'));
    chmodSync(outside, 0o755);
    symlinkSync(outside, files.folder);
    expect(listed()).toContain(`${files.folder} is a link or a file.`);
    expect(await refusal(remove(id('a')))).toContain('Nothing was deleted.');
    expect(readdirSync(outside)).not.toContain('lock.db');
    expect(lstatSync(outside).mode & 0o777).toBe(0o755);
  });

  test('a start beside lists is never told that its room runs', async () => {
    const { files, claim } = room('shop', id('a'));
    claim.release();
    // Another process, as another terminal is: nothing of the lock is shared with it.
    const asking = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { isLocked } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../rooms/lock.ts')).href)};
       process.stdout.write('asks');
       for (;;) isLocked(${JSON.stringify(files.lockFile)});`,
    ]);
    try {
      await once(asking.stdout, 'data');
      for (let start = 0; start < 100; start++) {
        const lock = takeRoom(files);
        expect(lock, `start ${start}`).toBeDefined();
        lock?.release();
      }
    } finally {
      asking.kill('SIGKILL');
      await once(asking, 'exit');
    }
  });

  test('one whose lock cannot be taken does not hide the others', () => {
    room('site', id('b')).claim.release();
    const { claim, files } = room('shop', id('a'));
    claim.release();
    rmSync(files.lockFile);
    mkdirSync(files.lockFile);
    expect(listed()).toContain(`The lock ${files.lockFile} cannot be taken`);
    expect(listed()).toContain('--resume bbbbbbbb');
  });

  test('what a room calls itself is only text', () => {
    const { folder, claim } = room('shop', id('a'));
    openFolderIndex(data, folder).put({ ...claim.record, roomId: id('a'), title: 'x\u001b[2Jy' });
    claim.release();
    expect(listed()).not.toContain('\u001b');
  });
});

describe('deleting a room', () => {
  test('takes it whole and leaves the shared folder and the other rooms', async () => {
    const kept = room('shop', id('a'));
    kept.claim.release();
    const gone = room('shop', id('b'));
    gone.claim.release();
    writeFileSync(join(gone.folder, 'work.txt'), 'mine');
    const outside = join(base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'theirs.txt'), 'x');
    symlinkSync(outside, join(gone.files.folder, 'link'));
    expect(await remove('bbbbbb')).toBe(true);
    expect(existsSync(gone.files.folder)).toBe(false);
    expect(readdirSync(data.roomsPath)).toEqual([kept.claim.record.key]);
    expect(readdirSync(gone.folder)).toEqual(['work.txt']);
    expect(readdirSync(outside)).toEqual(['theirs.txt']);
    expect(openFolderIndex(data, gone.folder).rooms()).toMatchObject([{ roomId: id('a') }]);
  });

  test('goes on where it was cut off; no start takes what is left for a room', async () => {
    const { folder, files, claim } = room('shop', id('a'));
    claim.release();
    const gone = `${files.folder}.deleted`;
    renameSync(files.folder, gone);
    expect(listed()).toContain('shop  its deletion was cut off');
    expect(listed()).not.toContain('KB');
    expect(listed()).not.toContain('--resume');
    expect(() => claimRoom({ data, folder, resume: true, openAnother: false, title: '', nowMs: 1 })).toThrow(
      'No room was ever started',
    );
    expect(existsSync(files.folder)).toBe(false);
    expect(await remove(id('a'))).toBe(true);
    expect(readdirSync(data.roomsPath)).toEqual([]);
    expect(listed(true)).toBe('');
    // Neither on the list nor known by what it says of itself.
    mkdirSync(join(gone, 'deep'), { recursive: true });
    expect(listed()).toContain('A room: its deletion was cut off');
    expect(await remove(claim.record.key)).toBe(true);
    expect(readdirSync(data.roomsPath)).toEqual([]);
  });

  test('by an id that others begin with takes that room', async () => {
    room('shop', 'aaaaaa').claim.release();
    room('site', id('a')).claim.release();
    expect(await remove('aaaaaa')).toBe(true);
    expect(listed(true)).toContain(id('a'));
  });

  test('is refused while it runs, for a name that is none or means two, and where nobody can be asked', async () => {
    const { claim } = room('shop', id('a'));
    room('site', `aaaaaaab${'c'.repeat(24)}`).claim.release();
    expect(await refusal(remove(id('a')))).toContain('is running. Nothing was deleted. End it first');
    claim.release();
    expect(await refusal(remove('aaaaaaa'))).toContain('2 rooms begin with aaaaaaa');
    for (const name of ['zzzzzz', 'aaaaa', '../data', ''])
      expect(await refusal(remove(name)), name).toContain(`No room here is called ${name},`);
    const elsewhere = { roomId: 'zzzzzz', isSure: true, dataDir: 'their data' };
    expect(await refusal(deleteRoomCommand(data, elsewhere, terminal(false).surroundings, stop()))).toContain(
      `rooms --data-dir 'their data'`,
    );
    expect(await refusal(remove(id('a'), false))).toContain('add --yes');
    expect(readdirSync(data.roomsPath)).toHaveLength(2);
  });

  test.each([
    ['y\n', true],
    ['\n', false],
    ['what?\n', false],
    ['', false],
  ])('asks, and takes %j for %j', async (typed, isDeleted) => {
    room('shop', id('a')).claim.release();
    const at = terminal(true);
    const attempt = remove(id('a'), false, at);
    await expect.poll(at.said).toContain('This cannot be undone. Delete it? [y/N]');
    if (typed === '') at.stdin.end();
    else at.stdin.write(typed);
    expect(await attempt).toBe(isDeleted);
    expect(readdirSync(data.roomsPath)).toHaveLength(isDeleted ? 0 : 1);
    expect(at.said()).toContain(isDeleted ? 'Deleted' : 'Nothing was deleted.');
  });
});
