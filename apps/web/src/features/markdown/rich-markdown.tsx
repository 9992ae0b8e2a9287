'use client';
import { memo, useDeferredValue, useRef } from 'react';
import { BlockView } from './block-view.tsx';
import { type Blocks, growBlocks } from './blocks.ts';
import { isHiddenDefinition } from './definitions.ts';
import { LiveContext } from './live-context.ts';

export type RichMarkdownProps = { text: string; isLive?: boolean };

/**
 * Markdown of the agent as elements of ours: no HTML of it becomes HTML. While it grows, settled blocks are neither
 * read nor drawn again.
 */
export const RichMarkdown = memo(function RichMarkdown({ text, isLive: isLiveNow = false }: RichMarkdownProps) {
  // That links may be followed now is drawn in between: a long text has hundreds.
  const isLive = useDeferredValue(isLiveNow);
  const known = useRef<Blocks>(undefined);
  const grown = growBlocks(known.current, text);
  known.current = grown;
  const last = grown.blocks.findLastIndex(({ type }) => type !== 'space');
  // A definition may stand after the link that needs it; while text is written no link is one yet.
  const links = isLive || Object.keys(grown.links).length === 0 ? undefined : grown.links;
  const typeOf = (type: string, raw: string) =>
    type === 'def' && !isHiddenDefinition(raw, links && grown.text) ? 'plain' : type;
  return (
    <LiveContext.Provider value={isLive}>
      <div className={isLive ? 'prose is-live' : 'prose'}>
        {grown.blocks.map(({ type, raw }, index) => (
          <BlockView key={index} type={typeOf(type, raw)} raw={raw} links={links} isOpen={isLive && index === last} />
        ))}
      </div>
    </LiveContext.Provider>
  );
});
