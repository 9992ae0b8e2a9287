'use client';
import { useEffect, useState } from 'react';

/** A button that appears under a finger must not be pressed by it. */
export const armDelayMs = 300;

/**
 * Whether buttons that decide may be pressed: `subject` has been in place and live for 300 ms. A new subject or a lost
 * connection disarms at once.
 */
export function useArmed(subject: string, isLive: boolean): boolean {
  const [armedFor, setArmedFor] = useState<string>();
  useEffect(() => {
    if (!isLive) {
      setArmedFor(undefined);
      return;
    }
    const timer = setTimeout(() => setArmedFor(subject), armDelayMs);
    return () => clearTimeout(timer);
  }, [subject, isLive]);
  // Not only by the effect: in the very render in which it changes, it is disarmed already.
  return isLive && armedFor === subject;
}
