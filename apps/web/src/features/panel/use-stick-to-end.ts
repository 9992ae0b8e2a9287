import { type RefObject, useEffect, useRef, useState } from 'react';

/** Within this distance of the end what comes is followed. */
const stickWithinPx = 64;

/**
 * Moves a list with what comes at its end, unless somebody reads further up: then it says that there is more.
 * `isOwn`: the last one is this person's own.
 */
export function useStickToEnd(
  list: RefObject<HTMLElement | null>,
  lastId: string | undefined,
  isOwn: boolean,
): { hasMore: boolean; toEnd: () => void; onScroll: () => void } {
  const isAtEnd = useRef(true);
  const [hasMore, setHasMore] = useState(false);
  const toEnd = () => {
    isAtEnd.current = true;
    setHasMore(false);
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one is what moves it
  useEffect(() => {
    if (isAtEnd.current || isOwn) toEnd();
    else setHasMore(true);
  }, [lastId]);
  const onScroll = () => {
    const element = list.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.clientHeight - element.scrollTop <= stickWithinPx;
    if (isAtEnd.current) setHasMore(false);
  };
  return { hasMore, toEnd, onScroll };
}
