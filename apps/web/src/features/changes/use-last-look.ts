'use client';
import { as, type CheckpointId } from '@collagility/protocol/ids';
import { useEffect, useRef, useState } from 'react';

const keyOf = (roomId: string): string => `looked:${roomId}`;

/** A browser without storage has not looked before. */
function readLook(roomId: string): CheckpointId | undefined {
  try {
    const text = localStorage.getItem(keyOf(roomId));
    return text === null ? undefined : as<CheckpointId>(text);
  } catch {
    return undefined;
  }
}

function writeLook(roomId: string, at: CheckpointId): void {
  try {
    localStorage.setItem(keyOf(roomId), at);
  } catch {
    // Full or forbidden: then "since I looked" is not offered.
  }
}

/**
 * The state of the files that this person saw last, before this look. What they see now counts when they leave the
 * tab, so that "since I looked" does not change while they look.
 */
export function useLastLook(roomId: string, at: CheckpointId | undefined): CheckpointId | undefined {
  const [before] = useState(() => readLook(roomId));
  const seen = useRef(at);
  seen.current = at ?? seen.current;
  useEffect(() => {
    const keep = () => {
      if (seen.current !== undefined) writeLook(roomId, seen.current);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [roomId]);
  return before;
}
