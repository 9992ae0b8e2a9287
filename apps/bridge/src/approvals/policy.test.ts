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
    expect(isLook('search', { pattern: 'x', glob: '.env*' })).toBe(false);
    expect(isLook('search', { pattern: 'x', path: '/' })).toBe(false);
  });

  it('is nothing that changes something', () => {
    for (const kind of ['edit', 'delete', 'move', 'fetch', 'mcp', 'other'] as const)
      expect([kind, isLook(kind, { path: 'a.ts' })]).toEqual([kind, false]);
  });

  test.each(['ls', 'ls -la src', 'pwd', 'cat src/a.ts', 'git status', 'git log -5 --oneline', 'git diff src/a.ts'])(
    'in a shell: %s',
    (command) => expect(isShellLook(command)).toBe(true),
  );

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
    'find . -delete',
    '',
  ])('in a shell it is not: %j', (command) => expect(isShellLook(command)).toBe(false));

  it('is no command with settings of its own', () => {
    expect(isLook('execute', { command: 'ls', dangerouslyDisableSandbox: true })).toBe(false);
    expect(isLook('execute', { command: 'ls', run_in_background: true })).toBe(false);
  });
});
