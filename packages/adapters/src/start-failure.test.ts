import { expect, test } from 'vitest';
import { startFailure } from './start-failure.ts';

test('an agent that ended while it started promises no resumed session, and says how to look for the cause', () => {
  const exit = { kind: 'exited', code: 3, signal: null, stderrTail: 'no config' } as const;
  const { code, message, detail } = startFailure({ name: 'Words', installFix: '' }, exit);
  expect(code).toBe('PROCESS_CRASHED');
  expect(message).toBe('Words ended while it started: exit code 3. no config');
  expect(detail).toEqual({
    kept: 'The room and the queue are kept.',
    fix: 'Run it by itself in this folder to see what it lacks, then start the agent again.',
  });
});
