import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { as, type CheckpointId } from '@collagility/protocol/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { agent, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
afterEach(() => world.end());

const gitIn = (path: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], {
    cwd: join(world.folder, path),
    stdio: 'pipe',
  });

function makeRepository(path: string): void {
  mkdirSync(join(world.folder, path), { recursive: true });
  world.write(`${path}/.gitignore`, 'private.txt\n');
  world.write(`${path}/a.ts`, `${path}\n`);
  world.write(`${path}/private.txt`, 'mine\n');
  gitIn(path, 'init', '-q');
  gitIn(path, 'add', '.');
  gitIn(path, 'commit', '-q', '-m', 'one');
}

const changed = async () => (await world.changes()).files.map(({ path, change }) => `${change} ${path}`);

describe('a folder of repositories that is none itself', () => {
  it('shows what changed in each, also in one inside another and in one that came meanwhile; nothing ignored', async () => {
    world = new WorkspaceWorld();
    for (const path of ['shop', 'shop/vendor/lib', 'site']) makeRepository(path);
    await world.turn('p1', () => {
      world.write('shop/a.ts', 'two\n');
      world.write('shop/private.txt', 'other\n');
      world.write('shop/vendor/lib/b.ts', 'new\n');
      rmSync(join(world.folder, 'site', 'a.ts'));
      makeRepository('fresh');
      world.write('notes.md', 'x\n');
    });
    expect(await changed()).toEqual([
      'added fresh/.gitignore',
      'added fresh/a.ts',
      'added notes.md',
      'modified shop/a.ts',
      'added shop/vendor/lib/b.ts',
      'deleted site/a.ts',
    ]);
    expect((await world.diff('shop/a.ts')).diff).toBe('@@ -1 +1 @@\n-shop\n+two');
    world.write('site/late.ts', 'y\n');
    expect(await changed()).toContain('added site/late.ts');
    const found = await world.ask({ ask: 'search', query: 'late' });
    expect(found).toMatchObject({ paths: ['site/late.ts'] });
  });

  it('goes back to before a turn, and no `.git` in it notices', async () => {
    world = new WorkspaceWorld();
    makeRepository('shop');
    const turn = await world.turn('p1', () => {
      world.write('shop/a.ts', 'two\n');
      world.write('shop/b.ts', 'new\n');
    });
    const before = world.contents(join(world.folder, 'shop', '.git'));
    await world.workspaces?.restore(agent, turn?.before ?? as<CheckpointId>(''), 5);
    expect(world.read('shop/a.ts')).toBe('shop\n');
    expect(existsSync(join(world.folder, 'shop', 'b.ts'))).toBe(false);
    expect(world.read('shop/private.txt')).toBe('mine\n');
    expect(world.contents(join(world.folder, 'shop', '.git'))).toEqual(before);
  });

  it('shows of one that holds too much the commit at which it stands, and of the others all', async () => {
    world = new WorkspaceWorld();
    makeRepository('shop');
    makeRepository('huge');
    for (let at = 0; at < 20_000; at += 1) world.write(`huge/${at % 100}/${at}.txt`, '');
    await world.turn('p1', () => {
      world.write('shop/a.ts', 'two\n');
      world.write('huge/a.ts', 'two\n');
      gitIn('huge', 'commit', '-q', '-a', '-m', 'two');
    });
    expect(await changed()).toEqual(['modified huge', 'modified shop/a.ts']);
  });

  it('is not left by a link in the place of a repository, and says so where there are too many', async () => {
    world = new WorkspaceWorld();
    makeRepository('shop');
    world.write('../elsewhere/secret.ts', 'x\n');
    renameSync(join(world.folder, 'shop'), join(world.folder, '../shop'));
    symlinkSync('../elsewhere', join(world.folder, 'shop'));
    expect(JSON.stringify(await world.ask({ ask: 'tree', path: 'shop' }))).not.toContain('secret');
    for (let at = 0; at < 65; at += 1) gitIn('', 'init', '-q', `many/${at}`);
    expect(await world.changes()).toMatchObject({ source: 'agent', reason: 'too_many_files' });
  });
});
