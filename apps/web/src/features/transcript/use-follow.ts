'use client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Follow, follow, type ScrollPosition } from './follow.ts';

const positionOf = (element: HTMLElement): ScrollPosition => ({
  top: element.scrollTop,
  height: element.scrollHeight,
  clientHeight: element.clientHeight,
});

/**
 * Keeps the scroll container at its end while the reader is there. `olderKey` changes when older rows were put above:
 * then the position is held by the height that was added.
 */
export function useFollow(
  container: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  rows: number,
  olderKey: string,
): { state: Follow; goToEnd: () => void } {
  const [state, setState] = useState<Follow>({ name: 'following' });
  const current = useRef<Follow>(state);
  const last = useRef<ScrollPosition>({ top: 0, height: 0, clientHeight: 0 });
  const rowCount = useRef(rows);
  rowCount.current = rows;

  const set = useCallback((next: Follow) => {
    if (next === current.current) return;
    current.current = next;
    setState(next);
  }, []);
  const stick = useCallback(() => {
    const element = container.current;
    if (element === null) return;
    if (current.current.name === 'following') element.scrollTop = element.scrollHeight;
    last.current = positionOf(element);
  }, [container]);

  useEffect(() => {
    const element = container.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    stick();
    const onScroll = () => {
      const to = positionOf(element);
      set(follow(current.current, { type: 'scrolled', from: last.current, to, rows: rowCount.current }));
      last.current = to;
    };
    const observer = new ResizeObserver(stick);
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [container, content, set, stick]);

  // Older rows above: hold what the reader sees, where the browser's own anchoring does not (at the very top).
  const heightBefore = useRef(0);
  const keyBefore = useRef(olderKey);
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    if (keyBefore.current !== olderKey && current.current.name === 'reading' && element.scrollTop < 8)
      element.scrollTop += element.scrollHeight - heightBefore.current;
    keyBefore.current = olderKey;
    heightBefore.current = element.scrollHeight;
  });

  const goToEnd = useCallback(() => {
    set({ name: 'following' });
    stick();
  }, [set, stick]);
  return { state, goToEnd };
}
