import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BridgeError } from './bridge-error.ts';
import { openSharedFolder, wideFolderNotice } from './shared-folder.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'collagility-folder-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function repository(head: string): string {
  const path = join(base, 'shop');
  mkdirSync(join(path, '.git'), { recursive: true });
  mkdirSync(join(path, 'src'));
  writeFileSync(join(path, '.git', 'HEAD'), head);
  return path;
}

test('a repository is known by its branch, also from below, by symlink and as a worktree', () => {
  const path = repository('ref: refs/heads/fix/retry\n');
  expect(openSharedFolder('shop', base, true)).toMatchObject({ path, name: 'shop', branch: 'fix/retry', notices: [] });
  expect(openSharedFolder('shop/src', base, true)).toMatchObject({
    name: 'src',
    repository: path,
    branch: 'fix/retry',
  });
  symlinkSync(path, join(base, 'link'));
  expect(openSharedFolder('link', base, true).path).toBe(path);
  const tree = join(base, 'tree');
  mkdirSync(tree);
  writeFileSync(join(tree, '.git'), `gitdir: ${join(path, '.git', 'worktrees', 'tree')}\n`);
  mkdirSync(join(path, '.git', 'worktrees', 'tree'), { recursive: true });
  writeFileSync(join(path, '.git', 'worktrees', 'tree', 'HEAD'), 'ref: refs/heads/other\n');
  expect(openSharedFolder('tree', base, true).branch).toBe('other');
});

test('a branch that no reader of that file could know is not made up', () => {
  repository('ref: refs/heads/.invalid\n');
  expect(openSharedFolder('shop', base, true)).toMatchObject({ name: 'shop' });
  expect(openSharedFolder('shop', base, true).branch).toBeUndefined();
});

test('a detached HEAD is named by its commit', () => {
  repository(`${'a1b2c3d4e5'.repeat(4)}\n`);
  expect(openSharedFolder('shop', base, true).branch).toBe('a1b2c3d');
});

test('a folder outside of a repository works, with a notice', () => {
  // The folder of temporary files may itself lie in one: then this says nothing.
  const { repository: found, notices } = openSharedFolder(base, '/', true);
  expect(found !== undefined || notices.some((notice) => notice.includes('not in a git repository'))).toBe(true);
});

test('a folder of repositories, itself none, says that these are compared by their commits', () => {
  mkdirSync(join(base, 'blog'));
  writeFileSync(join(base, 'blog', '.git'), 'gitdir: ../shop/.git/worktrees/blog\n');
  for (const name of ['shop', 'site', 'wiki']) {
    mkdirSync(join(base, name, '.git'), { recursive: true });
    writeFileSync(join(base, name, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  }
  mkdirSync(join(base, 'notes'));
  const { repository: found, notices } = openSharedFolder(base, '/', true);
  expect(found !== undefined || notices.some((notice) => notice.includes('(blog, shop, site, …)'))).toBe(true);
});

test('a missing folder and a file are refused with what to do', () => {
  expect(() => openSharedFolder('none', base, true)).toThrow(`There is no folder ${join(base, 'none')}.`);
  writeFileSync(join(base, 'file'), '');
  expect(() => openSharedFolder('file', base, true)).toThrow('is a file');
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written works, with a notice (left out for root, who may write all)',
  () => {
    const path = repository('ref: refs/heads/main\n');
    chmodSync(path, 0o500);
    expect(openSharedFolder(path, '/', true).notices).toEqual([
      'This folder cannot be written: the agent can look, but it cannot change anything.',
    ]);
    chmodSync(path, 0o700);
  },
);

test('a slip in the name of a command is answered with the command', () => {
  const nextOf = (given: string) => {
    try {
      openSharedFolder(given, base, true);
    } catch (error) {
      return error instanceof BridgeError ? error.next.join(' ') : String(error);
    }
    return undefined;
  };
  expect(nextOf('agent')).toContain('Did you mean the command `agents`?');
  expect(nextOf('room')).toContain('`rooms`');
  expect(nextOf('docter')).toContain('`doctor`');
  expect(nextOf('my-project')).not.toContain('Did you mean');
});

test('a home folder, and what has it inside, is shared with a word about what that means', () => {
  expect(wideFolderNotice('/home/ada', '/home/ada')).toContain('This is your whole home folder');
  expect(wideFolderNotice('/', '/home/ada')).toContain('has your whole home folder in it');
  expect(wideFolderNotice('/home/ada/code', '/home/ada')).toBeUndefined();
  expect(wideFolderNotice('/home/ad', '/home/ada')).toBeUndefined();
});
