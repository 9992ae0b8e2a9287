import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sinceScope, turnScope, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
afterEach(() => world.end());

const lines = (count: number, mark = 'line') => Array.from({ length: count }, (_, at) => `${mark} ${at}`).join('\n');

describe('what changed in a folder', () => {
  it('names modified, untracked, deleted, renamed, binary and executable files with their counts', async () => {
    world = new WorkspaceWorld();
    world.write('src/a.ts', lines(10));
    world.write('src/old name.ts', lines(30, 'long enough to be found again'));
    world.write('gone.md', 'x\ny\n');
    world.write('run.sh', 'echo\n');
    world.commit();
    expect((await world.changes()).files).toEqual([]);
    world.write('src/a.ts', lines(12));
    world.write('new/ü file.ts', 'one\ntwo\n');
    rmSync(join(world.folder, 'gone.md'));
    renameSync(join(world.folder, 'src/old name.ts'), join(world.folder, 'src/new name.ts'));
    world.write('picture.bin', new Uint8Array([0, 1, 2, 0, 255]));
    chmodSync(join(world.folder, 'run.sh'), 0o755);
    const { source, files, sum, more } = await world.changes({ of: 'session' });
    expect(source).toBe('git');
    expect(files).toEqual([
      { path: 'gone.md', change: 'deleted', added: 0, removed: 2 },
      { path: 'new/ü file.ts', change: 'added', added: 2, removed: 0 },
      { path: 'picture.bin', change: 'added', added: 0, removed: 0, without: 'binary' },
      { path: 'run.sh', change: 'mode', added: 0, removed: 0 },
      { path: 'src/a.ts', change: 'modified', added: 3, removed: 1 },
      { path: 'src/new name.ts', previousPath: 'src/old name.ts', change: 'renamed', added: 0, removed: 0 },
    ]);
    expect(sum).toEqual({ files: 6, added: 5, removed: 3 });
    expect(more).toBe(0);
  });

  it('is told per turn, since the room began and since a look, and what a person does between turns is not the turn’s', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    world.commit();
    const first = await world.turn('p1', () => world.write('a.txt', 'a\nb\n'));
    expect(first?.sum).toEqual({ files: 1, added: 1, removed: 0 });
    const { at } = await world.changes();
    world.write('mine.txt', 'by hand\n');
    await world.turn('p2', () => world.write('c.txt', 'c\n'));
    const paths = async (scope: Parameters<typeof world.changes>[0]) =>
      (await world.changes(scope)).files.map(({ path }) => path);
    expect(await paths(turnScope('p1'))).toEqual(['a.txt']);
    expect(await paths(turnScope('p2'))).toEqual(['c.txt']);
    expect(await paths({ of: 'session' })).toEqual(['a.txt', 'c.txt', 'mine.txt']);
    if (at === undefined) throw new Error('no name');
    expect(await paths(sinceScope(at))).toEqual(['c.txt', 'mine.txt']);
    await expect(world.changes(turnScope('unknown'))).rejects.toThrow('no_such_object');
  });

  it('of a turn that still runs is compared with the files as they are', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.open().beforeTurn('mock' as never, 'p1' as never, 1);
    world.write('a.txt', 'a\n');
    expect((await world.changes(turnScope('p1'))).files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('is not told of a turn that could not wait for the look before it', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.changes();
    world.patienceMs = 1;
    const turn = world.turn('p1', () => world.write('a.txt', 'a\n'));
    expect(await turn).toBeUndefined();
    world.patienceMs = 60_000;
    await expect(world.changes(turnScope('p1'))).rejects.toThrow('no_such_object');
    expect((await world.changes()).files).toHaveLength(1);
  });

  it('costs one look for many who ask at once, and each gets the same', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.changes();
    world.write('a.txt', 'a\n');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.changes()));
    for (const { files } of answers) expect(files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('is still known after a restart of the bridge', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.turn('p1', () => world.write('a.txt', 'a\n'));
    world.open();
    world.write('b.txt', 'b\n');
    expect((await world.changes(turnScope('p1'))).files).toHaveLength(1);
    expect((await world.changes()).files).toHaveLength(2);
  });

  it('to somebody who reads from now on begins where they came in', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.turn('p1', () => world.write('a.txt', 'a\n'), 10);
    await world.turn('p2', () => world.write('b.txt', 'b\n'), 20);
    expect((await world.changes({ of: 'session' }, 15)).files.map(({ path }) => path)).toEqual(['b.txt']);
    await expect(world.changes(turnScope('p1'), 15)).rejects.toThrow('no_such_object');
    expect((await world.changes({ of: 'session' }, 99)).files).toEqual([]);
  });

  it('of huge files is only that they changed, and a file that grows over the limit is not a deleted one', async () => {
    world = new WorkspaceWorld();
    const big = new Uint8Array(9 * 1024 * 1024).fill(97);
    world.write('grows.log', 'small\n');
    world.write('old.iso', big);
    world.commit();
    expect((await world.changes()).files).toEqual([]);
    world.write('grows.log', big);
    world.write('new.iso', big);
    utimesSync(join(world.folder, 'old.iso'), 1, 1);
    const { files } = await world.changes();
    expect(files).toEqual([
      { path: 'grows.log', change: 'modified', added: 0, removed: 0, without: 'huge' },
      { path: 'new.iso', change: 'added', added: 0, removed: 0, without: 'huge' },
      { path: 'old.iso', change: 'modified', added: 0, removed: 0, without: 'huge' },
    ]);
    expect(await world.diff('grows.log')).toEqual({
      diff: '',
      elidedLines: 0,
      isCut: false,
      without: 'huge',
      oldBytes: 6,
      newBytes: big.length,
    });
  });

  it('of a submodule is the commit at which it stands, and nothing of what is in it', async () => {
    world = new WorkspaceWorld();
    const inner = join(world.folder, 'inner');
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], { cwd, stdio: 'pipe' });
    mkdirSync(inner);
    git(inner, 'init', '-q');
    git(inner, 'commit', '-q', '--allow-empty', '-m', 'one');
    git(world.folder, 'init', '-q');
    git(world.folder, 'add', 'inner');
    world.commit();
    expect((await world.changes()).files).toEqual([]);
    world.write('inner/not committed.txt', 'x');
    expect((await world.changes()).files).toEqual([]);
    git(inner, 'commit', '-q', '--allow-empty', '-m', 'two');
    expect((await world.changes()).files).toEqual([
      { path: 'inner', change: 'modified', added: 0, removed: 0, without: 'submodule' },
    ]);
    expect((await world.diff('inner')).diff).toMatch(
      /^@@ -1 \+1 @@\n-Subproject commit [0-9a-f]{40}\n\+Subproject commit [0-9a-f]{40}$/,
    );
  });

  it('of a folder that is no repository any more are its files: a `.git` that came and went hides nothing', async () => {
    world = new WorkspaceWorld();
    const inner = join(world.folder, 'inner');
    world.write('inner/a.ts', 'one\n');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], { cwd: inner, stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    expect((await world.changes()).files).toEqual([]);
    rmSync(join(inner, '.git'), { recursive: true });
    world.write('inner/b.ts', 'two\n');
    const files = (await world.changes()).files.map(({ path, change }) => [path, change]);
    expect(files).toEqual([
      ['inner', 'deleted'],
      ['inner/a.ts', 'added'],
      ['inner/b.ts', 'added'],
    ]);
  });

  it('hides what is ignored: by the folder, by folders above, by the repository and by the user', async () => {
    world = new WorkspaceWorld('mono/app');
    world.write('../.gitignore', '*.above\n');
    world.write('.gitignore', '*.own\n');
    world.write('../../.gitconfig', `[core]\n\texcludesFile = ~/.ignored\n`);
    world.write('../../.ignored', '*.user\n');
    world.git('init', '-q', '..');
    world.write('../.git/info/exclude', '*.repo\n');
    await world.changes();
    for (const name of ['a.own', 'a.above', 'a.repo', 'a.user', 'a.seen', '../beside.seen']) world.write(name, 'x\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
    expect(await world.ask({ ask: 'tree', path: '' })).toMatchObject({
      entries: [{ name: '.gitignore' }, { name: 'a.seen' }],
    });
  });

  it.each([
    ['another file of theirs', { '.gitconfig': '[include]\n\tpath = .gitconfig.more\n', '.gitconfig.more': '$' }],
    ['where the desktop keeps settings', { '.config/git/config': '$' }],
    ['the settings of this folder', { '.gitconfig': '[core]\n\tabbrev = 8\n', 'app/.git/config.add': '$' }],
  ])('hides what the user ignores as %s says', async (_where, files) => {
    world = new WorkspaceWorld();
    world.git('init', '-q');
    for (const [path, text] of Object.entries(files))
      world.write(`../${path}`, text.replace('$', '[core]\n\texcludesFile = ~/.ignored\n'));
    if (existsSync(join(world.folder, '.git/config.add'))) world.git('config', 'core.excludesFile', '~/.ignored');
    world.write('../.ignored', '*.user\n');
    await world.changes();
    for (const name of ['a.user', 'a.seen']) world.write(name, 'x\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
  });

  it('hides what the user ignores in a file that is named from the top of the repository', async () => {
    world = new WorkspaceWorld('mono/app');
    world.git('init', '-q', '..');
    world.git('config', 'core.excludesFile', 'ours/ignored');
    world.write('../ours/ignored', '*.user\n');
    await world.changes();
    for (const name of ['a.user', 'a.seen']) world.write(name, 'x\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
  });

  it('hides what the user ignores in one work tree alone', async () => {
    world = new WorkspaceWorld();
    world.git('init', '-q');
    world.git('config', 'extensions.worktreeConfig', 'true');
    world.git('config', '--worktree', 'core.excludesFile', '~/.ignored');
    world.write('../.ignored', '*.user\n');
    await world.changes();
    for (const name of ['a.user', 'a.seen']) world.write(name, 'x\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
  });

  it('hides what the user ignores where no setting names a file', async () => {
    world = new WorkspaceWorld();
    world.git('init', '-q');
    world.write('../.config/git/ignore', '*.user\n');
    await world.changes();
    for (const name of ['a.user', 'a.seen']) world.write(name, 'x\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
  });

  it.runIf(process.getuid?.() === 0)(
    'hides what a repository of somebody else ignores, as in a container',
    async () => {
      world = new WorkspaceWorld();
      world.git('init', '-q');
      world.write('.git/info/exclude', '*.repo\n');
      execFileSync('chown', ['-R', '12345', world.folder]);
      await world.changes();
      for (const name of ['a.repo', 'a.seen']) world.write(name, 'x\n');
      expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.seen']);
    },
  );

  it('works without a repository, and leaves out what people do not write', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    expect((await world.changes()).source).toBe('git');
    world.write('a.txt', 'b\n');
    world.write('node_modules/x/index.js', 'x');
    expect((await world.changes()).files).toEqual([{ path: 'a.txt', change: 'modified', added: 1, removed: 1 }]);
  });

  it('is the agent’s word alone where there is no git', async () => {
    world = new WorkspaceWorld();
    world.environment = { HOME: world.home, PATH: join(world.root, 'nothing') };
    expect(await world.changes()).toMatchObject({ source: 'agent', reason: 'no_git', files: [] });
    expect(await world.ask({ ask: 'file', path: 'a.txt' })).toBe('not_compared');
    expect(await world.turn('p1', () => undefined)).toBeUndefined();
  });

  it('goes on beside what it cannot read: a closed file, a pipe, another repository, a name that is no text', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    world.commit();
    await world.changes();
    world.git('init', '-q', 'inner');
    world.write('inner/x.txt', 'x\n');
    symlinkSync('nowhere', join(world.folder, 'dangling'));
    mkdirSync(join(world.folder, 'empty'));
    world.write('a.txt', 'b\n');
    expect((await world.changes()).files.map(({ path }) => path)).toEqual(['a.txt', 'dangling']);
    expect(world.told).toEqual([]);
  });
});
