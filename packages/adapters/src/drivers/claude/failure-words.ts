import { epochMs } from '../../epoch-ms.ts';
import type { AdapterErrorCode } from '../../port.ts';

/** How the sentences begin that Claude Code shows instead of an answer, for versions that name a failure in no field. */
const codeOfWords: ReadonlyArray<readonly [RegExp, AdapterErrorCode]> = [
  [
    /^(?:Invalid API key|Not logged in|OAuth (?:token|session)|Login expired|Please run \/login)/i,
    'AUTH_CREDENTIAL_INVALID',
  ],
  [/· Please run \/login/, 'AUTH_CREDENTIAL_INVALID'],
  [/^(?:Credit balance is too low|Your organization has been disabled)/i, 'QUOTA_EXHAUSTED'],
  [/^(?:Prompt is too long|Context limit reached|Conversation too long)/i, 'CONTEXT_WINDOW_EXCEEDED'],
  [
    /^(?:Claude(?: AI)? usage limit reached|You(?:'|’)ve (?:hit|reached) your (?:\w+[ -])*limit|\S+ limit reached|Session limit reached|Weekly limit reached)/i,
    'RATE_LIMIT_EXCEEDED',
  ],
  [/^There(?:'|’)s an issue with the selected model/i, 'MODEL_NOT_FOUND'],
];

/** `API Error: 529 {…}`, `API Error (529 …)`: the provider's own status. */
const statusInWords = /^API Error:?\s*\(?\s*(?:Request rejected \()?(\d{3})\b/;
const unreachable =
  /^API Error:?\s*\(?\s*(?:Connection error|Request timed out|fetch failed|terminated|Unable to connect|Repeated 5\d\d)/i;

/** What a sentence of Claude Code means; undefined where it is none of those that stand for a failure. */
export function codeOfText(text: string, codeOfStatus: (status: number) => AdapterErrorCode | undefined) {
  const status = statusInWords.exec(text)?.[1];
  const ofStatus = status === undefined ? undefined : codeOfStatus(Number(status));
  if (ofStatus !== undefined) return ofStatus;
  if (unreachable.test(text)) return 'PROVIDER_UNREACHABLE';
  return codeOfWords.find(([words]) => words.test(text))?.[1];
}

/** The end of a limit where the sentence carries it as a number: `… limit reached|1775000000`. No time is made up. */
export function limitInText(text: string): { resetsAtMs: number } | undefined {
  const end = /limit reached\|(\d{10,13})\b/.exec(text)?.[1];
  return end === undefined ? undefined : { resetsAtMs: epochMs(Number(end)) };
}

/** The same sentence for people, without the number. */
export const withoutNumber = (text: string): string => text.replace(/(limit reached)\|\d{10,13}\b/, '$1');
