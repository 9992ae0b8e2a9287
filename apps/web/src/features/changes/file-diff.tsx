'use client';
import type { BigText } from '@collagility/protocol/events';
import { Suspense } from 'react';
import { rarePart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { sizeOf, useBigText } from '../transcript/big-text.ts';

const words = strings.transcript;
const DiffText = rarePart(async () => (await import('./diff-text.tsx')).default);

/** The diff of one edit. A long one is fetched when somebody asks for it. */
export function FileDiff({ path, diff }: { path: string; diff: BigText }) {
  const { state, fetchAll } = useBigText(diff);
  if (state.name === 'ends')
    return (
      <p className="flex flex-wrap items-center gap-2 px-3 py-2 text-12 text-ink-3">
        {words.bigValue(sizeOf(state.bytes))}
        <Button size="small" disabled={state.isFetching} onClick={fetchAll}>
          {state.isFetching ? words.fetching : words.showDiff}
        </Button>
        {state.hasFailed ? <span className="text-bad">{words.fetchFailed}</span> : null}
      </p>
    );
  if (state.text.trim() === '') return <p className="px-3 py-2 text-12 text-ink-3">{words.noDiff}</p>;
  return (
    // Until the drawing part is here, the same text stands in the same height.
    <Suspense
      fallback={<pre className="mono fade-x overflow-x-auto px-3 text-12 leading-[1.1875rem]">{state.text}</pre>}
    >
      <DiffText path={path} text={state.text} />
    </Suspense>
  );
}
