import { type Fields, fieldsAt, given, hasFieldsAt, isFields, numberAt } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';

/**
 * What one turn used, from its result. The agent's totals run over the whole process, so only the differences count:
 * newer versions tell them, of older ones the cost is what was added to `costBeforeUsd`.
 */
export function turnUsage(result: Fields, costBeforeUsd = 0): TokenUsage {
  const models = Object.values(fieldsAt(result, 'model_usage_since_last_result')).filter(isFields);
  const sum = (key: string): number | undefined => {
    const values = models.flatMap((model) => numberAt(model, key) ?? []);
    return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
  };
  const usage = fieldsAt(result, 'usage');
  return {
    ...given('inputTokens', sum('inputTokens') ?? numberAt(usage, 'input_tokens')),
    ...given('outputTokens', sum('outputTokens') ?? numberAt(usage, 'output_tokens')),
    ...given('reasoningTokens', sum('thinkingTokens')),
    ...given('cacheReadTokens', sum('cacheReadInputTokens') ?? numberAt(usage, 'cache_read_input_tokens')),
    ...given('cacheWriteTokens', sum('cacheCreationInputTokens') ?? numberAt(usage, 'cache_creation_input_tokens')),
    ...given('costUsd', sum('costUSD') ?? addedCost(result, costBeforeUsd)),
  };
}

/** A total that fell belongs to another session, which began anew. */
function addedCost(result: Fields, beforeUsd: number): number | undefined {
  const totalUsd = totalCostOf(result);
  if (totalUsd === undefined || hasFieldsAt(result, 'model_usage_since_last_result')) return undefined;
  const addedUsd = totalUsd < beforeUsd ? totalUsd : totalUsd - beforeUsd;
  return Math.round(addedUsd * 1e6) / 1e6;
}

export const totalCostOf = (result: Fields): number | undefined => numberAt(result, 'total_cost_usd');

/** The size of the model's window, where the result names it. */
export function contextWindowOf(result: Fields, model: string | undefined): number | undefined {
  if (model === undefined) return undefined;
  return numberAt(fieldsAt(fieldsAt(result, 'modelUsage'), model), 'contextWindow');
}

/** What a message of the model held when it began: all that it read. */
export function contextTokensOf(usage: Fields): number | undefined {
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map((key) =>
    numberAt(usage, key),
  );
  if (parts.every((part) => part === undefined)) return undefined;
  return parts.reduce<number>((total, part) => total + (part ?? 0), 0);
}

/** Totals; what neither side reports stays unreported. */
export function addUsage(total: TokenUsage, more: TokenUsage): TokenUsage {
  const sum = (key: keyof TokenUsage): number | undefined =>
    total[key] === undefined && more[key] === undefined ? undefined : (total[key] ?? 0) + (more[key] ?? 0);
  return {
    ...given('inputTokens', sum('inputTokens')),
    ...given('outputTokens', sum('outputTokens')),
    ...given('reasoningTokens', sum('reasoningTokens')),
    ...given('cacheReadTokens', sum('cacheReadTokens')),
    ...given('cacheWriteTokens', sum('cacheWriteTokens')),
    ...given('costUsd', sum('costUsd')),
  };
}
