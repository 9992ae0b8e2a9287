'use client';
import type { AgentState } from '@collagility/protocol/state';
import type { TerminalScreen } from '@collagility/protocol/terminal';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { blobQuery, queriesOf } from '../room/blob-query.ts';
import { useActions } from '../room/room-store.ts';

/** The last screen of a program that has ended, as the room keeps it; `undefined` while it is fetched, or where there is none. */
export function useLastScreen(terminal: AgentState['terminal']): TerminalScreen | undefined {
  const actions = useActions();
  const kept = terminal?.isRunning === false ? terminal.ended?.screen : undefined;
  const ref = kept === undefined || 'text' in kept ? undefined : kept;
  const { data } = useQuery(blobQuery(actions, ref, ref !== undefined), queriesOf(actions));
  const text = kept !== undefined && 'text' in kept ? kept.text : data;
  const columns = terminal?.columns;
  const rows = terminal?.rows;
  return useMemo(
    () =>
      text === undefined || columns === undefined || rows === undefined
        ? undefined
        : { columns, rows, offset: 0, text, title: '', activity: 'idle', isRunning: false },
    [text, columns, rows],
  );
}
