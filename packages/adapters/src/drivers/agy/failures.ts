import { errorInfo } from '../../errors.ts';
import { given } from '../../fields.ts';
import type { AdapterErrorCode, AdapterErrorInfo } from '../../port.ts';
import { shownMessage } from '../../shown-message.ts';

const loginFix = 'Log in with `agy` on the host’s computer, or set GEMINI_API_KEY there, then send again.';

/** The status words of Google's services, then what its sentences say. */
const codeOfText: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [/UNAUTHENTICATED|PERMISSION_DENIED|API key not valid|not (?:logged|signed) in/i, 'AUTH_CREDENTIAL_INVALID'],
  [/quota|billing|credit/i, 'QUOTA_EXHAUSTED'],
  [/RESOURCE_EXHAUSTED|rate limit|\b429\b/i, 'RATE_LIMIT_EXCEEDED'],
  [/input token count|context (?:length|window)|too long/i, 'CONTEXT_WINDOW_EXCEEDED'],
  [/NOT_FOUND|model .*not found|\b404\b/i, 'MODEL_NOT_FOUND'],
  [/UNAVAILABLE|INTERNAL|DEADLINE_EXCEEDED|overloaded|\b50\d\b|ECONN|network/i, 'PROVIDER_UNREACHABLE'],
];

export function failureOf(message: string): AdapterErrorInfo {
  const code = codeOfText.find(([pattern]) => pattern.test(message))?.[1] ?? 'PROTOCOL_VIOLATION';
  return errorInfo(code, {
    ...given('message', message === '' ? undefined : shownMessage(message).slice(0, 1_000)),
    ...given('fix', code === 'AUTH_CREDENTIAL_INVALID' ? loginFix : undefined),
  });
}

/** What it writes on its diagnostics before it ends with the code 3. */
export function fatalOf(line: string): AdapterErrorInfo | undefined {
  const said = /^AGY_ERROR:\s*(.*)$/.exec(line)?.[1];
  return said === undefined ? undefined : failureOf(said);
}
