import { errorInfo } from '../../errors.ts';
import { type Fields, given, numberAt, textAt, textsAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { codeOfText, limitInText, withoutNumber } from './failure-words.ts';

const loginFix = 'Run `claude auth login` on the host’s computer (or set a valid ANTHROPIC_API_KEY), then send again.';

/** Formal names first; a name that is not here says nothing, and the status decides. */
const codeOfName: Readonly<Record<string, AdapterErrorCode>> = {
  authentication_failed: 'AUTH_CREDENTIAL_INVALID',
  oauth_org_not_allowed: 'AUTH_CREDENTIAL_INVALID',
  verification_required: 'AUTH_CREDENTIAL_INVALID',
  cloud_credential_error: 'AUTH_CREDENTIAL_INVALID',
  account_on_hold: 'QUOTA_EXHAUSTED',
  billing_error: 'QUOTA_EXHAUSTED',
  rate_limit: 'RATE_LIMIT_EXCEEDED',
  overloaded: 'RATE_LIMIT_EXCEEDED',
  model_not_found: 'MODEL_NOT_FOUND',
};

const codeOfReason: Readonly<Record<string, AdapterErrorCode>> = {
  prompt_too_long: 'CONTEXT_WINDOW_EXCEEDED',
  blocking_limit: 'CONTEXT_WINDOW_EXCEEDED',
  max_turns: 'TURN_LIMIT_REACHED',
  budget_exhausted: 'TURN_LIMIT_REACHED',
  malformed_tool_use_exhausted: 'PROTOCOL_VIOLATION',
  structured_output_retry_exhausted: 'PROTOCOL_VIOLATION',
};

/** For versions that give no reason beside it. */
const codeOfSubtype: Readonly<Record<string, AdapterErrorCode>> = {
  error_max_turns: 'TURN_LIMIT_REACHED',
  error_max_budget_usd: 'TURN_LIMIT_REACHED',
  error_max_structured_output_retries: 'PROTOCOL_VIOLATION',
};

const codeOfStatus: Readonly<Record<number, AdapterErrorCode>> = {
  401: 'AUTH_CREDENTIAL_INVALID',
  403: 'AUTH_CREDENTIAL_INVALID',
  429: 'RATE_LIMIT_EXCEEDED',
  529: 'RATE_LIMIT_EXCEEDED',
};

/** An error as a line of the agent names it. */
export interface NamedFailure {
  name: string | undefined;
  status: number | undefined;
  text: string;
}

export function failureOfLine(line: Fields, text: string): NamedFailure {
  return { name: textAt(line, 'error'), status: numberAt(line, 'api_error_status'), text };
}

/** Why a turn failed. `failure` is the error line that came before the result, if one did. */
export function turnFailure(
  result: Fields,
  failure: NamedFailure | undefined,
  limit: { resetsAtMs: number } | undefined,
): AdapterErrorInfo {
  const reason = textAt(result, 'terminal_reason');
  const said = failure?.text ?? textAt(result, 'result') ?? textsAt(result, 'errors').find((text) => !isInternal(text));
  const status = numberAt(result, 'api_error_status') ?? failure?.status;
  const code =
    ownValue(codeOfReason, reason) ??
    ownValue(codeOfName, failure?.name) ??
    (status === undefined ? undefined : codeOfStatus[status]) ??
    (failure?.name === 'server_error' ? 'PROVIDER_UNREACHABLE' : undefined) ??
    (status !== undefined && status >= 500 ? 'PROVIDER_UNREACHABLE' : undefined) ??
    ownValue(codeOfSubtype, textAt(result, 'subtype')) ??
    (said === undefined ? undefined : failureWords(said)) ??
    'PROTOCOL_VIOLATION';
  return errorInfo(code, {
    ...given('message', said === undefined || said === '' ? undefined : withoutNumber(said)),
    ...given('fix', code === 'AUTH_CREDENTIAL_INVALID' ? loginFix : undefined),
    ...given('retryAtMs', code === 'RATE_LIMIT_EXCEEDED' ? (limit ?? limitInText(said ?? ''))?.resetsAtMs : undefined),
  });
}

/** What a sentence that stands for a failure means; undefined for every other text. */
export const failureWords = (text: string): AdapterErrorCode | undefined =>
  codeOfText(text, (status) => codeOfStatus[status] ?? (status >= 500 ? 'PROVIDER_UNREACHABLE' : undefined));

/** What a retry of the agent is worth telling. The first try again for no stated reason is usual and is not. */
export function retryFailure(retry: Fields, nowMs: number): AdapterErrorInfo | undefined {
  const name = textAt(retry, 'error');
  const status = numberAt(retry, 'error_status');
  const attempt = numberAt(retry, 'attempt') ?? 1;
  const code =
    ownValue(codeOfName, name) ??
    (status === undefined ? undefined : codeOfStatus[status]) ??
    (attempt < 2 ? undefined : 'PROVIDER_UNREACHABLE');
  if (code === undefined) return undefined;
  const isLogin = code === 'AUTH_CREDENTIAL_INVALID';
  return errorInfo(code, {
    message: retryText(code, name, status),
    kept: 'The turn still runs: Claude Code tries again by itself.',
    ...given('fix', isLogin ? `Interrupt the turn. ${loginFix}` : undefined),
    ...given('retryAtMs', isLogin ? undefined : nowMs + (numberAt(retry, 'retry_delay_ms') ?? 0)),
  });
}

function retryText(code: AdapterErrorCode, name: string | undefined, status: number | undefined): string {
  const shown = status === undefined ? '' : ` (${status})`;
  if (code === 'AUTH_CREDENTIAL_INVALID') return `The provider refuses the credential of Claude Code${shown}.`;
  if (name === 'overloaded') return `The model’s provider is overloaded${shown}.`;
  if (code === 'RATE_LIMIT_EXCEEDED') return `The model’s provider limits the rate${shown}.`;
  return `The model’s provider does not answer${shown}.`;
}

/** Text for the vendor's own developers. */
const isInternal = (text: string): boolean => text.startsWith('[ede_diagnostic]');
