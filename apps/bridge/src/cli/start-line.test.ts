import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';
import { startLine, wayFlags } from './start-line.ts';

/** What the line means when it is typed again. */
function reread(line: string) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, inQuotes, bare]) => inQuotes ?? bare ?? '');
  const parsed = parseOptions(words.slice(1));
  if (!parsed.ok || parsed.invocation.command !== 'run') throw new Error(line);
  return parsed.invocation;
}

test('the line that brings a room back names its folder, its worktree and its way, and is understood when typed', () => {
  const line = startLine({ folder: './my app', worktree: 'fix', dataDir: '/srv/rooms' }, ['--resume'], {});
  expect(line).toBe("collagility-bridge './my app' --worktree fix --data-dir /srv/rooms --resume");
  expect(reread(line)).toMatchObject({ folder: './my app', worktree: 'fix', dataDir: '/srv/rooms', resume: true });
  expect(startLine({ folder: '.' }, ['--resume'], {})).toBe('collagility-bridge --resume');
  expect(reread(startLine({ folder: '.', worktree: 'work' }, ['--resume'], {}))).toMatchObject({
    worktree: 'work',
    resume: true,
  });
  const way = wayFlags({ ...reread('x'), relay: 'https://relay.example:8443' });
  expect(reread(startLine({ folder: 'a', agent: 'terminal:vim x' }, way, {}))).toMatchObject({
    agent: 'terminal:vim x',
    relay: 'https://relay.example:8443',
  });
});
