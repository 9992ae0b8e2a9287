'use client';
import { useEffect } from 'react';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { lastChange, reportedFileCount, toldFiles } from './count-files.ts';

/**
 * How many files the session has changed, for the badges: what the panel shows, else what the host told all, or answered
 * this page. Only where git has said nothing, what the agents reported.
 */
export function useFileCount(): number {
  const { agentId, seenFiles, askedFiles } = useRoomUi();
  const told = useRoom((view) => toldFiles(view.state, agentId));
  const reported = useRoom((view) => (view.state === undefined ? 0 : reportedFileCount(view.state.items)));
  const asked = askedFiles !== undefined && askedFiles.agentId === agentId ? askedFiles.count : undefined;
  return seenFiles ?? told ?? asked ?? reported;
}

/**
 * Where somebody in the room may not read all of it, what the session changed is told to nobody by itself: each page asks
 * after a turn, and is answered by what it may read.
 */
export function useAskedFileCount(): void {
  const { agentId, seeAskedFiles } = useRoomUi();
  const actions = useActions();
  const lastTurn = useRoom((view) =>
    toldFiles(view.state, agentId) === undefined ? lastChange(view.state?.items ?? []) : undefined,
  );
  useEffect(() => {
    if (lastTurn === undefined) return;
    let isOver = false;
    const see = (count: number | undefined) => {
      if (!isOver) seeAskedFiles({ agentId, count });
    };
    actions.ask({ ask: 'changes', scope: { of: 'session' }, ...(agentId && { agentId }) }).then(
      ({ source, sum }) => see(source === 'git' ? sum.files : undefined),
      // No answer: what the agents reported is counted, as where there is no git.
      () => see(undefined),
    );
    return () => {
      isOver = true;
    };
  }, [lastTurn, agentId, actions, seeAskedFiles]);
}
