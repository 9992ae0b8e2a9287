/** Rate limits as plain values: they fit a socket's stored state and need no clock of their own. */

export type Rate = { perSecond: number; burst: number };
export type TokenBucket = { tokens: number; atMs: number };

export const fullBucket = (rate: Rate, nowMs: number): TokenBucket => ({ tokens: rate.burst, atMs: nowMs });

/** Takes `amount` if it is there; changes nothing otherwise. A clock that went back fills nothing. */
export function take(bucket: TokenBucket, rate: Rate, amount: number, nowMs: number): boolean {
  const tokens = levelAt(bucket, rate, nowMs);
  bucket.atMs = Math.max(bucket.atMs, nowMs);
  bucket.tokens = tokens;
  if (tokens < amount) return false;
  bucket.tokens = tokens - amount;
  return true;
}

/** Milliseconds until `amount` is there; 0 for now, infinite where it never fits. */
export function waitMs(bucket: TokenBucket, rate: Rate, amount: number, nowMs: number): number {
  if (amount > rate.burst) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil(((amount - levelAt(bucket, rate, nowMs)) / rate.perSecond) * 1000));
}

function levelAt(bucket: TokenBucket, rate: Rate, nowMs: number): number {
  const passedMs = Math.max(0, nowMs - bucket.atMs);
  return Math.min(rate.burst, bucket.tokens + (passedMs / 1000) * rate.perSecond);
}
