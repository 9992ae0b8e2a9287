'use client';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { isSubmitKey } from '../../lib/submit-key.ts';
import { clock } from '../../lib/time.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { finding } from '../../strings/finding.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { findInItems, type Hit, maxHits } from './find-in-items.ts';

const words = finding.search;
const nothing: never[] = [];

/** Searches all of the session: older pages are fetched while somebody looks for something. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const ui = useRoomUi();
  const actions = useActions();
  const id = useId();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const items = useRoom((view) => view.state?.items) ?? nothing;
  const participants = useRoom((view) => view.state?.participants);
  const agents = useRoom((view) => view.state?.agents);
  const { hasOlder, isLoading, hasFailed = false } = useRoom((view) => view.history);
  const isSearching = wanted.trim() !== '';
  useEffect(() => {
    if (isSearching && hasOlder && !isLoading && !hasFailed) actions.loadOlder();
  }, [actions, hasFailed, hasOlder, isLoading, isSearching]);
  const hits = useMemo(
    () => findInItems(items, wanted, { participants: participants ?? {}, agents: agents ?? {} }),
    [items, wanted, participants, agents],
  );
  const oldest = items[0]?.atMs;
  const open = (hit: Hit) => {
    onClose();
    ui.goTo({ to: 'seq', seq: hit.seq });
  };
  return (
    <Dialog title={words.title} onClose={onClose} wide atTop>
      <label htmlFor={id} className="sr-only">
        {words.field}
      </label>
      <TextInput
        id={id}
        className="mt-1"
        type="search"
        data-first-focus
        autoComplete="off"
        placeholder={words.placeholder}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const first = hits[0];
          if (isSubmitKey(event) && first !== undefined) open(first);
        }}
      />
      <p role="status" className="mt-2 flex min-h-5 flex-wrap items-center gap-x-2 text-12 text-ink-3">
        {isSearching ? (
          <>
            <span className="whitespace-nowrap text-ink-2">{words.count(hits.length, hits.length >= maxHits)}</span>
            {hasOlder && hasFailed ? (
              <>
                <span className="text-warn">{words.cutShort(oldest === undefined ? '' : clock(oldest))}</span>
                <Button size="small" onClick={() => actions.loadOlder()}>
                  {strings.room.olderAgain}
                </Button>
              </>
            ) : hasOlder ? (
              <>
                <Spinner />
                <span className="min-w-0 flex-1 basis-48">
                  {words.searching(oldest === undefined ? '' : clock(oldest))}
                </span>
              </>
            ) : (
              words.whole
            )}
          </>
        ) : (
          words.lead
        )}
      </p>
      <ol className="-mx-2 mt-2 grid max-h-[calc(var(--viewport-height,100dvh)*0.52)] content-start max-sm:h-[calc(var(--viewport-height,100dvh)*0.52)] gap-px overflow-y-auto">
        {hits.map((hit) => (
          <li key={hit.id}>
            <button
              type="button"
              onClick={() => open(hit)}
              className="block w-full cursor-pointer rounded-6 px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover hand:min-h-11"
            >
              <span className="flex gap-2 text-11 text-ink-3">
                <span>{words.kinds[hit.kind] ?? words.other}</span>
                <span className="truncate">{visibleText(hit.who)}</span>
                <span className="ml-auto tabular-nums">{clock(hit.atMs)}</span>
              </span>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">
                {visibleText(hit.before)}
                <mark className="rounded-[2px] bg-accent-soft text-accent underline underline-offset-2">
                  {visibleText(hit.match)}
                </mark>
                {visibleText(hit.after)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
