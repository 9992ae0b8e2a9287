import type { ToolKind } from '@collagility/adapters/port';
import { describe, expect, it, test } from 'vitest';
import { isPlainLook } from './policy.ts';

const places = {
  workspacePath: '/home/ada/app',
  homePath: '/home/ada',
  dataPath: '/home/ada/.local/share/collagility',
  realPath: (path: string) => (path === '/home/ada/app/link' ? '/etc/passwd' : path),
};
const isLook = (kind: ToolKind, input: Record<string, unknown>) => isPlainLook({ kind, arguments: input }, places);
const isShellLook = (command: string) => isLook('execute', { command, description: 'look' });

describe('a plain look into the workspace', () => {
  it('is reading, listing and searching inside', () => {
    expect(isLook('read', { file_path: '/home/ada/app/src/a.ts' })).toBe(true);
    expect(isLook('search', { pattern: 'TODO', path: 'src' })).toBe(true);
    expect(isLook('agent', { prompt: 'read /etc/hosts' })).toBe(true);
  });

  it('is not a look at secrets, outside, through a link, or into the bridge’s folder', () => {
    for (const file_path of ['.env', '.env.local', 'link', '/etc/hosts', '../other/x', `${places.dataPath}/room`])
      expect([file_path, isLook('read', { file_path })]).toEqual([file_path, false]);
    for (const file_path of [
      'file:///etc/hosts',
      'file://localhost/etc/hosts',
      'file:///etc%2Fhosts',
      'file:/etc/hosts',
      ' /etc/hosts',
      '"/etc/hosts"',
      '~ada/x',
      'a\\..\\..\\x',
      'deploy/secrets.yml',
      'terraform.tfstate',
      'firebase-adminsdk-x.json',
    ])
      expect([file_path, isLook('read', { file_path })]).toEqual([file_path, false]);
    for (const glob of ['.env*', '{.env,a}', '**/.e*', '.e?v', 'src/.[e]nv'])
      expect([glob, isLook('search', { pattern: 'x', glob })]).toEqual([glob, false]);
    for (const glob of ['**/*', '*.ts', '{a,b}/*.tsx', 'env.ts'])
      expect([glob, isLook('search', { pattern: '.*x', glob })]).toEqual([glob, true]);
    expect(isLook('search', { pattern: 'x', path: '/' })).toBe(false);
  });

  it('is nothing that changes something', () => {
    for (const kind of ['edit', 'delete', 'move', 'fetch', 'mcp', 'other'] as const)
      expect([kind, isLook(kind, { path: 'a.ts' })]).toEqual([kind, false]);
  });

  test.each([
    'ls',
    'ls -la src',
    'pwd',
    'cat src/a.ts',
    'cat -n src/a.ts',
    'head -n 20 a.ts',
    'head -20 a.ts',
    'tail -n +5 a.ts',
    'wc -l a.ts',
    'file -b --mime-type a',
    'du -sh src',
    'du -h --max-depth=1',
    'git status',
    'git status --short --branch',
    'git status --porcelain=v2',
    'git log -5 --oneline',
    'git log -n 3 --stat --since=2024-01-01 --author=Ada',
    'git diff src/a.ts',
    'git diff --cached --name-only',
    'git diff -U10 HEAD -- src/a.ts',
    'git show --stat HEAD',
    'git branch --show-current',
    'git rev-parse --abbrev-ref HEAD',
  ])('in a shell: %s', (command) => expect(isShellLook(command)).toBe(true));

  test.each([
    'npm test',
    'ls; rm x',
    'ls && touch x',
    'cat $HOME/x',
    'cat .e*',
    'cat .env',
    'cat link',
    'cat a b/../../x',
    'cat "a b"',
    'ls > out',
    'ls\nrm x',
    'git diff --output=x',
    'git -c core.pager=x log',
    'git show HEAD:.env',
    'git checkout .',
    'git log --ext-diff',
    // Git takes long options cut short.
    'git diff --outp=src/a.ts',
    'git log -p --ext-d',
    'git show --textc HEAD',
    'git show --show-sig',
    'git diff --no-in a b',
    'git log -Oorder',
    'git branch --show-current -D x',
    'wc --files0-from=list',
    'du --files0-fr=list',
    'file -f list',
    'file -C -m x',
    'file --magic=x y',
    'tail -f log',
    'tail --fol=name log',
    'stat --form=x a',
    'find . -delete',
    '',
  ])('in a shell it is not: %j', (command) => expect(isShellLook(command)).toBe(false));

  it('is no command with settings of its own', () => {
    expect(isLook('execute', { command: 'ls', dangerouslyDisableSandbox: true })).toBe(false);
    expect(isLook('execute', { command: 'ls', run_in_background: true })).toBe(false);
  });
});
