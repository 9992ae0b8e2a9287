'use client';
import { useEffect } from 'react';

/** What is left of a phone above its keyboard, at most. */
const lowPx = 540;

/**
 * Where the keyboard covers the page instead of shrinking it (iOS), the room is as high as what is left above it. On the
 * root stand `--viewport-height`, `--covered-below`, `data-low`, and `data-writing` while somebody writes above a keyboard
 * (`data-answering`: in a request).
 */
export function useViewportHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const root = document.documentElement;
    let heightBefore = viewport.height;
    const update = () => {
      // Pinch zoom also shrinks the visual viewport; that is no keyboard.
      if (viewport.scale > 1.01) return;
      root.style.setProperty('--viewport-height', `${viewport.height}px`);
      // Dialogs hang at the lower edge of the page, which lies behind such a keyboard.
      root.style.setProperty('--covered-below', `${Math.max(0, window.innerHeight - viewport.height)}px`);
      root.toggleAttribute('data-low', viewport.height < lowPx);
      if (viewport.offsetTop > 0) window.scrollTo(0, 0);
      // First what gives way to a keyboard, then the field in what is left.
      tellWriting();
      if (viewport.height < heightBefore) keepFieldInView();
      heightBefore = viewport.height;
    };
    // What scrolls inside a dialog does not know that a keyboard came.
    const keepFieldInView = () => {
      const field = document.activeElement;
      if (field?.matches('textarea:not(.xterm-helper-textarea), input, select') !== true) return;
      // With its buttons, where there is room for them.
      field.closest('[data-kept-whole]')?.scrollIntoView({ block: 'nearest' });
      field.scrollIntoView({ block: 'nearest' });
    };
    // A press takes the focus first and is a click later: what moves in between is missed by the finger.
    let isPressing = false;
    const tellWriting = () => {
      if (isPressing) return;
      const field = document.activeElement?.matches('textarea, input') === true ? document.activeElement : undefined;
      const isWriting = field !== undefined && root.hasAttribute('data-low');
      root.toggleAttribute('data-writing', isWriting);
      const isRequest = field?.matches('#approval-tray :not([type="radio"], [type="checkbox"])') ?? false;
      root.toggleAttribute('data-answering', isWriting && isRequest);
    };
    const press = () => {
      isPressing = true;
    };
    // After the click, which comes in the same turn.
    const release = () => {
      isPressing = false;
      requestAnimationFrame(tellWriting);
    };
    const afterBlur = () => queueMicrotask(tellWriting);
    update();
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    document.addEventListener('mousedown', press, true);
    document.addEventListener('mouseup', release, true);
    document.addEventListener('focusin', tellWriting);
    document.addEventListener('focusout', afterBlur);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
      document.removeEventListener('mousedown', press, true);
      document.removeEventListener('mouseup', release, true);
      document.removeEventListener('focusin', tellWriting);
      document.removeEventListener('focusout', afterBlur);
      root.style.removeProperty('--viewport-height');
      root.style.removeProperty('--covered-below');
      root.removeAttribute('data-low');
      root.removeAttribute('data-writing');
      root.removeAttribute('data-answering');
    };
  }, []);
}
