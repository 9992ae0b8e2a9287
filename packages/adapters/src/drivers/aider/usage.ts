import { given } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';

const sum = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined ? right : left + (right ?? 0);

/** Aider counts each answer apart; a turn is their sum. */
export function addUsage(before: TokenUsage | undefined, more: TokenUsage): TokenUsage {
  return {
    ...more,
    ...given('inputTokens', sum(before?.inputTokens, more.inputTokens)),
    ...given('outputTokens', sum(before?.outputTokens, more.outputTokens)),
    ...given('costUsd', sum(before?.costUsd, more.costUsd)),
  };
}
