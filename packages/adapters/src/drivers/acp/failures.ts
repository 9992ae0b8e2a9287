import { AgentAdapterError, errorInfo } from '../../errors.ts';
import { type Fields, given, isFields, textAt } from '../../fields.ts';
import type { RpcError, RpcReply } from '../../json-rpc.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';
import type { AcpProfile } from './profile.ts';

/** The protocol's code for "authentication required". */
export const authRequired = -32_000;

/** Formal names that agents put into an error's data. */
const codeOfName: Readonly<Record<string, AdapterErrorCode>> = {
  rate_limit: 'RATE_LIMIT_EXCEEDED',
  overloaded: 'RATE_LIMIT_EXCEEDED',
  authentication_failed: 'AUTH_CREDENTIAL_INVALID',
  billing_error: 'QUOTA_EXHAUSTED',
  credits_exhausted: 'QUOTA_EXHAUSTED',
  model_not_found: 'MODEL_NOT_FOUND',
  ContextOverflowError: 'CONTEXT_WINDOW_EXCEEDED',
  ProviderAuthError: 'AUTH_CREDENTIAL_INVALID',
  ProviderModelNotFoundError: 'MODEL_NOT_FOUND',
};

/** Words of providers, for errors without a formal field; the first that fits. */
const codeOfWords: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [
    /token count .*exceeds the maximum|maximum context length|context (window|length)|prompt is too long|payload too large/i,
    'CONTEXT_WINDOW_EXCEEDED',
  ],
  [
    /API_KEY_INVALID|api key not valid|(invalid|incorrect) (x-)?api.?key|UNAUTHENTICATED|PERMISSION_DENIED|unauthorized|authentication (error|failed|required)|failed to authenticate/i,
    'AUTH_CREDENTIAL_INVALID',
  ],
  [/daily quota|insufficient.?quota|credit|billing|quota/i, 'QUOTA_EXHAUSTED'],
  [/rate.?limit|too many requests|overloaded|slow down|at capacity/i, 'RATE_LIMIT_EXCEEDED'],
  [/model.{0,80}(not found|does not exist|not supported)|no such model|unknown model/i, 'MODEL_NOT_FOUND'],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|fetch failed|connection (error|refused|reset)|could not connect|error sending request|stream decode error|stream (disconnected|error)|high demand|server error|(?:^|: )terminated$|socket hang up|timed? ?out/i,
    'PROVIDER_UNREACHABLE',
  ],
];

/** What an error of the agent means: the protocol's code, then formal fields, then a status, words last. */
export function failureOf(error: RpcError, profile: AcpProfile): AdapterErrorInfo {
  const text = textOf(error);
  const code =
    (error.code === authRequired ? 'AUTH_CREDENTIAL_INVALID' : undefined) ??
    nameOf(error) ??
    statusCode(error, text) ??
    wordsCode(text) ??
    'PROTOCOL_VIOLATION';
  return errorInfo(code, { message: shown(text), ...given('fix', fixOf(code, profile)) });
}

/** The same for whatever is no answer to a prompt. */
export const replyFailure = (reply: Exclude<RpcReply, { ok: true }>, profile: AcpProfile): AdapterErrorInfo =>
  reply.reason === 'refused'
    ? failureOf(reply.error, profile)
    : errorInfo('PROTOCOL_VIOLATION', { message: reply.message });

/** The same for a failure that an agent told as ordinary text. */
export function failureOfText(text: string, profile: AcpProfile): AdapterErrorInfo {
  const code = statusIn(text) ?? wordsCode(text) ?? 'PROTOCOL_VIOLATION';
  return errorInfo(code, { message: shown(text), ...given('fix', fixOf(code, profile)) });
}

