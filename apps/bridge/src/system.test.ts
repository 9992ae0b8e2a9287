import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemTimer } from './system.ts';

const dayMs = 86_400_000;
afterEach(() => {
  vi.useRealTimers();
});

describe('the timer of the system', () => {
  it.each([1, 20, 30, 80])('does what is due in %i days then, and not at once', (days) => {
    vi.useFakeTimers();
    const work = vi.fn();
    systemTimer(days * dayMs, work);
    vi.advanceTimersByTime(days * dayMs - 1);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is taken back also where it has waited for long', () => {
    vi.useFakeTimers();
    const work = vi.fn();
    const cancel = systemTimer(80 * dayMs, work);
    vi.advanceTimersByTime(60 * dayMs);
    cancel();
    vi.advanceTimersByTime(60 * dayMs);
    expect(work).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
