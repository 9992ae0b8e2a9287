import { type Fields, fieldsAt, given, textAt } from '../../fields.ts';
import type { AdapterEventPayloads, TokenUsage } from '../../port.ts';
import { turnFailure } from './failures.ts';

/** How a turn ended: what Codex says of it, and whether it was we who stopped it. */
export function turnEndOf(
  turn: Fields,
  wasInterrupting: boolean,
  limit: { resetsAtMs: number } | undefined,
  used: TokenUsage | undefined,
): AdapterEventPayloads['STREAM_END'] {
  const usage = given('usage', used);
  const status = textAt(turn, 'status');
  if (status === 'completed') return { outcome: 'completed', ...usage };
  if (status === 'interrupted' || wasInterrupting) return { outcome: 'interrupted', reason: 'interrupted', ...usage };
  return { outcome: 'failed', error: turnFailure(fieldsAt(turn, 'error'), limit), ...usage };
}