/** What the end of a turn without a word means, of agents that tell a failed model so. A command may have nothing to say. */
export function failureOfSilence(isCommand: boolean, { row, failures }: AcpProfile): AdapterErrorInfo | undefined {
  if (isCommand || failures?.silenceFix === undefined) return undefined;
  const message = `${row.name} ended the turn without an answer, as it does when its model fails; it does not say why.`;
  return errorInfo('PROVIDER_UNREACHABLE', { message, fix: failures.silenceFix });
}

/** Why something small was refused, in the agent’s words. */
export const refusalWords = (error: RpcError): string => shown(textOf(error));

/** For a start that failed. */
export function startError(error: RpcError, profile: AcpProfile): AgentAdapterError {
  const { code, message, fix } = failureOf(error, profile);
  return new AgentAdapterError(code, `${profile.row.name}: ${message}`, { detail: given('fix', fix) });
}

function nameOf({ data }: RpcError): AdapterErrorCode | undefined {
  if (!isFields(data)) return undefined;
  for (const key of ['errorKind', 'reason', 'errorName']) {
    const code = ownValue(codeOfName, textAt(data, key));
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Some give the provider's HTTP status as the error's code, some begin the details with it. */
function statusCode(error: RpcError, text: string): AdapterErrorCode | undefined {
  const status = error.code >= 400 && error.code < 600 ? error.code : Number(/^(\d{3})\b/.exec(detailsOf(error))?.[1]);
  return Number.isNaN(status) ? statusIn(text) : meaningOf(status, text);
}

function statusIn(text: string): AdapterErrorCode | undefined {
  const status = /\b(?:http|status:?|error:?|rejected \(|\()\s*(4\d\d|5\d\d)\b/i.exec(text)?.[1];
  return status === undefined ? undefined : meaningOf(Number(status), text);
}

function meaningOf(status: number, text: string): AdapterErrorCode | undefined {
  if (status === 401 || status === 403) return 'AUTH_CREDENTIAL_INVALID';
  if (status === 402) return 'QUOTA_EXHAUSTED';
  if (status === 404) return 'MODEL_NOT_FOUND';
  if (status === 429) return /daily|quota/i.test(text) ? 'QUOTA_EXHAUSTED' : 'RATE_LIMIT_EXCEEDED';
  if (status === 529) return 'RATE_LIMIT_EXCEEDED';
  return status >= 500 ? 'PROVIDER_UNREACHABLE' : undefined;
}

const wordsCode = (text: string): AdapterErrorCode | undefined =>
  codeOfWords.find(([pattern]) => pattern.test(text))?.[1];

function detailsOf({ data }: RpcError): string {
  if (typeof data === 'string') return data;
  return isFields(data) ? (textAt(data, 'details') ?? textAt(data, 'message') ?? '') : '';
}

function textOf(error: RpcError): string {
  const details = detailsOf(error);
  return details === '' || error.message.includes(details) ? error.message : `${error.message}: ${details}`;
}

const maxShownUnits = 600;

/** Providers answer in JSON, which agents pass on as text: the sentence inside is what people read. */
function shown(text: string): string {
  const inner = sentenceIn(text);
  const whole = shownMessage(inner ?? text)
    .trim()
    .replace(/^Internal error: (?=\S)/, '');
  return whole.length > maxShownUnits ? `${whole.slice(0, maxShownUnits).toWellFormed()}…` : whole;
}

function sentenceIn(text: string): string | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(start));
    return isFields(parsed) ? deepestMessage(parsed) : undefined;
  } catch {
    return undefined;
  }
}

function deepestMessage(fields: Fields): string | undefined {
  const inner = isFields(fields['error']) ? deepestMessage(fields['error']) : undefined;
  if (inner !== undefined) return inner;
  const message = textAt(fields, 'message');
  return message === undefined ? undefined : (sentenceIn(message) ?? message);
}

const fixOf = (code: AdapterErrorCode, profile: AcpProfile): string | undefined =>
  code === 'AUTH_CREDENTIAL_INVALID' ? profile.start.loginFix : undefined;
