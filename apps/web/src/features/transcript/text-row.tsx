'use client';
import type { TextItem } from '@collagility/protocol/state';
import type { ReactNode } from 'react';
import { duration } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { AgentDisc } from '../../ui/disc.tsx';
import { useRoom } from '../room/room-store.ts';
import { sizeOf, useBigText } from './big-text.ts';
import { Markdown } from './markdown.tsx';
import { Step } from './step.tsx';

const words = strings.transcript;

/** Text of the agent, or what it thought. */
export function TextRow({ item, hasHeader }: { item: TextItem; hasHeader: boolean }) {
  const body = item.content === undefined ? <LiveText item={item} /> : <EndedText item={item} content={item.content} />;
  if (item.kind === 'reasoning') {
    const isThinking = item.state === 'streaming';
    return (
      <Step
        icon="thought"
        isRunning={isThinking}
        words={isThinking ? words.thinking : words.thought}
        detail={item.durationMs === undefined ? undefined : duration(item.durationMs)}
      >
        <div className="text-ink-2 [&_.prose]:text-13 [&_.prose]:leading-5">{body}</div>
      </Step>
    );
  }
  return (
    <AgentArticle item={item} hasHeader={hasHeader}>
      {body}
    </AgentArticle>
  );
}

function AgentArticle({ item, hasHeader, children }: { item: TextItem; hasHeader: boolean; children: ReactNode }) {
  const name = useRoom((view) => view.state?.agents[item.agentId]?.name) ?? '';
  const isWriting = item.state === 'streaming';
  return (
    <article aria-label={name} aria-busy={isWriting} className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5">
      {hasHeader ? <AgentDisc /> : <span />}
      <div>
        {hasHeader ? (
          <header className="flex items-baseline gap-2 text-12 text-ink-3 leading-[18px]">
            <b className="font-semibold text-13 text-ink">{name}</b>
            <span>{isWriting ? words.writing : ''}</span>
          </header>
        ) : null}
        {children}
        {item.state === 'incomplete' ? (
          <p className="mt-1 text-12 text-ink-3" title={words.incompleteTitle}>
            {words.incomplete}
          </p>
        ) : null}
      </div>
    </article>
  );
}

function LiveText({ item }: { item: TextItem }) {
  const text = useRoom((view) => view.live[item.streamId]?.x) ?? '';
  return <Markdown text={text} isLive={item.state === 'streaming'} />;
}

function EndedText({ item, content }: { item: TextItem; content: NonNullable<TextItem['content']> }) {
  const { state, fetchAll } = useBigText(content);
  // What was streamed is all there: a long text needs no second trip.
  const streamed = useRoom((view) => view.live[item.streamId]?.x);
  if (state.name === 'whole') return <Markdown text={state.text} />;
  if (streamed !== undefined && streamed.length >= state.head.length) return <Markdown text={streamed} />;
  return (
    <div>
      <Markdown text={`${state.head}\n\n…\n\n${state.tail}`} />
      <p className="mt-2 flex items-center gap-2 text-12 text-ink-3">
        {words.bigValue(sizeOf(state.bytes))}
        <Button size="small" disabled={state.isFetching} onClick={fetchAll}>
          {state.isFetching ? words.fetching : words.showAll}
        </Button>
        {state.hasFailed ? <span className="text-bad">{words.fetchFailed}</span> : null}
      </p>
    </div>
  );
}
