'use client';
import type { BlobRef } from '@collagility/protocol/events';
import { useEffect, useLayoutEffect } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { sizeOf, useBigText } from './big-text.ts';

const words = strings.transcript;

/** Up to this length a text is fetched when it comes into the page: a long answer is there to be read. */
const fetchedUnaskedBytes = 256 * 1024;

type LongTextProps = {
  content: BlobRef;
  /** This page saw it being written, and shows that. */
  hasStreamed: boolean;
  onWhole: (text: string) => void;
};

/** Fetches text of the agent that was too long to come along, and says what is missing until it is there. */
export function LongText({ content, hasStreamed, onWhole }: LongTextProps) {
  const { state, fetchAll } = useBigText(content);
  const isFetchedUnasked = content.len <= fetchedUnaskedBytes;
  const mustAsk = state.name === 'ends' && isFetchedUnasked && !state.isFetching && !state.hasFailed;
  useEffect(() => {
    if (mustAsk) fetchAll();
  }, [mustAsk, fetchAll]);
  const whole = state.name === 'whole' ? state.text : undefined;
  // Before it is painted: a text that was fetched before comes without a jump.
  useLayoutEffect(() => {
    if (whole !== undefined) onWhole(whole);
  }, [whole, onWhole]);
  if (state.name === 'whole' || (hasStreamed && isFetchedUnasked && !state.hasFailed)) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
      {words.bigValue(sizeOf(state.bytes))}
      <Button size="small" disabled={state.isFetching} onClick={fetchAll}>
        {state.isFetching ? words.fetching : words.showAll}
      </Button>
      {state.hasFailed ? <span className="text-bad">{words.fetchFailed}</span> : null}
    </p>
  );
}
