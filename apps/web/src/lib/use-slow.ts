'use client';
import { useEffect, useRef, useState } from 'react';

/** The same value, but it changes at most once in so many milliseconds; the last one always comes. */
export function useSlow<T>(value: T, everyMs: number): T {
  const [slow, setSlow] = useState(value);
  const changedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === slow) return;
    const waitMs = Math.max(0, changedMs.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      changedMs.current = performance.now();
      setSlow(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, slow, everyMs]);
  return slow;
}
