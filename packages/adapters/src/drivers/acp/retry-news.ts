import { errorInfo } from '../../errors.ts';
import type { AdapterErrorInfo } from '../../port.ts';

/** A line that does not end is no news. */
const maxLineUnits = 8_192;

/** Agents that try again in silence tell it on stderr only. */
export class RetryNews {
  readonly #pattern: RegExp | undefined;
  readonly #nowMs: () => number;
  #rest = '';

  constructor(pattern: RegExp | undefined, nowMs: () => number) {
    this.#pattern = pattern;
    this.#nowMs = nowMs;
  }

  /** The latest retry that this piece of stderr tells of. */
  read(text: string): AdapterErrorInfo | undefined {
    if (this.#pattern === undefined) return undefined;
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(-maxLineUnits);
    let found: AdapterErrorInfo | undefined;
    for (const line of lines) {
      const match = this.#pattern.exec(line);
      if (match === null) continue;
      const isLimit = /429|quota|rate|exhausted/i.test(line);
      found = errorInfo(isLimit ? 'RATE_LIMIT_EXCEEDED' : 'PROVIDER_UNREACHABLE', {
        message: `The model’s provider ${isLimit ? 'limits the rate' : 'does not answer'} (try ${match[1]}).`,
        kept: 'The turn still runs: the agent tries again by itself.',
        // Some say only that they wait.
        ...(match[2] === undefined ? {} : { retryAtMs: this.#nowMs() + Math.round(Number(match[2])) }),
      });
    }
    return found;
  }
}
