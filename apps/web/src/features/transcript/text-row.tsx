'use client';
import type { TextItem } from '@collagility/protocol/state';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyPart, quietPart } from '../../lib/lazy-part.ts';
import { duration } from '../../lib/time.ts';
import { useAfterFirstText } from '../../lib/use-after-first-text.ts';
import { strings } from '../../strings.ts';
import { AgentDisc } from '../../ui/disc.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { useIsHostAway } from '../people/use-presence.ts';
import { useRoom } from '../room/room-store.ts';
import { Step } from './step.tsx';

const LongText = lazyPart(async () => (await import('./long-text.tsx')).LongText);

const RowMenu = quietPart(async () => (await import('./row-menu.tsx')).RowMenu);

const words = strings.transcript;

/** Text of the agent, or what it thought. */
export function TextRow({ item, hasHeader }: { item: TextItem; hasHeader: boolean }) {
  // Nothing comes while the host is away or after the end: words like "writing" would be a lie then.
  const isAway = useIsHostAway();
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  const isStreaming = item.state === 'streaming' && !isAway && !hasEnded;
  const body = <AgentText item={item} isStreaming={isStreaming} />;
  if (item.kind === 'reasoning') {
    const isThinking = isStreaming;
    return (
      <Step
        icon="thought"
        isRunning={isThinking}
        words={isThinking ? words.thinking : words.thought}
        detail={item.durationMs === undefined ? undefined : duration(item.durationMs)}
      >
        <div className="text-ink-2 [&_.prose]:text-13 [&_.prose]:leading-[1.25rem]">{body}</div>
      </Step>
    );
  }
  return (
    <AgentArticle item={item} hasHeader={hasHeader} isWriting={isStreaming}>
      {body}
    </AgentArticle>
  );
}

function AgentArticle({
  item,
  hasHeader,
  isWriting,
  children,
}: {
  item: TextItem;
  hasHeader: boolean;
  isWriting: boolean;
  children: ReactNode;
}) {
  const name = useRoom((view) => view.state?.agents[item.agentId]?.name) ?? '';
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  const hasText = useAfterFirstText();
  return (
    <article
      aria-label={name}
      aria-busy={isWriting}
      className="group/row grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2.5"
    >
      {hasHeader ? <AgentDisc /> : <span />}
      <div>
        {hasHeader ? (
          <header className="flex items-center gap-2 text-12 text-ink-3 leading-[1.125rem]">
            <b className="font-semibold text-13 text-ink">{name}</b>
            <span>{isWriting ? words.writing : ''}</span>
            {isWriting || !hasText ? null : (
              <Suspense>
                <RowMenu item={item} who={name} />
              </Suspense>
            )}
          </header>
        ) : null}
        {children}
        {item.state === 'incomplete' || (item.state === 'streaming' && hasEnded) ? (
          <p className="mt-1 text-12 text-ink-3" title={words.incompleteTitle}>
            {words.incomplete}
          </p>
        ) : null}
      </div>
    </article>
  );
}

/**
 * One place in the tree from the first word to the checked whole: what stands on screen is not built again when the
 * text ends. What was read of a long one stays until its checked text is here.
 */
function AgentText({ item, isStreaming }: { item: TextItem; isStreaming: boolean }) {
  const { content } = item;
  const live = useRoom((view) => view.live[item.streamId]?.x) ?? '';
  const streamed = useRef('');
  if (live !== '') streamed.current = live;
  const [whole, setWhole] = useState<string>();
  if (content === undefined) return <Markdown text={live} isLive={isStreaming} />;
  if ('text' in content) return <Markdown text={content.text} />;
  const hasStreamed = streamed.current !== '';
  const ends = `${content.head}\n\n…\n\n${content.tail}`;
  return (
    <>
      <Markdown text={whole ?? (hasStreamed ? streamed.current : ends)} isLive={whole === undefined && hasStreamed} />
      <Suspense>
        <LongText content={content} hasStreamed={hasStreamed} onWhole={setWhole} />
      </Suspense>
    </>
  );
}
