import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { as, type CheckpointId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, describe, expect, it } from 'vitest';
import { hasRealParents } from './plain-path.ts';
import { agent, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
afterEach(() => world.end());

describe('the user’s repository', () => {
  it('is only read: index, HEAD, references, objects, stash and hooks are byte for byte what they were', async () => {
    world = new WorkspaceWorld();
    world.write('a.txt', 'a\n');
    world.write('staged.txt', 's\n');
    world.commit();
    world.write('staged.txt', 's2\n');
    world.git('stash', '-q');
    world.write('staged.txt', 's3\n');
    world.git('add', 'staged.txt');
    const before = world.contents(join(world.folder, '.git'));
    const turn = await world.turn('p1', () => world.write('a.txt', 'changed\n'));
    await world.changes();
    await world.diff('a.txt');
    await world.ask({ ask: 'search', query: 'a' });
    if (turn === undefined) throw new Error('not compared');
    expect(await world.open().restore(agent, turn.before, 5)).toMatchObject({ ok: true });
    expect(world.contents(join(world.folder, '.git'))).toEqual(before);
    expect(world.git('diff', '--cached', '--name-only')).toBe('staged.txt\n');
  });

  it('runs nothing of ours: no hook, watcher, filter, external diff or pager that its settings or attributes name', async () => {
    world = new WorkspaceWorld();
    const trap = join(world.root, 'sprung');
    const program = join(world.root, 'trap.sh');
    writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> ${trap}\ncat\n`);
    chmodSync(program, 0o755);
    world.write('a.txt', 'a\n');
    world.write('sub/b.txt', 'b\n');
    world.commit();
    for (const [name, value] of Object.entries({
      'core.fsmonitor': program,
      'core.hooksPath': world.root,
      'core.pager': program,
      'core.sshCommand': program,
      'diff.external': program,
      'diff.evil.command': program,
      'diff.evil.textconv': program,
      'filter.evil.clean': program,
      'filter.evil.smudge': program,
      'filter.evil.process': program,
      'filter.evil.required': 'true',
      'core.attributesFile': join(world.folder, 'more-attributes'),
    }))
      world.git('config', name, value);
    world.write('more-attributes', '* filter=evil diff=evil\n');
    world.write('.gitattributes', '* filter=evil diff=evil\n');
    for (const hook of [
      'post-checkout',
      'post-index-change',
      'reference-transaction',
      'pre-commit',
      'fsmonitor-watchman',
    ])
      world.write(`.git/hooks/${hook}`, `#!/bin/sh\necho hook >> ${trap}\n`);
    // The user's own global settings are not in force either.
    world.write(
      '../.gitconfig',
      `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n[diff]\n\texternal = ${program}\n`,
    );
    world.environment = {
      ...world.environment,
      GIT_DIR: '/nowhere',
      GIT_OBJECT_DIRECTORY: join(world.root, 'elsewhere'),
      GIT_EXTERNAL_DIFF: program,
      GIT_PAGER: program,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: program,
    };
    const turn = await world.turn('p1', () => world.write('a.txt', 'changed\n'));
    expect((await world.diff('a.txt')).diff).toContain('+changed');
    await world.ask({ ask: 'file', path: 'a.txt' });
    if (turn === undefined) throw new Error('not compared');
    await world.workspaces?.restore(agent, turn.before, 5);
    expect(world.read('a.txt')).toBe('a\n');
    expect(existsSync(trap)).toBe(false);
    expect(existsSync(join(world.root, 'elsewhere'))).toBe(false);
  });

  it('keeps every byte: line ends that git would convert come back as they were', async () => {
    world = new WorkspaceWorld();
    world.write('.gitattributes', '* text=auto eol=crlf\n');
    world.write('dos.txt', 'a\r\nb\nz\r\n');
    world.commit();
    const turn = await world.turn('p1', () => world.write('dos.txt', 'a\r\nc\nz\r\n'));
    expect(turn?.sum).toEqual({ files: 1, added: 1, removed: 1 });
    await world.workspaces?.restore(agent, turn?.before ?? as<CheckpointId>(''), 5);
    expect(world.read('dos.txt')).toBe('a\r\nb\nz\r\n');
  });
});

describe('putting files back', () => {
  it('writes what was changed and deleted, removes what came, leaves ignored files, and can itself be taken back', async () => {
    world = new WorkspaceWorld();
    world.write('.gitignore', 'ignored.txt\n');
    world.write('a.txt', 'a\n');
    world.write('dir/b.txt', 'b\n');
    world.commit();
    const turn = await world.turn('p1', () => {
      world.write('a.txt', 'changed\n');
      world.git('rm', '-q', 'dir/b.txt');
      world.write('new/deep/c.txt', 'c\n');
      world.write('ignored.txt', 'mine\n');
    });
    if (turn === undefined) throw new Error('not compared');
    const restored = await world.workspaces?.restore(agent, turn.before, 5);
    if (!restored?.ok) throw new Error('not restored');
    expect(restored).toMatchObject({ promptId: 'p1', sum: { files: 3 } });
    expect([world.read('a.txt'), world.read('dir/b.txt'), world.read('ignored.txt')]).toEqual(['a\n', 'b\n', 'mine\n']);
    expect(existsSync(join(world.folder, 'new'))).toBe(false);
    expect(await world.workspaces?.restore(agent, restored.undo, 6)).toMatchObject({ ok: true, sum: { files: 3 } });
    expect([world.read('a.txt'), world.read('new/deep/c.txt')]).toEqual(['changed\n', 'c\n']);
    expect(existsSync(join(world.folder, 'dir/b.txt'))).toBe(false);
    expect(await world.workspaces?.restore(agent, as<CheckpointId>('999'), 7)).toEqual({
      ok: false,
      code: 'no_such_object',
    });
  });

  it('never writes or removes through a link that leads out', async () => {
    world = new WorkspaceWorld();
    world.write('../outside/b.txt', 'not yours\n');
    world.write('dir/b.txt', 'b\n');
    world.commit();
    const turn = await world.turn('p1', () => {
      world.git('rm', '-q', '-r', 'dir');
      symlinkSync('../outside', join(world.folder, 'dir'));
    });
    await world.workspaces?.restore(agent, turn?.before ?? as<CheckpointId>(''), 5);
    expect(world.read('../outside/b.txt')).toBe('not yours\n');
    expect(world.read('dir/b.txt')).toBe('b\n');
  });

  it('leaves alone all that is in what was another repository then, also where it is none any more', async () => {
    world = new WorkspaceWorld();
    world.write('inner/a.txt', 'a\n');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], { cwd: join(world.folder, 'inner') });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    const turn = await world.turn('p1', () => {
      rmSync(join(world.folder, 'inner', '.git'), { recursive: true });
      world.write('came.txt', 'x\n');
    });
    await world.workspaces?.restore(agent, turn?.before ?? as<CheckpointId>(''), 5);
    expect(world.read('inner/a.txt')).toBe('a\n');
    expect(existsSync(join(world.folder, 'came.txt'))).toBe(false);
  });

  it('looks at every folder above a file that it removes, at that moment', async () => {
    world = new WorkspaceWorld();
    world.write('real/a.txt', 'a\n');
    symlinkSync('real', join(world.folder, 'link'));
    expect(await hasRealParents(world.folder, 'real/a.txt')).toBe(true);
    for (const path of ['link/a.txt', 'gone/a.txt', '../a.txt', 'real/a.txt/b'])
      expect(await hasRealParents(world.folder, path), path).toBe(false);
  });

  it('in a folder below the repository’s top touches nothing beside it', async () => {
    world = new WorkspaceWorld('mono/app');
    world.write('a.txt', 'a\n');
    world.write('../beside.txt', 'x\n');
    world.git('init', '-q', '..');
    const turn = await world.turn('p1', () => {
      world.write('a.txt', 'b\n');
      world.write('../beside.txt', 'y\n');
    });
    expect(turn?.sum.files).toBe(1);
    await world.workspaces?.restore(agent, turn?.before ?? as<CheckpointId>(''), 5);
    expect([world.read('a.txt'), world.read('../beside.txt')]).toEqual(['a\n', 'y\n']);
  });
});

