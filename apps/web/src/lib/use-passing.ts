'use client';
import { useEffect, useState } from 'react';

/** A word about what was just done: it stands for a while and goes by itself. Each word may have a time of its own. */
export function usePassing<T>(idle: T, shownMs: (value: T) => number): [T, (value: T) => void] {
  // A new object each time: the same word said again stands for its whole time.
  const [said, setSaid] = useState({ value: idle });
  const { value } = said;
  const forMs = shownMs(value);
  useEffect(() => {
    if (said.value === idle) return;
    const timer = setTimeout(() => setSaid({ value: idle }), forMs);
    return () => clearTimeout(timer);
  }, [said, idle, forMs]);
  return [value, (next) => setSaid({ value: next })];
}
