'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyRoom } from '../room/empty-room.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { RowView } from './row-view.tsx';
import { rowsOf } from './rows.ts';
import { useFollow } from './use-follow.ts';

/** Rows in the page at first, and how many more each time the reader reaches the top. */
const firstRows = 150;
const moreRows = 150;
const noItems: never[] = [];

/** The transcript: follows at the end only, holds still everywhere else, fetches what is older at its top. */
export function Transcript({ ownSends }: { ownSends: number }) {
  const actions = useActions();
  const items = useRoom((view) => view.state?.items) ?? noItems;
  const hasOlder = useRoom((view) => view.history.hasOlder);
  const isLoadingOlder = useRoom((view) => view.history.isLoading);
  const hasApproval = useRoom((view) => (view.state?.pendingApprovals.length ?? 0) > 0);
  const rows = useMemo(() => rowsOf(items), [items]);
  const [shownRows, setShownRows] = useState(firstRows);
  const container = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const shown = rows.slice(-shownRows);
  const { state, goToEnd } = useFollow(container, content, rows.length, shown[0]?.id ?? '');
  const hidden = rows.length - shown.length;

  // An own message goes to the end, wherever the reader was.
  const sendsBefore = useRef(ownSends);
  useEffect(() => {
    if (ownSends !== sendsBefore.current) goToEnd();
    sendsBefore.current = ownSends;
  }, [ownSends, goToEnd]);

  // People coming in is not yet a session.
  const isEmpty = rows.every(
    (row) => row.kind === 'item' && (row.item.kind === 'people' || row.item.kind === 'notice'),
  );
  useEffect(() => {
    const mark = top.current;
    if (mark === null || isEmpty || (hidden === 0 && !hasOlder)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        if (hidden > 0) setShownRows((count) => count + moreRows);
        else if (!isLoadingOlder) {
          setShownRows((count) => count + moreRows);
          actions.loadOlder();
        }
      },
      { root: container.current, rootMargin: '400px 0px 0px 0px' },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [actions, hasOlder, hidden, isEmpty, isLoadingOlder]);

  const newRows = state.name === 'reading' ? Math.max(0, rows.length - state.rowsThen) : 0;
  return (
    <div className="relative min-h-0 flex-1">
      <ScrollRegion
        label={strings.transcript.label}
        ref={container}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain px-6 max-sm:px-3.5"
      >
        <div
          ref={content}
          role="log"
          aria-label={strings.transcript.label}
          aria-live="off"
          className="mx-auto flex min-h-full w-full max-w-[700px] flex-col justify-end gap-2.5 py-4"
        >
          <div ref={top} className="flex justify-center text-12 text-ink-3">
            {isLoadingOlder ? (
              <span className="inline-flex items-center gap-2 py-2">
                <Spinner /> {strings.room.loadingOlder}
              </span>
            ) : isEmpty || hasOlder || hidden > 0 ? null : (
              strings.room.start
            )}
          </div>
          {isEmpty ? <EmptyRoom /> : null}
          {shown.map((row) => (
            <RowView key={row.id} row={row} />
          ))}
        </div>
      </ScrollRegion>
      {state.name === 'reading' ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <button
            type="button"
            onClick={goToEnd}
            className="pointer-events-auto inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-full border border-line-2 bg-raised px-3 font-medium text-12 shadow-2 hover:bg-hover max-sm:h-11 max-sm:px-4"
          >
            <Icon name="down" size={14} />
            {strings.room.newBelow(newRows, hasApproval)}
          </button>
        </div>
      ) : null}
    </div>
  );
}
