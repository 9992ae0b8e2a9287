import { type Fields, fieldsAt, given, numberAt } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';

const sum = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined ? right : left + (right ?? 0);

/** pi counts each answer of the model apart; a turn is their sum. */
export class TurnUsage {
  #usage: TokenUsage | undefined;

  get usage(): TokenUsage | undefined {
    return this.#usage;
  }

  /** `usage` of an answer that has ended; undefined where it counts nothing (an answer that never came). */
  add(usage: Fields, contextWindowTokens: number | undefined): TokenUsage | undefined {
    const contextTokens = numberAt(usage, 'totalTokens');
    if (contextTokens === undefined || contextTokens === 0) return undefined;
    const before = this.#usage ?? {};
    const cost = numberAt(fieldsAt(usage, 'cost'), 'total');
    this.#usage = {
      ...given('inputTokens', sum(before.inputTokens, numberAt(usage, 'input'))),
      ...given('outputTokens', sum(before.outputTokens, numberAt(usage, 'output'))),
      ...given('reasoningTokens', sum(before.reasoningTokens, numberAt(usage, 'reasoning'))),
      ...given('cacheReadTokens', sum(before.cacheReadTokens, numberAt(usage, 'cacheRead'))),
      ...given('cacheWriteTokens', sum(before.cacheWriteTokens, numberAt(usage, 'cacheWrite'))),
      contextTokens,
      ...given('contextWindowTokens', contextWindowTokens),
      // No price is no cost of nothing.
      ...given('costUsd', cost === undefined || cost === 0 ? before.costUsd : sum(before.costUsd, cost)),
    };
    return this.#usage;
  }
}
