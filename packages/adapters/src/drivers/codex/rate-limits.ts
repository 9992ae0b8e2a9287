import { epochMs } from '../../epoch-ms.ts';
import { type Fields, fieldsAt, numberAt } from '../../fields.ts';

/** The end of the limit that was reached, where Codex named one: the latest of those that are full. */
export function limitOf(rateLimits: Fields): { resetsAtMs: number } | undefined {
  const ends = ['primary', 'secondary'].flatMap((name) => {
    const window = fieldsAt(rateLimits, name);
    const isFull = (numberAt(window, 'usedPercent') ?? 0) >= 100;
    return isFull ? (numberAt(window, 'resetsAt') ?? []) : [];
  });
  return ends.length === 0 ? undefined : { resetsAtMs: Math.max(...ends.map(epochMs)) };
}
