'use client';
import { type ComponentType, memo, useEffect, useSyncExternalStore } from 'react';
import { afterPaint } from '../../lib/after-paint.ts';
import { firstTextShown } from '../../lib/first-text.ts';
import { hasLongRun } from '../../lib/long-run.ts';
import type { RichMarkdownProps } from './rich-markdown.tsx';

/** A longer text is drawn as it was written: its structure would hold up the page for longer than it is worth. */
const maxRichUnits = 1_000_000;

/** The renderer is big and comes when the first text does; until then, and if it never comes, text is plain. */
let rich: ComponentType<RichMarkdownProps> | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

function load(): void {
  if (isAsked) return;
  isAsked = true;
  import('./rich-markdown.tsx').then(
    (module) => {
      rich = module.RichMarkdown;
      for (const listener of listeners) listener();
    },
    () => {
      // A lost connection: the next text asks again, and plain text stays readable meanwhile.
      isAsked = false;
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Text of the agent. `isLive`: still being written, so provisional: nothing in it can be followed or pressed (CLG-54).
 */
export const Markdown = memo(function Markdown({ text, isLive = false }: RichMarkdownProps) {
  const Rich = useSyncExternalStore(
    subscribe,
    () => rich,
    () => undefined,
  );
  const hasText = text !== '';
  // The first words are on screen before anything is fetched on their account.
  useEffect(() => {
    if (!hasText || Rich !== undefined) return;
    afterPaint(() => {
      firstTextShown();
      load();
    });
  }, [hasText, Rich]);
  const body =
    Rich === undefined || text.length > maxRichUnits ? (
      <div className="prose whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
        {isLive ? <span aria-hidden="true" className="caret" /> : null}
      </div>
    ) : (
      <Rich text={text} isLive={isLive} />
    );
  return hasLongRun(text) ? <div className="long-run contents">{body}</div> : body;
});
