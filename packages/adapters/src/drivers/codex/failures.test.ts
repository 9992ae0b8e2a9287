import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { fieldsAt, isFields, textAt } from '../../fields.ts';
import { shownMessage } from '../../shown-message.ts';
import { codeOf, turnFailure } from './failures.ts';
import { limitOf } from './rate-limits.ts';

const file = createRequire(import.meta.url).resolve('@collagility/fixtures/agents/codex/0.171.0/errors.json');
const recorded: unknown = JSON.parse(readFileSync(file, 'utf8'));
const errors = (Array.isArray(recorded) ? recorded : []).filter(isFields);

const finalCodes: Record<string, string | undefined> = {
  '41-http-401': 'AUTH_CREDENTIAL_INVALID',
  '42-http-429-rate-limit': 'RATE_LIMIT_EXCEEDED',
  '44-http-429-usage-limit': 'QUOTA_EXHAUSTED',
  '45-http-500': 'PROVIDER_UNREACHABLE',
  '47-http-400': 'PROTOCOL_VIOLATION',
  '48-http-404-model': 'MODEL_NOT_FOUND',
  '49-context-window-exceeded': 'CONTEXT_WINDOW_EXCEEDED',
  '50-stream-rate-limit': 'RATE_LIMIT_EXCEEDED',
  '51-stream-disconnect': 'PROVIDER_UNREACHABLE',
  '53-socket-reset': 'PROVIDER_UNREACHABLE',
  '54-incomplete-max-output': 'TURN_LIMIT_REACHED',
  '56-stream-failed-other': 'PROVIDER_UNREACHABLE',
  '57-stream-idle-timeout': 'PROVIDER_UNREACHABLE',
  '59-no-key': 'AUTH_CREDENTIAL_INVALID',
};

describe('errors as recorded', () => {
  test('each recorded case is in the table', () => {
    expect([...new Set(errors.map((one) => textAt(one, 'capture')))].sort()).toEqual(Object.keys(finalCodes));
  });

  for (const one of errors) {
    const capture = textAt(one, 'capture') ?? '';
    const error = fieldsAt(one, 'error');
    if (one['willRetry'] === true) {
      test(`${capture}: the retry is of the same class as the end`, () => {
        expect(codeOf(error)).toBe(finalCodes[capture]);
      });
    } else {
      test(`${capture} ends as ${finalCodes[capture]}, told without address and key`, () => {
        const failure = turnFailure(error, undefined);
        expect(failure.code).toBe(finalCodes[capture]);
        expect(failure.message).not.toMatch(/https?:\/\/|test-key/);
      });
    }
  }
});

test('the formal field outweighs the text', () => {
  const message = 'stream disconnected before completion: x';
  expect(codeOf({ codexErrorInfo: 'contextWindowExceeded', message })).toBe('CONTEXT_WINDOW_EXCEEDED');
  expect(codeOf({ codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 429 } }, message })).toBe(
    'RATE_LIMIT_EXCEEDED',
  );
  expect(codeOf({ codexErrorInfo: { somethingNew: {} }, message })).toBe('PROVIDER_UNREACHABLE');
  expect(codeOf({ codexErrorInfo: 'somethingNew', message: 'odd' })).toBeUndefined();
});

test('a missing variable is named in the fix', () => {
  const failure = turnFailure(
    { codexErrorInfo: 'other', message: 'Missing environment variable: `MY_KEY`.' },
    undefined,
  );
  expect(failure.fix).toContain('MY_KEY');
});

test('what looks like a key does not reach the room', () => {
  expect(shownMessage('Incorrect API key provided: sk-abcd*****wxyz., url: http://x/y')).not.toMatch(/abcd|wxyz|http/);
});

test('the end of a limit counts only where the limit was reached', () => {
  const resetsAt = 1_800_000_000;
  expect(limitOf({ primary: { usedPercent: 99, resetsAt } })).toBeUndefined();
  expect(limitOf({ primary: { usedPercent: 100, resetsAt }, secondary: null })).toEqual({
    resetsAtMs: resetsAt * 1000,
  });
  const failure = turnFailure({ codexErrorInfo: 'usageLimitExceeded', message: 'x' }, { resetsAtMs: 5 });
  expect(failure).toMatchObject({ code: 'QUOTA_EXHAUSTED', retryAtMs: 5 });
});
