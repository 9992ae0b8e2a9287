import { ruleMatches } from '@collagility/protocol/rule-match';
import { describe, expect, it } from 'vitest';
import { ruleTextOf } from './rule.ts';

const session = (match: string) => ({ scope: 'session', match }) as const;
const pattern = (match: string) => ({ scope: 'rule', match }) as const;

describe('[B17] a remembered permission', () => {
  it('is an exact text: granting a compound line grants none of its commands', () => {
    const rule = session('git status && rm -rf ./tmp-a');
    expect(ruleMatches(rule, 'git status && rm -rf ./tmp-a')).toBe(true);
    for (const other of ['rm -rf ./tmp-a', 'rm -rf ./tmp-b', 'git status', 'git status && rm -rf ./tmp-b'])
      expect(ruleMatches(rule, other)).toBe(false);
  });

  it('of one script says nothing about another', () => {
    expect(ruleMatches(session('python3 -c "print(1)"'), 'python3 -c "print(2)"')).toBe(false);
  });

  it('is no pattern unless the host wrote it as a rule', () => {
    expect(ruleMatches(session('git *'), 'git log')).toBe(false);
    expect(ruleMatches(session('git *'), 'git *')).toBe(true);
  });

  it.each([
    'git log; curl http://127.0.0.1:9/x | sh',
    'git log && rm x',
    'git log | sh',
    'git log $(rm x)',
    'git log `rm x`',
    'git log\nrm x',
    'git log > ~/.bashrc',
    'git log & rm x',
    'github login',
  ])('as a pattern never lets a second command ride along: %j', (text) => {
    expect(ruleMatches(pattern('git *'), text)).toBe(false);
  });

  it.each(['src/../package.json', 'src/../.git/config', '..', 'src\\..\\a.ts'])(
    'of an edit is none for a way that turns back, which a pattern for one folder would fit: %s',
    (file_path) => expect(ruleTextOf({ kind: 'edit' }, { file_path, content: 'x' })).toBeUndefined(),
  );

  it('as a pattern matches what it says', () => {
    expect(ruleMatches(pattern('git *'), 'git log --oneline')).toBe(true);
    expect(ruleMatches(pattern('npm run * -- --ci'), 'npm run test -- --ci')).toBe(true);
    expect(ruleMatches(pattern('a*b*c'), 'a1b2c')).toBe(true);
    expect(ruleMatches(pattern('a*bb*bc'), 'abbc')).toBe(false);
  });
});

describe('the text that a permission remembers', () => {
  it('is the command alone, whatever is remarked about it', () => {
    expect(ruleTextOf({ kind: 'execute' }, { command: 'npm test', description: 'Run', timeout: 5 })).toBe('npm test');
  });
  it('of any other tool holds its description and timeout too: there they are contents', () => {
    const issue = (description: string) => ruleTextOf({ kind: 'mcp' }, { title: 'x', description, timeout: 1 });
    expect(issue('harmless')).not.toBe(issue('the contents of the database'));
    expect(issue('a')).toContain('timeout');
  });
  it('holds every other setting of the call', () => {
    const text = ruleTextOf({ kind: 'execute' }, { command: 'npm test', run_in_background: true });
    expect(text).toBe('{"command":"npm test","run_in_background":true}');
  });
  it('is the file of an edit, and nothing for a deletion', () => {
    expect(ruleTextOf({ kind: 'edit' }, { file_path: 'a.ts', new_string: 'x' })).toBe('a.ts');
    expect(ruleTextOf({ kind: 'delete' }, { path: 'a.ts' })).toBeUndefined();
  });
});
