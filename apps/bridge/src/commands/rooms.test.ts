import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BridgeError } from '../bridge-error.ts';
import { claimRoom } from '../rooms/claim-room.ts';
import { type DataDirectory, openDataDirectory } from '../rooms/data-directory.ts';
import { openFolderIndex } from '../rooms/folder-index.ts';
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
    mkdirSync(join(data.roomsPath, 'lost'));
    writeFileSync(join(data.roomsPath, 'lost', 'place.json'), '{"folder":');
    expect(listed()).toContain('cannot be read');
    expect(listed()).toContain('rooms delete lost');
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
    // Of a deletion that was cut off.
    mkdirSync(join(data.roomsPath, 'half.deleted', 'deep'), { recursive: true });
    expect(await remove('bbbbbb')).toBe(true);
    expect(existsSync(gone.files.folder)).toBe(false);
    expect(readdirSync(data.roomsPath)).toEqual([kept.claim.record.key]);
    expect(readdirSync(gone.folder)).toEqual(['work.txt']);
    expect(readdirSync(outside)).toEqual(['theirs.txt']);
    expect(openFolderIndex(data, gone.folder).rooms()).toMatchObject([{ roomId: id('a') }]);
  });

  test('is refused while it runs, for a name that is none or means two, and where nobody can be asked', async () => {
    const { claim } = room('shop', id('a'));
    room('site', `aaaaaaab${'c'.repeat(24)}`).claim.release();
    expect(await refusal(remove(id('a')))).toContain('is running. Nothing was deleted. End it first');
    claim.release();
    expect(await refusal(remove('aaaaaaa'))).toContain('2 rooms begin with aaaaaaa');
    for (const name of ['zzzzzz', 'aaaaa', '../data', ''])
      expect(await refusal(remove(name)), name).toContain(`No room here is called ${name},`);
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
