import { describe, expect, test } from 'vitest';
import { failureOf } from './acp/failures.ts';
import { fakeProfile } from './acp/fake-acp.ts';
import { toolKindOf } from './acp/tool-facts.ts';
import { retryFailure, turnFailure } from './claude/failures.ts';
import { toolCallOf as claudeCall } from './claude/tools.ts';
import { codeOf } from './codex/failures.ts';
import { policyOf, widened } from './codex/policies.ts';
import { toolCallOf as piCall } from './pi/tools.ts';

// Agents choose these words, and every object has some of them: no table of ours says anything of them.
describe.each(['constructor', 'toString', '__proto__'])('the word "%s"', (word) => {
  test('is the name of no failure, and takes nothing down', () => {
    expect(retryFailure({ error: word, attempt: 2 }, 0)?.code).toBe('PROVIDER_UNREACHABLE');
    expect(turnFailure({ subtype: word, terminal_reason: word }, undefined, undefined).code).toBe('PROTOCOL_VIOLATION');
    const refused = { code: -32_603, message: 'no', data: { reason: word } };
    expect(failureOf(refused, fakeProfile).code).toBe('PROTOCOL_VIOLATION');
    expect(codeOf({ codexErrorInfo: word })).toBeUndefined();
  });

  test('is no kind of tool', () => {
    expect(toolKindOf({ kind: word }, word)).toBe('other');
    const call = { toolId: 'a', toolName: word, input: {}, parentToolId: undefined };
    expect(piCall(call, '/w').kind).toBe('other');
    expect(claudeCall(call, '/w').kind).toBe('other');
  });

  test('is no policy that is narrower than what was wanted', () => {
    const wanted = policyOf({ workspacePath: '/w' }, 'ask');
    const said = { approvalPolicy: word, approvalsReviewer: 'user', sandboxPolicy: { type: word } };
    expect(widened(said, wanted)).toHaveLength(2);
  });
});
