import { describe, expect, it } from 'vitest';
import { UsageMeter } from './usage.ts';

const cost = (amount: number) => ({ used: 1, size: 2, cost: { amount, currency: 'USD' } });

// mosonlab/anneal #586: a resumed session's sum was counted once more with each resume.
describe('what a turn cost, where the agent tells the sum of its session', () => {
  it('is the difference to the turn before', () => {
    const meter = new UsageMeter(undefined);
    meter.sessionOpened('new');
    meter.turnStarted();
    expect(meter.update(cost(0.5)).costUsd).toBe(0.5);
    meter.turnStarted();
    expect(meter.update(cost(0.75)).costUsd).toBe(0.25);
  });

  it('is not what the session cost before it was resumed', () => {
    const meter = new UsageMeter(undefined);
    meter.sessionOpened('resumed');
    meter.turnStarted();
    expect(meter.update(cost(5))).toEqual({ contextTokens: 1, contextWindowTokens: 2 });
    meter.turnStarted();
    expect(meter.update(cost(5.5)).costUsd).toBe(0.5);
  });

  it('is known from the first turn on where the resumed session tells its sum before', () => {
    const meter = new UsageMeter(undefined);
    meter.sessionOpened('resumed');
    meter.update(cost(5));
    meter.turnStarted();
    expect(meter.update(cost(5.25)).costUsd).toBe(0.25);
  });

  it('counts from zero in a new session of the same agent', () => {
    const meter = new UsageMeter('session');
    meter.sessionOpened('new');
    meter.turnStarted();
    meter.update(cost(5));
    meter.result({ usage: { inputTokens: 900 } });
    meter.sessionOpened('new');
    meter.turnStarted();
    expect(meter.update(cost(0.5)).costUsd).toBe(0.5);
    expect(meter.result({ usage: { inputTokens: 100 } })).toMatchObject({ inputTokens: 100, costUsd: 0.5 });
  });
});
