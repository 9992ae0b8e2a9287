'use client';
import type { BlobRef } from '@collagility/protocol/events';
import { useEffect } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { sizeOf, useBigText } from './big-text.ts';

const words = strings.transcript;

/** Up to this length a text is fetched when it comes into the page: a long answer is there to be read. */
const fetchedUnaskedBytes = 256 * 1024;

/** Text of the agent that was too long to come along. `streamed`: what this page saw of it while it was written. */
export function LongText({ content, streamed }: { content: BlobRef; streamed?: string | undefined }) {
  const { state, fetchAll } = useBigText(content);
  const isFetchedUnasked = content.len <= fetchedUnaskedBytes;
  const mustAsk = state.name === 'ends' && isFetchedUnasked && !state.isFetching && !state.hasFailed;
  useEffect(() => {
    if (mustAsk) fetchAll();
  }, [mustAsk, fetchAll]);
  if (state.name === 'whole') return <Markdown text={state.text} />;
  if (streamed !== undefined && !state.hasFailed) return <Markdown text={streamed} isLive />;
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
