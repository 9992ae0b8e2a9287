import { expect, test } from 'vitest';
import { fullBucket, take, waitMs } from './token-bucket.ts';

const rate = { perSecond: 10, burst: 40 };

test('[CLG-66] a burst is let through, then only the rate', () => {
  const bucket = fullBucket(rate, 0);
  const taken = (nowMs: number) => {
    let n = 0;
    while (take(bucket, rate, 1, nowMs)) n++;
    return n;
  };
  expect(taken(0)).toBe(40);
  expect(taken(1000)).toBe(10);
  expect(taken(1050)).toBe(0);
  expect(taken(60_000)).toBe(40);
});

test('what does not fit takes nothing, and one can tell how long to wait', () => {
  const bucket = fullBucket(rate, 0);
  expect(take(bucket, rate, 41, 0)).toBe(false);
  expect(take(bucket, rate, 40, 0)).toBe(true);
  expect(waitMs(bucket, rate, 5, 0)).toBe(500);
  expect(waitMs(bucket, rate, 41, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(take(bucket, rate, 5, 500)).toBe(true);
});

test('a clock that goes back fills nothing', () => {
  const bucket = fullBucket(rate, 10_000);
  expect(take(bucket, rate, 40, 10_000)).toBe(true);
  expect(take(bucket, rate, 1, 0)).toBe(false);
  expect(take(bucket, rate, 1, 10_050)).toBe(false);
  expect(take(bucket, rate, 1, 10_100)).toBe(true);
});
