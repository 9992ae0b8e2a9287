'use client';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** Drawn while it is within this distance of what is seen: two screens of a phone. */
const nearPx = 900;

/**
 * Draws its rows only while they are near. Away from there it is a box of the height they had, or of the height that
 * is expected of them. `isNeeded`: drawn in any case (somebody writes in it).
 */
export function NearChunk({
  scroller,
  expectedPx,
  isNeeded,
  children,
}: {
  scroller: RefObject<HTMLElement | null>;
  expectedPx: number;
  isNeeded: boolean;
  children: () => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const heightPx = useRef(expectedPx);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last === undefined) return;
        if (!last.isIntersecting && last.boundingClientRect.height > 0)
          heightPx.current = last.boundingClientRect.height;
        setIsNear(last.isIntersecting);
      },
      { root: scroller.current, rootMargin: `${nearPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const isDrawn = isNear || isNeeded;
  return (
    <div ref={box} style={isDrawn ? undefined : { height: heightPx.current }}>
      {isDrawn ? children() : null}
    </div>
  );
}
