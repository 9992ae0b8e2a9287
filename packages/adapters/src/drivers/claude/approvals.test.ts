import { describe, expect, test } from 'vitest';
import type { Fields } from '../../fields.ts';
import { approvalOf, replyOf } from './approvals.ts';

const context = { requestId: 'ours', line: '{"raw":1}', workspacePath: '/home/dev/project' };

const shell = (command: string, rules: Fields[], more: Fields = {}): Fields => ({
  tool_name: 'Bash',
  input: { command },
  tool_use_id: 'toolu_1',
  permission_suggestions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }],
  ...more,
});
const rule = (ruleContent: string, toolName = 'Bash'): Fields => ({ toolName, ruleContent });

describe('[B17] what may be kept for the session by the agent itself', () => {
  test('the very command, and it is named', () => {
    const { request } = approvalOf('n', shell('git status', [rule('git status')]), context);
    expect(request.nativeSessionRule).toBe('Bash(git status)');
  });

  test.each([
    ['a prefix', 'git log', [rule('git log:*')]],
    ['a pattern', 'npm run build', [rule('npm run *')]],
    ['a part of a compound command', 'git status && rm -rf ./a', [rule('git status')]],
    ['several rules for one command', 'ls /no; exit 3', [rule('//no/**', 'Read'), rule('exit 3')]],
    ['another tool', 'x', [rule('x', 'Read')]],
    ['a command with a star, which would be a pattern', 'rm *', [rule('rm *')]],
    ['a command of two lines', 'a\nb', [rule('a\nb')]],
  ])('not %s', (_title, command, rules) => {
    const { request, native } = approvalOf('n', shell(command, rules), context);
    expect(request.nativeSessionRule).toBeUndefined();
    expect(replyOf(native, { approved: true, scope: 'session' })).toEqual({
      behavior: 'allow',
      updatedInput: { command },
    });
  });

  test('not for an edited input, and not a mode', () => {
    const { native } = approvalOf('n', shell('a', [rule('a')]), context);
    const edited = replyOf(native, { approved: true, scope: 'session', updatedInput: { command: 'b' } });
    expect(edited).toEqual({ behavior: 'allow', updatedInput: { command: 'b' } });
    const kept = JSON.stringify(replyOf(native, { approved: true, scope: 'session' }));
    expect(kept).toContain('"destination":"session"');
    expect(kept).not.toMatch(/localSettings|setMode/);
  });
});

describe('requests', () => {
  test('paths in the workspace are relative, escapes are taken out of the reason', () => {
    const more = { blocked_path: '/home/dev/project/a/b.txt', decision_reason: '\u001b[31mwrites\u001b[0m' };
    const { request } = approvalOf('n', shell('x', [], more), context);
    expect(request).toMatchObject({ blockedPath: 'a/b.txt', reason: 'writes', nativeRequest: '{"raw":1}' });
  });

  test('a plan that the request leaves out is taken from the call', () => {
    const plan = { tool_name: 'ExitPlanMode', input: {}, tool_use_id: 't' };
    expect(approvalOf('n', plan, { ...context, planOfCall: '# P' }).request).toMatchObject({
      kind: 'plan_review',
      plan: '# P',
      mayEdit: false,
    });
  });

  test('[B07] missing and wrong fields do not break it', () => {
    const { request } = approvalOf('n', { tool_name: 7, input: null, permission_suggestions: 'x' }, context);
    expect(request).toMatchObject({ kind: 'permission', toolCall: { toolName: 'unknown', arguments: {} } });
  });
});
