'use client';
import { useEffect } from 'react';

/** What is left of a phone above its keyboard, at most. */
const lowPx = 540;

/** Where the keyboard covers the page instead of shrinking it (iOS), the room is as high as what is left above it. */
export function useViewportHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const root = document.documentElement;
    const update = () => {
      // Pinch zoom also shrinks the visual viewport; that is no keyboard.
      if (viewport.scale > 1.01) return;
      root.style.setProperty('--viewport-height', `${viewport.height}px`);
      // Dialogs hang at the lower edge of the page, which lies behind such a keyboard.
      root.style.setProperty('--covered-below', `${Math.max(0, window.innerHeight - viewport.height)}px`);
      root.toggleAttribute('data-low', viewport.height < lowPx);
      if (viewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    update();
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
      root.style.removeProperty('--viewport-height');
      root.style.removeProperty('--covered-below');
      root.removeAttribute('data-low');
    };
  }, []);
}
