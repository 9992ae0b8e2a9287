import { execSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkspaceWorld } from './workspace-world.ts';
import { isWorktreeName, openWorktree, worktreeNameOf } from './worktree.ts';

let world: WorkspaceWorld;
afterEach(() => world.end());

const open = (name = 'work', folder = world.folder) => openWorktree({ folder, name, environment: world.environment });

describe('a worktree for an agent', () => {
  it('lies beside the repository on a branch of its own, begins with the last commit, and is found again', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    world.commit();
    world.write('a.txt', 'not committed\n');
    const made = await open();
    expect(made).toMatchObject({ branch: 'collagility/work', isNew: true });
    expect(made.path).toBe(join(world.home, 'app.worktrees', 'app-work'));
    expect(world.read('../app.worktrees/app-work/a.txt')).toBe('a\n');
    expect(world.git('branch', '--show-current')).toBe('main\n');
    expect(world.read('a.txt')).toBe('not committed\n');
    expect(await open()).toMatchObject({ path: made.path, isNew: false });
    expect((await open('other')).path).not.toBe(made.path);
  });

  it('is merged and removed by the commands that are told', async () => {
    world = new WorkspaceWorld("it's mine");
    world.write('a.txt', 'a\n');
    world.commit();
    const { path, merge, remove } = await open();
    writeFileSync(join(path, 'b.txt'), 'b\n');
    const env = {
      ...process.env,
      HOME: world.home,
      GIT_AUTHOR_NAME: 'U',
      GIT_AUTHOR_EMAIL: 'u@h',
      GIT_COMMITTER_NAME: 'U',
      GIT_COMMITTER_EMAIL: 'u@h',
    };
    execSync('git add -A && git commit -q -m b', { cwd: path, env });
    execSync(merge, { cwd: world.home, env });
    expect(world.read('b.txt')).toBe('b\n');
    execSync(remove, { cwd: world.home, env, stdio: 'ignore' });
    expect(existsSync(path)).toBe(false);
    expect(world.git('branch', '--list', 'collagility/*')).toBe('');
  });

  it('is made again on its branch after somebody deleted its folder', async () => {
    world = new WorkspaceWorld();
    world.commit();
    const { path, root } = await open();
    rmSync(root, { recursive: true });
    expect(await open()).toMatchObject({ path, isNew: true });
  });

  it('keeps the folder below the top that was to be shared', async () => {
    world = new WorkspaceWorld();
    world.write('packages/a/x.ts', 'x\n');
    world.commit();
    const { path, root } = await open('work', join(world.folder, 'packages/a'));
    expect(path).toBe(join(root, 'packages/a'));
  });

  it('never shares more than was to be shared, where the last commit does not have that folder', async () => {
    world = new WorkspaceWorld();
    world.write('top.txt', 'x\n');
    world.write('file', 'x\n');
    symlinkSync(world.root, join(world.folder, 'link'));
    symlinkSync(join(world.root, 'nowhere'), join(world.folder, 'lost'));
    world.commit();
    world.write('new/deep/x.ts', 'x\n');
    const { path, root } = await open('work', join(world.folder, 'new/deep'));
    expect(path).toBe(join(root, 'new/deep'));
    expect(readdirSync(path)).toEqual([]);
    for (const name of ['file', 'link', 'lost']) {
      rmSync(join(world.folder, name));
      mkdirSync(join(world.folder, name, 'deep'), { recursive: true });
      for (const shared of [name, `${name}/deep`])
        await expect(open('work', join(world.folder, shared))).rejects.toMatchObject({ code: 'no_such_folder' });
    }
    expect(existsSync(join(world.root, 'deep'))).toBe(false);
  });

  it('tells the branch that is checked out there, and deletes none that is somebody’s', async () => {
    world = new WorkspaceWorld();
    world.commit();
    const { root } = await open();
    world.git('-C', root, 'switch', '-q', '-c', 'fix');
    const switched = await open();
    expect(switched).toMatchObject({ branch: 'fix', merge: expect.stringMatching(/ merge fix$/) });
    expect(switched.remove).not.toContain('branch');
    world.git('-C', root, 'switch', '-q', '--detach');
    expect(await open()).toMatchObject({ branch: world.git('rev-parse', '--short', 'HEAD').trim() });
  });

  it('counts the user’s settings also where they lie in ~/.config', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    world.write('.gitattributes', '*.txt filter=shout\n');
    world.commit();
    mkdirSync(join(world.home, '.config/git'), { recursive: true });
    writeFileSync(join(world.home, '.config/git/config'), '[filter "shout"]\n\tsmudge = tr a-z A-Z\n');
    const { path } = await open();
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('A\n');
  });

  it('runs no hook and no filter of the repository’s own settings', async () => {
    world = new WorkspaceWorld();
    const trap = join(world.root, 'sprung');
    const program = join(world.root, 'trap.sh');
    writeFileSync(program, `#!/bin/sh\necho x >> ${trap}\ncat\n`);
    chmodSync(program, 0o755);
    world.write('a.txt', 'a\n');
    world.write('.gitattributes', '* filter=evil\n');
    world.commit();
    for (const [name, value] of [
      ['filter.evil.smudge', program],
      ['filter.evil.process', program],
      ['filter.evil.required', 'true'],
      ['core.fsmonitor', program],
    ] as const)
      world.git('config', name, value);
    world.write('.git/hooks/post-checkout', `#!/bin/sh\necho hook >> ${trap}\n`);
    chmodSync(join(world.folder, '.git/hooks/post-checkout'), 0o755);
    await open();
    expect(existsSync(trap)).toBe(false);
  });

  it('is refused with what helps: no repository, no commit, a folder that is something else', async () => {
    world = new WorkspaceWorld();
    await expect(open()).rejects.toMatchObject({ code: 'not_a_repository' });
    // A folder of repositories, one of which was meant.
    mkdirSync(join(world.folder, 'shop'));
    world.git('init', '-q', 'shop');
    await expect(open('shop')).rejects.toMatchObject({
      next: [`Of the repository shop: collagility-bridge ${join(world.folder, 'shop')} --worktree`, expect.anything()],
    });
    rmSync(join(world.folder, 'shop'), { recursive: true });
    world.git('init', '-q');
    await expect(open()).rejects.toMatchObject({ code: 'no_commit' });
    world.commit();
    mkdirSync(join(world.home, 'app.worktrees', 'app-work'), { recursive: true });
    await expect(open()).rejects.toMatchObject({ code: 'worktree_taken' });
  });

  it('has a name that is safe as a branch and a folder', () => {
    world = new WorkspaceWorld();
    for (const name of ['work', 'Fix-2.1', 'a']) expect(isWorktreeName(name), name).toBe(true);
    for (const name of ['', '-x', '../x', 'a/b', 'a..b', 'x.lock', 'a b', '.x', 'x'.repeat(60)])
      expect(isWorktreeName(name), name).toBe(false);
    expect(worktreeNameOf('Claude Code #2')).toBe('claude-code-2');
    expect(isWorktreeName(worktreeNameOf('../..'))).toBe(true);
  });
});
