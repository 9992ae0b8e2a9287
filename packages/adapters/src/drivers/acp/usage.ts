import { type Fields, fieldsAt, given, numberAt, textAt } from '../../fields.ts';
import type { TokenUsage } from '../../port.ts';
import type { AcpProfile } from './profile.ts';

/** Adds up what an agent says of tokens, in the different places and sums in which agents say it. */
export class UsageMeter {
  readonly #kind: NonNullable<AcpProfile['usage']>;
  #turn: TokenUsage = {};
  #context: TokenUsage = {};
  #sessionBefore: TokenUsage = {};
  #costUsd: number | undefined;
  /** Undefined where the session is an older one that has not told yet what it cost before. */
  #costBefore: number | undefined = 0;
  #isFromZero = true;

  constructor(kind: AcpProfile['usage']) {
    this.#kind = kind ?? 'turn';
  }

  /** A session begins to count anew, also one of a process that was started again; a resumed one goes on where it was. */
  sessionOpened(session: 'new' | 'resumed'): void {
    this.#turn = {};
    this.#context = {};
    this.#sessionBefore = {};
    this.#costUsd = undefined;
    this.#isFromZero = session === 'new';
  }

  turnStarted(): void {
    this.#turn = {};
    this.#costBefore = this.#costUsd ?? (this.#isFromZero ? 0 : undefined);
  }

  /** `usage_update`: the context's size, and a cost that is summed over the session. */
  update(update: Fields): TokenUsage {
    const cost = fieldsAt(update, 'cost');
    if (textAt(cost, 'currency') === 'USD') this.#costUsd = numberAt(cost, 'amount') ?? this.#costUsd;
    this.#context = {
      ...given('contextTokens', numberAt(update, 'used')),
      ...given('contextWindowTokens', numberAt(update, 'size')),
    };
    return this.#whole();
  }

  /** A part of the turn: one call of the model. */
  addCall(usage: Fields): TokenUsage | undefined {
    const call = tokensOf(usage);
    if (Object.keys(call).length === 0) return undefined;
    this.#turn = combine(this.#turn, call, 1);
    return this.#whole();
  }

  /** The prompt's result: its own sum wins over what was added up. */
  result(result: Fields): TokenUsage | undefined {
    const meta = fieldsAt(result, '_meta');
    const places = [
      fieldsAt(meta, 'usage'),
      fieldsAt(result, 'usage'),
      fieldsAt(fieldsAt(meta, 'quota'), 'token_count'),
    ];
    const said = places.map(tokensOf).find((usage) => Object.keys(usage).length > 0);
    if (said !== undefined) {
      this.#turn = this.#kind === 'session' ? combine(said, this.#sessionBefore, -1) : said;
      if (this.#kind === 'session') this.#sessionBefore = said;
    }
    const whole = this.#whole();
    return Object.keys(whole).length === 0 ? undefined : whole;
  }

  #whole(): TokenUsage {
    const [now, before] = [this.#costUsd, this.#costBefore];
    const costUsd =
      now === undefined || before === undefined ? undefined : Math.max(0, Math.round((now - before) * 1e6) / 1e6);
    return { ...this.#turn, ...this.#context, ...given('costUsd', costUsd) };
  }
}

function tokensOf(usage: Fields): TokenUsage {
  return {
    ...given('inputTokens', numberAt(usage, 'inputTokens') ?? numberAt(usage, 'input_tokens')),
    ...given('outputTokens', numberAt(usage, 'outputTokens') ?? numberAt(usage, 'output_tokens')),
    ...given('reasoningTokens', numberAt(usage, 'thoughtTokens') ?? numberAt(usage, 'reasoningTokens')),
    ...given('cacheReadTokens', numberAt(usage, 'cachedReadTokens')),
    ...given('cacheWriteTokens', numberAt(usage, 'cachedWriteTokens')),
  };
}

const tokenKeys = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const;

function combine(one: TokenUsage, other: TokenUsage, sign: 1 | -1): TokenUsage {
  const sum: TokenUsage = {};
  for (const key of tokenKeys) {
    const [a, b] = [one[key], other[key]];
    if (a !== undefined || b !== undefined) sum[key] = Math.max(0, (a ?? 0) + sign * (b ?? 0));
  }
  return sum;
}
