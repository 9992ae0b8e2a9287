import { describe, expect, test } from 'vitest';
import { flagNames } from './flags.ts';
import { help } from './help.ts';
import { parseOptions } from './options.ts';

const run = (...args: string[]) => {
  const parsed = parseOptions(args);
  if (!parsed.ok) throw new Error(parsed.message);
  if (parsed.invocation.command !== 'run') throw new Error(parsed.invocation.command);
  return parsed.invocation;
};
const complaint = (...args: string[]) => {
  const parsed = parseOptions(args);
  return parsed.ok ? `accepted as ${parsed.invocation.command}` : parsed.message;
};

describe('the command line', () => {
  test('without arguments: this folder, asking, lobby on, whole history, page opened', () => {
    expect(run()).toEqual({
      command: 'run',
      folder: '.',
      mode: 'ask',
      history: 'all',
      lobby: true,
      openAnother: false,
      endSurvivors: false,
      tunnel: false,
      lan: false,
      insecureLan: false,
      json: false,
      open: true,
    });
  });

  test('--worktree has a name of its own, and refuses one that is no name of a branch and a folder', () => {
    expect(run('--worktree').worktree).toBe('work');
    expect(run('--worktree', 'fix-2', 'repo')).toMatchObject({ worktree: 'fix-2', folder: 'repo' });
    expect(complaint('--worktree', '../elsewhere')).toContain('short name');
  });

  test('flags and the folder may stand in any order, with = or a space', () => {
    const options = run('--agent=mock', 'some/folder', '--model', 'small', '--port', '4800', '--no-lobby', '--json');
    expect(options).toMatchObject({ agent: 'mock', folder: 'some/folder', model: 'small', port: 4800, lobby: false });
    expect(options.open).toBe(false);
  });

  test('a folder that begins with a dash comes after --', () => {
    expect(run('--', '--agent').folder).toBe('--agent');
  });

  test.each([
    [['--resume'], { resume: true, folder: '.' }],
    [['--resume', '--json'], { resume: true, json: true }],
    [['--resume', 'abc123'], { resume: 'abc123' }],
    [['--resume=abc123', 'folder'], { resume: 'abc123', folder: 'folder' }],
    [['folder', '-r', '--agent', 'mock'], { resume: true, folder: 'folder', agent: 'mock' }],
  ])('--resume takes a room or none: %j', (args, expected) => {
    expect(run(...args)).toMatchObject(expected);
  });

  test.each([
    [['--agnet', 'mock'], 'Unknown flag --agnet. Did you mean --agent?'],
    [['--tunel'], 'Unknown flag --tunel. Did you mean --tunnel?'],
    [['--quite-another-thing'], 'Unknown flag --quite-another-thing.'],
    [['-z'], 'Unknown flag -z.'],
    [['--agent'], '--agent needs a value: --agent <id>.'],
    [['--title', '  '], '--title needs a value: --title <text>.'],
    [[''], 'A folder or command was named by an empty word. Leave it out to share this folder.'],
    [['--agent', '--json'], '--agent needs a value: --agent <id>.'],
    [['--agent', 'a', '--agent', 'b'], '--agent was given twice.'],
    [['--json=yes'], '--json takes no value (it got "yes").'],
    [['--mode', 'yolo'], '--mode is ask or act (it got "yolo").'],
    [['--history', 'none'], '--history is all or from-now (it got "none").'],
    [
      ['--resume', './my app'],
      `--resume takes the id of a room, and "./my app" is none. The folder goes first: collagility-bridge './my app' --resume`,
    ],
    [
      ['--resume=/srv/app'],
      '--resume takes the id of a room, and "/srv/app" is none. The folder goes first: collagility-bridge /srv/app --resume',
    ],
    [
      ['--worktree', './my app'],
      `--worktree takes a short name of letters, digits, dots and dashes (it got "./my app"). The folder goes first: collagility-bridge './my app' --worktree`,
    ],
    [['--worktree', 'a b'], '--worktree takes a short name of letters, digits, dots and dashes (it got "a b").'],
    [['--port', '70000'], '--port is a number up to 65535 (it got "70000").'],
    [['--port', '80x'], '--port is a number up to 65535 (it got "80x").'],
    [['--lobby', '--no-lobby'], '--lobby and --no-lobby exclude each other.'],
    [['--tunnel', '--lan'], '--tunnel and --lan exclude each other: each is a way to the bridge.'],
    [
      ['--relay', 'https://r.example', '--tunnel'],
      '--relay and --tunnel exclude each other: each is a way to the bridge.',
    ],
    [['--tls-cert', 'c.pem'], '--tls-cert and --tls-key go together: name both files.'],
    [['one', 'two'], 'One folder at a time (it got "one", "two").'],
    [['doctor', '--tunnel'], '--tunnel has no meaning for `doctor`.'],
    [['rooms', 'remove'], '`rooms` is followed by `delete <roomId>` or nothing (it got "remove").'],
    [['rooms', 'delete'], '`rooms delete` takes the id of one room; `rooms` lists them.'],
    [['rooms', '--yes'], '--yes has no meaning for `rooms`.'],
    [['join', 'https://x/s#y'], '`join` is not in this version yet. (A folder of that name: ./join)'],
    [['relay', 'use'], '`relay use` needs the address: relay use https://relay.example.com (or `none`).'],
    [['relay', 'uze'], '`relay` is followed by `use <url>` or nothing (it got "uze").'],
  ])('%j is refused in one sentence', (args, message) => {
    expect(complaint(...args)).toBe(message);
  });

  test('commands are told apart from folders', () => {
    expect(parseOptions(['agents', '--json'])).toEqual({ ok: true, invocation: { command: 'agents', json: true } });
    expect(parseOptions(['relay', 'use', 'https://r.example'])).toMatchObject({
      ok: true,
      invocation: { command: 'relay use', url: 'https://r.example' },
    });
    expect(run('./relay').folder).toBe('./relay');
    expect(parseOptions(['rooms', 'delete', 'abc123', '-y'])).toEqual({
      ok: true,
      invocation: { command: 'rooms delete', roomId: 'abc123', isSure: true },
    });
  });

  test('--help wins over everything that is right, and names every flag', () => {
    expect(parseOptions(['doctor', '--help'])).toEqual({ ok: true, invocation: { command: 'help' } });
    const text = help('1.2.3');
    for (const name of flagNames) expect(text).toContain(`--${name}`);
    for (const type of ['admit', 'deny', 'answer', 'host_link', 'interrupt', 'resume_queue', 'panic', 'end'])
      expect(text).toContain(`"${type}"`);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  });
});
