import { expect, test } from 'vitest';
import { turnEndOf } from './turn-end.ts';

// azmaveth/ex_mcp #36: the reason came before, in a notification, and the turn that failed named none.
test('a turn that failed without a reason failed for what went wrong last', () => {
  const limit = { resetsAtMs: 5 };
  const last = { message: 'You have no quota left.', codexErrorInfo: 'usageLimitExceeded' };
  const own = { message: 'No key.', codexErrorInfo: 'unauthorized' };
  const end = (turn: object, lastError?: object) =>
    turnEndOf({ status: 'failed', ...turn }, false, limit, undefined, lastError && { ...lastError });
  expect(end({}, last)).toMatchObject({ error: { code: 'QUOTA_EXHAUSTED', message: last.message, retryAtMs: 5 } });
  expect(end({ error: null }, last)).toMatchObject({ error: { code: 'QUOTA_EXHAUSTED' } });
  expect(end({ error: own }, last)).toMatchObject({ error: { code: 'AUTH_CREDENTIAL_INVALID' } });
  expect(end({})).toMatchObject({ error: { code: 'PROTOCOL_VIOLATION' } });
  expect(turnEndOf({ status: 'completed' }, false, limit, undefined, last)).toEqual({ outcome: 'completed' });
});
