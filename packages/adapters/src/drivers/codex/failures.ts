import { errorInfo } from '../../errors.ts';
import { type Fields, fieldsAt, given, isFields, numberAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';
import { loginFix } from './start-words.ts';

/** `codexErrorInfo`, where it is a word. A word that is not here says nothing, and the text decides. */
const codeOfName: Readonly<Record<string, AdapterErrorCode>> = {
  contextWindowExceeded: 'CONTEXT_WINDOW_EXCEEDED',
  sessionBudgetExceeded: 'TURN_LIMIT_REACHED',
  tooManyDenials: 'TURN_LIMIT_REACHED',
  usageLimitExceeded: 'QUOTA_EXHAUSTED',
  rateLimitExceeded: 'RATE_LIMIT_EXCEEDED',
  flexUnavailable: 'RATE_LIMIT_EXCEEDED',
  serverOverloaded: 'RATE_LIMIT_EXCEEDED',
  policyCapacityUnavailable: 'RATE_LIMIT_EXCEEDED',
  modelNotFound: 'MODEL_NOT_FOUND',
  unauthorized: 'AUTH_CREDENTIAL_INVALID',
  internalServerError: 'PROVIDER_UNREACHABLE',
};

const codeOfStatus: Readonly<Record<number, AdapterErrorCode>> = {
  401: 'AUTH_CREDENTIAL_INVALID',
  403: 'AUTH_CREDENTIAL_INVALID',
  404: 'MODEL_NOT_FOUND',
  429: 'RATE_LIMIT_EXCEEDED',
};

/** For what Codex calls `other`: the only sign is how its sentence begins. */
const codeOfText: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [/^Missing environment variable/, 'AUTH_CREDENTIAL_INVALID'],
  [/^unexpected status 40[13]\b/, 'AUTH_CREDENTIAL_INVALID'],
  [/^unexpected status 5\d\d\b/, 'PROVIDER_UNREACHABLE'],
  [/^Selected model is at capacity/, 'RATE_LIMIT_EXCEEDED'],
  [/^We(?:’|')re currently experiencing high demand/, 'PROVIDER_UNREACHABLE'],
  [/^(exceeded retry limit, last status: 429\b|rate limit exceeded)/, 'RATE_LIMIT_EXCEEDED'],
  [/^(stream disconnected|stream error|error sending request|request timed out)/, 'PROVIDER_UNREACHABLE'],
  [/waiting for network/, 'PROVIDER_UNREACHABLE'],
  [/^Incomplete response returned, reason: max_output_tokens/, 'TURN_LIMIT_REACHED'],
  [/ran out of room in the model's context window/, 'CONTEXT_WINDOW_EXCEEDED'],
  [/^(Quota exceeded|You’ve hit your usage limit|You've hit your usage limit)/, 'QUOTA_EXHAUSTED'],
];

/** The kinds of failing connections, each with a status where one came. */
const connectionNames = [
  'httpConnectionFailed',
  'responseStreamConnectionFailed',
  'responseStreamDisconnected',
  'responseTooManyFailedAttempts',
];

/** The class of an error by its formal fields, then by its text; undefined where neither says anything. */
export function codeOf(error: Fields): AdapterErrorCode | undefined {
  const info = error['codexErrorInfo'];
  const named = typeof info === 'string' ? ownValue(codeOfName, info) : undefined;
  if (named !== undefined) return named;
  if (isFields(info)) {
    const name = connectionNames.find((one) => one in info);
    if (name !== undefined) {
      const status = numberAt(fieldsAt(info, name), 'httpStatusCode');
      const ofStatus = status === undefined ? codeOfMessage(textOf(error)) : codeOfStatus[status];
      return ofStatus ?? 'PROVIDER_UNREACHABLE';
    }
  }
  return codeOfMessage(textOf(error));
}

/** What went wrong; the message of a retry only counts. */
const textOf = (error: Fields): string => textAt(error, 'additionalDetails') ?? textAt(error, 'message') ?? '';

export const codeOfMessage = (message: string): AdapterErrorCode | undefined =>
  codeOfText.find(([pattern]) => pattern.test(message))?.[1];

/** Why a turn failed. */
export function turnFailure(error: Fields, limit: { resetsAtMs: number } | undefined): AdapterErrorInfo {
  const code = codeOf(error) ?? 'PROTOCOL_VIOLATION';
  const said = textAt(error, 'message');
  const isLimit = code === 'RATE_LIMIT_EXCEEDED' || code === 'QUOTA_EXHAUSTED';
  return errorInfo(code, {
    ...given('message', said === undefined || said === '' ? undefined : shownMessage(said)),
    ...given('fix', fixOf(code, said ?? '')),
    ...given('retryAtMs', isLimit ? limit?.resetsAtMs : undefined),
  });
}

function fixOf(code: AdapterErrorCode, said: string): string | undefined {
  const variable = /Missing environment variable: `(\w+)`/.exec(said)?.[1];
  if (variable !== undefined) return `Set ${variable} where the bridge is started, then start it again.`;
  if (code === 'AUTH_CREDENTIAL_INVALID') return loginFix;
  return code === 'CONTEXT_WINDOW_EXCEEDED' ? 'Send `/compact` as the host, or start a new session.' : undefined;
}

/** What a retry of Codex is worth telling. */
export function retryFailure(error: Fields): AdapterErrorInfo | undefined {
  const details = textAt(error, 'additionalDetails');
  const message = textAt(error, 'message') ?? '';
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const isWaiting = message.includes('waiting for network');
  return errorInfo(code, {
    message: shownMessage(details ?? message),
    kept: 'The turn still runs: Codex tries again by itself.',
    fix: isWaiting
      ? 'Check the network of the host’s computer; Codex waits without limit, so interrupt the turn to end it.'
      : 'Wait, or interrupt the turn.',
  });
}
