import { type Fields, fieldsAt, given, numberAt } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';

const counts = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
  'outputTokens',
  'reasoningOutputTokens',
] as const;
type Totals = Partial<Record<(typeof counts)[number], number>>;

/** Codex counts over the whole thread; a turn's part is the difference to what was before its first report. */
export class TurnUsage {
  #before: Totals | undefined;
  #usage: TokenUsage | undefined;

  /** What the turn used, as far as was reported. */
  get usage(): TokenUsage | undefined {
    return this.#usage;
  }

  read(tokenUsage: Fields): TokenUsage {
    const total = totalsOf(fieldsAt(tokenUsage, 'total'));
    const last = fieldsAt(tokenUsage, 'last');
    this.#before ??= difference(total, totalsOf(last));
    this.#usage = {
      ...usageOf(difference(total, this.#before)),
      ...given('contextTokens', numberAt(last, 'totalTokens')),
      ...given('contextWindowTokens', numberAt(tokenUsage, 'modelContextWindow')),
    };
    return this.#usage;
  }
}

const totalsOf = (fields: Fields): Totals =>
  Object.assign({}, ...counts.map((name) => given(name, numberAt(fields, name))));

function difference(total: Totals, before: Totals): Totals {
  const part: Totals = {};
  for (const name of counts) {
    const value = total[name];
    if (value !== undefined) part[name] = Math.max(0, value - (before[name] ?? 0));
  }
  return part;
}

/** Codex counts what came from the cache as input, too; the room counts each token once. */
function usageOf(totals: Totals): TokenUsage {
  const { inputTokens, cachedInputTokens, cacheWriteInputTokens, outputTokens, reasoningOutputTokens } = totals;
  const fresh = inputTokens === undefined ? undefined : Math.max(0, inputTokens - (cachedInputTokens ?? 0));
  return {
    ...given('inputTokens', fresh),
    ...given('outputTokens', outputTokens),
    ...given('reasoningTokens', reasoningOutputTokens),
    ...given('cacheReadTokens', cachedInputTokens),
    ...given('cacheWriteTokens', cacheWriteInputTokens),
  };
}
