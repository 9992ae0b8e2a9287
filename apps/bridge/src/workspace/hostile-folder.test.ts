import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { as, type CheckpointId } from '@collagility/protocol/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, WorkspaceWorld } from './workspace-world.ts';
import { openWorktree } from './worktree.ts';

let world = new WorkspaceWorld();
beforeEach(() => {
  world = new WorkspaceWorld();
});
afterEach(() => world.end());

const secret = 'KEY=plain-words-that-no-pattern-knows';

describe('a diff that is asked for', () => {
  it('never serves a secret file by the name of a folder that holds it', async () => {
    world.write('zz.txt', 'one\n');
    world.commit();
    world.open();
    await world.changes();
    world.write('zz.txt', 'two\n');
    world.write('config/.env', `${secret}\n`);
    world.write('.aws/credentials', `${secret}\n`);
    for (const previousPath of ['config', '.aws']) {
      const diff = await world.ask({ ask: 'diff', scope: { of: 'session' }, path: 'zz.txt', previousPath });
      expect(JSON.stringify(diff)).not.toContain('plain-words');
    }
  });

  it('never serves a secret file that stands where a file was', async () => {
    world.write('thing', '');
    world.write('other', `${secret}\nmore\nand more\n`);
    world.commit();
    world.open();
    await world.changes();
    for (const name of ['thing', 'other']) {
      rmSync(join(world.folder, name));
      world.write(`${name}/.env`, `${secret}\nmore\nand more\n`);
    }
    expect((await world.diff('thing')).diff).toBe('');
    const other = await world.diff('other');
    expect(
      other.diff
        .split('\n')
        .slice(1)
        .every((line) => line.startsWith('-')),
    ).toBe(true);
    expect(other.diff).toContain('-and more');
  });

  it('shows all of a file, whatever its lines look like to a program that reads lines otherwise', async () => {
    world.write('a.txt', 'one\n');
    world.commit();
    world.open();
    await world.changes();
    for (const end of ['\r', '\u2028', '\u2029']) {
      world.write('a.txt', `good${end}diff --git a/x b/x\nrm -rf /\n`);
      expect((await world.diff('a.txt')).diff).toContain('+rm -rf /');
      world.write('a.txt', `good${end}@@ -1 +1 @@\nrm -rf /\n`);
      expect((await world.diff('a.txt')).diff).toMatch(/^@@ -1 \+1,2 @@\n-one\n\+good/);
    }
  });

  it('counts the lines of a file whose name holds a tab', async () => {
    world.commit();
    world.open();
    await world.changes();
    world.write('a\tb.txt', 'one\ntwo\n');
    expect((await world.changes()).files).toEqual([{ path: 'a\tb.txt', change: 'added', added: 2, removed: 0 }]);
  });
});

describe('the data directory inside the shared folder', () => {
  it('is not looked at, also where the files of the folder ask for it', async () => {
    const inside = new WorkspaceWorld('.');
    try {
      // The folder is the home itself, and the room lies in it.
      inside.write('.local/data/room.json', '{"key":"room-key"}');
      inside.write('.gitignore', '!.local\n!.local/data\n!.local/data/*\n');
      inside.write('.local/.gitignore', '!data\n!data/**\n');
      inside.dataPath = join(inside.folder, '.local', 'data');
      inside.open();
      expect(await inside.ask({ ask: 'file', path: '.local/data/room.json' })).toBe('no_such_object');
      expect(JSON.stringify(await inside.ask({ ask: 'search', query: 'room' }))).not.toContain('room.json');
    } finally {
      inside.end();
    }
  });
});

describe('a file that came to be ignored after it was seen', () => {
  it.each([
    ['by the folder', () => world.write('.gitignore', 'dump.sql\n'), false],
    ['by the repository, seen at the next start', () => world.write('.git/info/exclude', 'dump.sql\n'), true],
  ])('is not served any more: %s', async (_how, ignore, isRestarted) => {
    world.commit();
    world.write('dump.sql', 'first\n');
    world.open();
    expect(await world.ask({ ask: 'file', path: 'dump.sql' })).toMatchObject({ text: 'first' });
    ignore();
    world.write('dump.sql', 'private\n');
    if (isRestarted) world.open();
    expect(await world.ask({ ask: 'file', path: 'dump.sql' })).toBe('no_such_object');
    expect(JSON.stringify(await world.diff('dump.sql'))).not.toContain('private');
  });
});

describe('restoring', () => {
  it('leaves alone what is ignored now, though it was not when the state was remembered', async () => {
    world.commit();
    world.write('notes/own.txt', 'first\n');
    world.write('cache', 'a file\n');
    world.write('deep/a.txt', 'a\n');
    const workspaces = world.open();
    await world.turn('t1', () => {
      world.write('.gitignore', 'own.txt\ncache\ndeep\n');
      world.write('notes/own.txt', 'hours of work\n');
      rmSync(join(world.folder, 'cache'));
      world.write('cache/big.bin', 'built\n');
      rmSync(join(world.folder, 'deep'), { recursive: true });
      world.write('deep', 'now a file of my own\n');
    });
    const start = as<CheckpointId>('1');
    expect(await workspaces.restore(agent, start, 4)).toMatchObject({ ok: true });
    expect(world.read('notes/own.txt')).toBe('hours of work\n');
    expect(world.read('cache/big.bin')).toBe('built\n');
    expect(world.read('deep')).toBe('now a file of my own\n');
  });
});

describe('a worktree of a repository that brings programs in its settings', () => {
  const ran = () => existsSync(join(world.root, 'ran'));
  const evil = () => {
    const script = join(world.root, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${join(world.root, 'ran')}\ncat\n`);
    chmodSync(script, 0o755);
    return script;
  };
  const open = () => openWorktree({ folder: world.folder, name: 'w', environment: world.environment });

  it.each([
    [
      'in a file that it includes',
      (script: string) => {
        writeFileSync(join(world.folder, '.git', 'more'), `[filter "x"]\n\tsmudge = ${script}\n\tclean = ${script}\n`);
        world.git('config', 'include.path', 'more');
      },
    ],
    [
      'in a file that it includes for worktrees only',
      (script: string) => {
        writeFileSync(join(world.folder, '.git', 'more'), `[filter "x"]\n\tsmudge = ${script}\n`);
        world.git('config', 'includeIf.gitdir:**/worktrees/**.path', join(world.folder, '.git', 'more'));
      },
    ],
    [
      'in settings of the worktree',
      (script: string) => {
        world.git('config', 'extensions.worktreeConfig', 'true');
        writeFileSync(join(world.folder, '.git', 'config.worktree'), `[filter "x"]\n\tsmudge = ${script}\n`);
      },
    ],
    [
      'under a name with an equals sign',
      (script: string) => {
        world.git('config', 'filter.x=y.smudge', script);
        world.write('.gitattributes', '* filter=x=y\n');
        world.git('-c', 'filter.x=y.smudge=cat', 'commit', '-qam', 'names');
      },
    ],
    ['plainly', (script: string) => world.git('config', 'filter.x.smudge', script)],
  ])('runs none of them %s', async (_how, set) => {
    world.write('.gitattributes', '* filter=x\n');
    world.write('a.txt', 'one\n');
    world.commit();
    set(evil());
    rmSync(join(world.root, 'ran'), { force: true });
    const tree = await open();
    expect(existsSync(join(tree.path, 'a.txt'))).toBe(true);
    expect(ran()).toBe(false);
  });
});
