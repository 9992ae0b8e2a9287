import { type Fields, fieldsAt, given, hasFieldsAt, textAt } from '../../fields.ts';
import type { AdapterEventPayloads, TokenUsage } from '../../port.ts';
import { turnFailure } from './failures.ts';

/** How a turn ended: what Codex says of it, and whether it was we who stopped it. */
export function turnEndOf(
  turn: Fields,
  wasInterrupting: boolean,
  limit: { resetsAtMs: number } | undefined,
  used: TokenUsage | undefined,
  /** What Codex said last went wrong: some ends do not repeat it. */
  lastError: Fields = {},
): AdapterEventPayloads['STREAM_END'] {
  const usage = given('usage', used);
  const status = textAt(turn, 'status');
  if (status === 'completed') return { outcome: 'completed', ...usage };
  if (status === 'interrupted' || wasInterrupting) return { outcome: 'interrupted', reason: 'interrupted', ...usage };
  const error = hasFieldsAt(turn, 'error') ? fieldsAt(turn, 'error') : lastError;
  return { outcome: 'failed', error: turnFailure(error, limit), ...usage };
}
