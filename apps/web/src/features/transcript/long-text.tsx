'use client';
import type { BlobRef } from '@collagility/protocol/events';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { sizeOf, useBigText } from './big-text.ts';

const words = strings.transcript;

/** Text of the agent that was too long to come along: both ends, and all of it when somebody asks. */
export function LongText({ content }: { content: BlobRef & { head: string; tail: string } }) {
  const { state, fetchAll } = useBigText(content);
  if (state.name === 'whole') return <Markdown text={state.text} />;
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