describe('questions about files', () => {
  it('stay in the folder: nothing absolute, climbing, of .git, behind a link, or made of pathspec magic', async () => {
    world = new WorkspaceWorld();
    world.write('../secret.txt', 'no\n');
    world.write('a.txt', 'a\n');
    symlinkSync('../secret.txt', join(world.folder, 'link.txt'));
    symlinkSync('..', join(world.folder, 'up'));
    world.commit();
    for (const path of [
      '../secret.txt',
      '/etc/passwd',
      '.git/config',
      'up/secret.txt',
      'a/../../secret.txt',
      ':(top)a.txt',
      ':/',
      '',
      '*',
      '--output=x',
    ])
      expect(await world.ask({ ask: 'file', path }), path).toBe('no_such_object');
    expect(await world.ask({ ask: 'file', path: 'link.txt' })).toMatchObject({ text: '../secret.txt' });
    for (const path of ['../secret.txt', '--output=x', ':(top)a.txt'])
      expect(await world.ask({ ask: 'diff', scope: { of: 'session' }, path }), path).toBe('no_such_object');
    expect(existsSync(join(world.folder, 'x'))).toBe(false);
  });

  it('get no secrets: not the content of .env and keys, not values inside other files, whole or in a diff', async () => {
    world = new WorkspaceWorld();
    world.write('a.ts', 'one\n');
    world.commit();
    await world.changes();
    world.write('.env', 'TOKEN=hunter2-hunter2\n');
    world.write('server.pem', 'BEGIN\n');
    world.write('a.ts', 'one\nkey = "hunter2-hunter2"\nBEGIN KEY\nabc\ndef\nEND KEY\nlast\n');
    const { files } = await world.changes();
    expect(files.map(({ path, without }) => [path, without])).toEqual([
      ['.env', 'secret'],
      ['a.ts', undefined],
      ['server.pem', 'secret'],
    ]);
    expect(await world.diff('.env')).toMatchObject({ diff: '', without: 'secret' });
    expect(await world.ask({ ask: 'file', path: '.env' })).toMatchObject({ text: '', without: 'secret' });
    const { diff } = await world.diff('a.ts');
    expect(diff).not.toMatch(/hunter2|abc|def/);
    expect(diff.split('\n')).toHaveLength(8);
    const view = await world.ask({ ask: 'file', path: 'a.ts' });
    if (typeof view === 'string') throw new Error(view);
    expect(view.text).not.toMatch(/hunter2|abc|def/);
    expect(view).toMatchObject({ lines: 7, text: /last$/ });
  });

  it('get no part of a secret of which the diff shows the middle alone, on either side, nor in a hunk’s head', async () => {
    world = new WorkspaceWorld();
    const key = (letter: string) => Array.from({ length: 12 }, (_, at) => `${letter}line${at}`).join('\n');
    world.write('config.yaml', `name: a\nBEGIN KEY\n${key('old')}\nEND KEY\nlast: 1\n`);
    world.commit();
    await world.changes();
    world.write('config.yaml', `name: a\nBEGIN KEY\n${key('new')}\nEND KEY\nlast: 1\n`);
    for (const context of [0, 1, 3, 100]) {
      const { diff } = await world.diff('config.yaml', { context });
      expect(diff, `${context}`).not.toMatch(/oldline|newline/);
      expect(diff.split('\n').filter((line) => line.startsWith('+'))).toHaveLength(12);
    }
    world.write('config.yaml', `name: a\nBEGIN KEY\n${key('old').replace('oldline6', 'x')}\nEND KEY\nlast: 2\n`);
    for (const context of [0, 3]) {
      const { diff } = await world.diff('config.yaml', { context });
      expect(diff, `${context}`).not.toMatch(/oldline/);
      expect(diff).toContain('+last: 2');
    }
  });

  it('are answered by ranges, and a long diff by its beginning first', async () => {
    world = new WorkspaceWorld();
    world.commit();
    await world.changes();
    world.write('long.txt', Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}`).join('\n'));
    expect(await world.ask({ ask: 'file', path: 'long.txt', first: 101, last: 103 })).toMatchObject({
      text: 'line 101\nline 102\nline 103',
      first: 101,
      last: 103,
      lines: 20_000,
    });
    const first = await world.diff('long.txt');
    expect(first.elidedLines).toBeGreaterThan(10_000);
    const whole = await world.diff('long.txt', { whole: true });
    expect(whole).toMatchObject({ elidedLines: 0, isCut: false });
    expect(whole.diff.split('\n').length).toBe(first.diff.split('\n').length + first.elidedLines);
  });

  it('find files by pieces of their path, names before folders', async () => {
    world = new WorkspaceWorld();
    for (const path of ['src/webhooks/deliver.ts', 'test/deliver.test.ts', 'src/delivery/index.ts', 'README.md'])
      world.write(path, 'x\n');
    world.commit();
    const found = async (query: string) => {
      const answer = await world.ask({ ask: 'search', query });
      return typeof answer === 'string' ? answer : answer.paths;
    };
    expect((await found('deliver'))[0]).toBe('src/webhooks/deliver.ts');
    expect(await found('whdel')).toEqual(['src/webhooks/deliver.ts']);
    expect(await found('test deliver')).toEqual(['test/deliver.test.ts']);
    expect(await found('zzz')).toEqual([]);
    expect((await found(''))[0]).toBe('README.md');
  });

  it('are not answered while sharing is paused, but to who manages the room', async () => {
    world = new WorkspaceWorld();
    world.commit();
    world.room = { ...world.room, paused: { by: 'host' as never, atMs: 0, panic: false } };
    expect(await world.ask({ ask: 'tree', path: '' })).toBe('paused');
    expect(await world.ask({ ask: 'tree', path: '' }, { role: 'host' })).toMatchObject({ entries: [] });
    const frozen = { memberId: 'm' as never, participantId: 'p' as never, role: 'host' as const };
    const sender = { ...frozen, rights: rightsOfRole.host, devicePk: new Uint8Array(32), frozen: true };
    expect(await world.workspaces?.answer(world.room, sender, 1, { ask: 'tree', path: '' })).toEqual({
      ok: false,
      code: 'frozen',
    });
  });
});
