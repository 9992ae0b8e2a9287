import { describe, expect, test } from 'vitest';
import { approvalOf } from './approvals.ts';

const amendment = ['git', 'status'];
const params = {
  command: "/bin/bash -lc 'git status'",
  cwd: '/w',
  kind: 'command',
  commandActions: [{ type: 'unknown', command: 'git status' }],
  proposedExecpolicyAmendment: amendment,
  availableDecisions: ['accept', { acceptWithExecpolicyAmendment: { execpolicy_amendment: amendment } }, 'cancel'],
};
const command = (more: object = {}) =>
  approvalOf('item/commandExecution/requestApproval', { ...params, ...more }, '/w');

describe('what Codex itself would keep', () => {
  test('is offered under what it does, and given by its name only', () => {
    const asked = command();
    expect(asked?.options).toMatchObject([{ optionId: 'prefix_rule', kind: 'allow_always', reach: 'permanent' }]);
    expect(asked?.options?.[0]?.words).toContain('"git status"');
    expect(asked?.reply({ approved: true, optionId: 'prefix_rule' })).toEqual({
      decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: amendment } },
    });
    expect(asked?.reply({ approved: true })).toEqual({ decision: 'accept' });
    expect(asked?.reply({ approved: true, scope: 'session' })).toEqual({ decision: 'acceptForSession' });
  });

  test('an id that was not offered is a refusal, and without an offer there is none', () => {
    expect(command()?.reply({ approved: true, optionId: 'session_files' })).toEqual({ decision: 'decline' });
    const bare = command({ availableDecisions: ['accept', 'cancel'] });
    expect(bare?.options).toBeUndefined();
    expect(bare?.reply({ approved: true, optionId: 'prefix_rule' })).toEqual({ decision: 'decline' });
  });

  test('of an edit are the files, for the session', () => {
    const edit = approvalOf('item/fileChange/requestApproval', {}, '/w');
    expect(edit?.reply({ approved: true, scope: 'session' })).toEqual({ decision: 'accept' });
    expect(edit?.reply({ approved: true, optionId: 'session_files' })).toEqual({ decision: 'acceptForSession' });
  });
});
