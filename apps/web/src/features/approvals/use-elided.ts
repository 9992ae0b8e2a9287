'use client';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { blobQuery, queriesOf } from '../room/blob-query.ts';
import { useActions } from '../room/room-store.ts';
import type { Request } from './answering.ts';

/** Parts that were too long for the request: pulled whole and checked before Allow is armed (CLG-73). */
export function useElided(parts: Request['elided']) {
  const actions = useActions();
  const [isAsked, setIsAsked] = useState(false);
  const queries = useQueries({ queries: parts.map(({ ref }) => blobQuery(actions, ref, isAsked)) }, queriesOf(actions));
  const failed = queries.filter((query) => query.isError);
  // Only what was opened here, in this card, counts as seen; what another card fetched is no view of this one.
  const opened = parts.flatMap(({ path, ref }, index) => {
    const text = queries[index]?.data;
    return isAsked && text !== undefined ? [{ path, text, blob: ref.blob }] : [];
  });
  return {
    count: parts.length,
    shown: opened,
    isWhole: opened.length === parts.length,
    seen: opened.map(({ blob }) => blob),
    isFetching: queries.some((query) => query.isFetching),
    hasFailed: failed.length > 0,
    open: () => {
      setIsAsked(true);
      for (const query of failed) query.refetch();
    },
  };
}
