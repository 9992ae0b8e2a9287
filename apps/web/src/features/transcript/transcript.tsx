'use client';
import type { AgentId } from '@collagility/protocol/ids';
import type { TimelineItem } from '@collagility/protocol/state';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLooking } from '../people/use-looking.ts';
import { EmptyRoom } from '../room/empty-room.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { gapOf } from './row-gap.ts';
import { RowView } from './row-view.tsx';
import { RowsCache } from './rows-cache.ts';
import { TranscriptScroll } from './transcript-scroll.ts';
import { useGoTo } from './use-go-to.ts';

const noItems: never[] = [];
/** The message that was gone to, until the reader goes on. */
const revealedClass = '-mx-2 rounded-8 bg-accent-soft px-2 outline-1 outline-accent-line outline-offset-1';

/** What one agent did, with what belongs to nobody's lane: people, and what the host says. */
function itemsOfLane(items: readonly TimelineItem[], agentId: AgentId | undefined): readonly TimelineItem[] {
  if (agentId === undefined) return items;
  return items.filter((item) => {
    const its = item.kind === 'approval' ? item.request.agentId : 'agentId' in item ? item.agentId : undefined;
    return its === undefined || its === agentId;
  });
}

/**
 * The transcript: only the rows around what is seen are in the page. It follows at the end only, holds still everywhere
 * else, and fetches what is older before its top is reached.
 */
export function Transcript({ ownSends, agentId }: { ownSends: number; agentId?: AgentId }) {
  const actions = useActions();
  const items = useRoom((view) => view.state?.items) ?? noItems;
  const hasOlder = useRoom((view) => view.history.hasOlder);
  const hasFailed = useRoom((view) => view.history.hasFailed === true);
  const isLoadingOlder = useRoom((view) => view.history.isLoading);
  const hasApproval = useRoom((view) => (view.state?.pendingApprovals.length ?? 0) > 0);
  const laneName = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]?.name));
  const [cache] = useState(() => new RowsCache());
  const rows = useMemo(() => cache.rows(itemsOfLane(items, agentId)), [cache, items, agentId]);
  // People coming in is not yet a session.
  const isEmpty = rows.every(
    (row) => row.kind === 'item' && (row.item.kind === 'people' || row.item.kind === 'notice'),
  );
  const loadOlder = useRef<() => void>(() => undefined);
  loadOlder.current = () => {
    if (hasOlder && !isLoadingOlder && !isEmpty && !hasFailed) actions.loadOlder();
  };
  const [scroll] = useState(() => new TranscriptScroll(() => loadOlder.current()));
  useSyncExternalStore(scroll.subscribe, scroll.version, scroll.version);
  const { from, to, before, after } = scroll.take(rows);
  const { state } = scroll;
  const container = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (container.current === null || content.current === null || list.current === null) return;
    return scroll.attach({ container: container.current, content: content.current, list: list.current });
  }, [scroll]);
  useLayoutEffect(() => scroll.settle());

  const { wish } = useRoomUi();
  const isOnItsWay = useGoTo(wish, rows, scroll);
  useLooking(scroll, container);

  // An own message goes to the end, wherever the reader was.
  const sendsBefore = useRef(ownSends);
  useEffect(() => {
    if (ownSends !== sendsBefore.current) scroll.goToEnd();
    sendsBefore.current = ownSends;
  }, [ownSends, scroll]);

  const label = laneName === undefined ? strings.transcript.label : strings.transcript.lanes.of(laneName);
  const newRows = state.name === 'reading' ? Math.max(0, rows.length - state.rowsThen) : 0;
  return (
    // However much waits below it, its last lines are read with it.
    <div className="relative min-h-18 flex-1 [[data-low]_&]:min-h-0">
      <ScrollRegion
        label={label}
        ref={container}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain px-6 [overflow-anchor:none] max-sm:px-3.5"
      >
        <div
          ref={content}
          role="log"
          aria-label={label}
          aria-live="off"
          className="mx-auto flex min-h-full w-full max-w-[700px] flex-col justify-end py-4"
        >
          <div className="flex min-h-7 justify-center text-12 text-ink-3">
            {isLoadingOlder ? (
              <span className="inline-flex items-center gap-2">
                <Spinner /> {isOnItsWay ? strings.transcript.goTo.loading : strings.room.loadingOlder}
              </span>
            ) : hasFailed && hasOlder ? (
              <span role="alert" className="inline-flex items-center gap-2 pb-2">
                {strings.room.olderFailed}
                <Button size="small" onClick={() => actions.loadOlder()}>
                  {strings.room.olderAgain}
                </Button>
              </span>
            ) : isEmpty || hasOlder || from > 0 ? null : (
              strings.room.start
            )}
          </div>
          {isEmpty ? <EmptyRoom /> : null}
          <div aria-hidden="true" style={{ height: before }} />
          <div ref={list}>
            {rows.slice(from, to).map((row) => (
              <div
                key={row.id}
                tabIndex={-1}
                className={cx('flow-root', gapOf(row), row.id === scroll.revealed && revealedClass)}
              >
                <RowView row={row} />
              </div>
            ))}
          </div>
          <div aria-hidden="true" style={{ height: after }} />
        </div>
      </ScrollRegion>
      {state.name === 'reading' ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <button
            type="button"
            onClick={() => scroll.goToEnd()}
            className="pointer-events-auto inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border border-line-2 bg-raised px-3 font-medium text-12 shadow-2 hover:bg-hover hand:min-h-11 max-sm:px-4"
          >
            <Icon name="down" size={14} />
            {strings.room.newBelow(newRows, hasApproval)}
          </button>
        </div>
      ) : null}
    </div>
  );
}
