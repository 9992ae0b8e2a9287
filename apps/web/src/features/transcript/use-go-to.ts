'use client';
import { useEffect, useRef } from 'react';
import { useActions, useRoom } from '../room/room-store.ts';
import { type GoTo, rowAfter, rowOfSeq } from './go-to.ts';
import type { Row } from './rows.ts';
import type { TranscriptScroll } from './transcript-scroll.ts';

/**
 * Goes where somebody wants to be: a message of a link or of a search, the next prompt, the end. What is older than
 * what is loaded is fetched first. Returns whether it is on its way.
 */
export function useGoTo(goTo: GoTo | undefined, rows: readonly Row[], scroll: TranscriptScroll): boolean {
  const actions = useActions();
  const firstSeq = useRoom((view) => view.state?.firstSeq) ?? 1;
  const hasOlder = useRoom((view) => view.history.hasOlder);
  const isLoading = useRoom((view) => view.history.isLoading);
  const done = useRef<number>(undefined);
  const isPending = goTo !== undefined && goTo.nonce !== done.current;
  const hasFailed = useRoom((view) => view.history.hasFailed === true);
  // A page that cannot be had is not asked for again by itself: the nearest that is there is gone to.
  const mustFetch = isPending && goTo.to === 'seq' && goTo.seq < firstSeq && hasOlder && !hasFailed;
  useEffect(() => {
    if (!isPending || rows.length === 0) return;
    if (mustFetch) {
      if (!isLoading) actions.loadOlder();
      return;
    }
    done.current = goTo.nonce;
    if (goTo.to === 'end') return scroll.goToEnd();
    const row =
      goTo.to === 'seq'
        ? rowOfSeq(rows, goTo.seq)
        : rowAfter(rows, scroll.revealed ?? scroll.firstSeen, goTo.to, goTo.step);
    if (row !== undefined) scroll.reveal(row.id);
    else if (goTo.to !== 'seq' && goTo.step === 1) scroll.goToEnd();
    else if (goTo.to !== 'seq' && hasOlder) actions.loadOlder();
  }, [actions, goTo, hasOlder, isLoading, isPending, mustFetch, rows, scroll]);
  return mustFetch;
}
