import { errorInfo } from '../../errors.ts';
import { given } from '../../fields.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';
import { loginFix } from './start-failure.ts';

/** pi tells why an answer failed as one text, which begins with the provider's status where there was one. */
const codeOfText: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [
    /context_length_exceeded|context window|maximum context length|prompt is too long|too many tokens/i,
    'CONTEXT_WINDOW_EXCEEDED',
  ],
  [/insufficient_quota|quota exceeded|credit balance|billing|usage limit/i, 'QUOTA_EXHAUSTED'],
  [
    /^(\D{0,20})40[13]\b|No API key found|Authentication failed|invalid[ _]api[ _]key|unauthorized/i,
    'AUTH_CREDENTIAL_INVALID',
  ],
  [/No model selected|No models available|model[ _]not[ _]found|^(\D{0,20})404\b/i, 'MODEL_NOT_FOUND'],
  [/^(\D{0,20})429\b|rate[ _]limit|too many requests/i, 'RATE_LIMIT_EXCEEDED'],
  [
    /^(\D{0,20})5\d\d\b|overloaded|connection error|fetch failed|ECONN|ENOTFOUND|ETIMEDOUT|timed? ?out|terminated|socket|stream ended/i,
    'PROVIDER_UNREACHABLE',
  ],
];

export const codeOf = (text: string): AdapterErrorCode | undefined =>
  codeOfText.find(([pattern]) => pattern.test(text))?.[1];

/** Why a turn failed. */
export function turnFailure(message: string): AdapterErrorInfo {
  const code = codeOf(message) ?? 'PROTOCOL_VIOLATION';
  return errorInfo(code, {
    ...given('message', message === '' ? undefined : shownMessage(message)),
    ...given('fix', fixOf(code)),
  });
}

/** The same for a failure after which pi tries again by itself. */
export function retryFailure(message: string): AdapterErrorInfo | undefined {
  const code = codeOf(message);
  if (code === undefined) return undefined;
  const kept = 'The turn still runs: pi tries again by itself.';
  return errorInfo(code, { message: shownMessage(message), kept, fix: 'Wait, or interrupt the turn.' });
}

function fixOf(code: AdapterErrorCode): string | undefined {
  if (code === 'AUTH_CREDENTIAL_INVALID') return loginFix;
  return code === 'CONTEXT_WINDOW_EXCEEDED' ? 'Send `/compact` as the host, or start a new session.' : undefined;
}
