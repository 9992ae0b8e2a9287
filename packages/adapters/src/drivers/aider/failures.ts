import { errorInfo } from '../../errors.ts';
import { given } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';
import { keyFix } from './start-failure.ts';

/** By the name of the class that litellm raises: its formal word for what went wrong. */
const codeOfClass: Readonly<Record<string, AdapterErrorCode>> = {
  AuthenticationError: 'AUTH_CREDENTIAL_INVALID',
  PermissionDeniedError: 'AUTH_CREDENTIAL_INVALID',
  NotFoundError: 'MODEL_NOT_FOUND',
  RateLimitError: 'RATE_LIMIT_EXCEEDED',
  RouterRateLimitError: 'RATE_LIMIT_EXCEEDED',
  BudgetExceededError: 'QUOTA_EXHAUSTED',
  ContextWindowExceededError: 'CONTEXT_WINDOW_EXCEEDED',
  APIConnectionError: 'PROVIDER_UNREACHABLE',
  APIError: 'PROVIDER_UNREACHABLE',
  InternalServerError: 'PROVIDER_UNREACHABLE',
  ServiceUnavailableError: 'PROVIDER_UNREACHABLE',
  BadGatewayError: 'PROVIDER_UNREACHABLE',
  MidStreamFallbackError: 'PROVIDER_UNREACHABLE',
  Timeout: 'PROVIDER_UNREACHABLE',
};

/** Where the class says less than its text. */
const codeOfText: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [/insufficient[_ ](?:quota|credits)|quota exceeded|credit balance/i, 'QUOTA_EXHAUSTED'],
  [/context_length_exceeded|maximum context length|prompt is too long/i, 'CONTEXT_WINDOW_EXCEEDED'],
  [/api[_ ]key.*(?:not|missing)|missing.*api[_ ]key/i, 'AUTH_CREDENTIAL_INVALID'],
];

export function codeOf(className: string, text: string): AdapterErrorCode {
  const ofText = codeOfText.find(([pattern]) => pattern.test(text))?.[1];
  return ofText ?? ownValue(codeOfClass, className) ?? 'PROTOCOL_VIOLATION';
}

/** litellm names the class again, once or twice. */
const withoutClass = (text: string): string => text.replace(/^(?:(?:litellm\.)?\w*(?:Error|Timeout): )+/, '');

/** `retries`: aider tries again by itself. */
export function providerFailure(className: string, text: string, retries: boolean): AdapterErrorInfo {
  const code = codeOf(className, text);
  const said = shownMessage(withoutClass(text)).slice(0, 1_000);
  return errorInfo(code, {
    message: said === '' ? className : `${className}: ${said}`,
    ...(retries
      ? {
          kept: 'The turn still runs: Aider tries again by itself, for up to a minute.',
          fix: 'Wait, or interrupt the turn.',
        }
      : {}),
    ...given('fix', !retries && code === 'AUTH_CREDENTIAL_INVALID' ? keyFix : undefined),
  });
}
