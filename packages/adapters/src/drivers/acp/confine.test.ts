import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { confine } from './confine.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'confine-')));
const workspace = join(root, 'work');
const outside = join(root, 'outside');
mkdirSync(join(workspace, 'src'), { recursive: true });
mkdirSync(outside);
writeFileSync(join(outside, 'secret.txt'), 'secret');
symlinkSync(outside, join(workspace, 'way-out'));
symlinkSync(join(outside, 'secret.txt'), join(workspace, 'file-out'));
symlinkSync(join(outside, 'not-there'), join(workspace, 'broken'));
symlinkSync(join(workspace, 'src'), join(workspace, 'inner'));
symlinkSync(workspace, join(root, 'same'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a path of the agent', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src/new/deep/file.ts', 'src/new/deep/file.ts'],
    ['inner/a.ts', 'src/a.ts'],
    ['src/../b.ts', 'b.ts'],
    ['.', '.'],
  ])('%s stays inside and is the real one', async (path, real) => {
    expect(await confine(join(workspace, path), workspace)).toEqual({ ok: true, path: join(workspace, real) });
  });

  it.each([
    '../outside/secret.txt',
    'way-out/secret.txt',
    'way-out/new.txt',
    'file-out',
    'broken',
    'src/../../outside',
  ])('%s leads out and is refused', async (path) => {
    expect(await confine(`${workspace}/${path}`, workspace)).toMatchObject({ ok: false });
  });

  it('a relative one, an empty one and one with a zero byte are refused', async () => {
    for (const path of ['a.ts', '', `${workspace}/a\0b`])
      expect(await confine(path, workspace)).toMatchObject({ ok: false });
  });

  it('a workspace that is itself behind a link is the same workspace', async () => {
    expect(await confine(join(root, 'same', 'x'), join(root, 'same'))).toEqual({
      ok: true,
      path: join(workspace, 'x'),
    });
  });
});
