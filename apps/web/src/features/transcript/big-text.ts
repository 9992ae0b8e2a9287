'use client';
import type { BigText } from '@collagility/protocol/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blobQuery, queriesOf } from '../room/blob-query.ts';
import { useActions } from '../room/room-store.ts';

export type BigTextState =
  | { name: 'whole'; text: string }
  /** First and last part, with the length of the whole in bytes. */
  | { name: 'ends'; head: string; tail: string; bytes: number; isFetching: boolean; hasFailed: boolean };

/** A value that may be too long to come along: its ends at once, the whole when somebody asks for it. */
export function useBigText(value: BigText): { state: BigTextState; fetchAll: () => void } {
  const actions = useActions();
  const [isAsked, setIsAsked] = useState(false);
  const query = useQuery(blobQuery(actions, 'text' in value ? undefined : value, isAsked), queriesOf(actions));
  const text = 'text' in value ? value.text : query.data;
  if ('text' in value || text !== undefined)
    return { state: { name: 'whole', text: text ?? '' }, fetchAll: () => undefined };
  const fetchAll = () => {
    setIsAsked(true);
    if (query.isError) query.refetch();
  };
  const { isFetching, isError } = query;
  return {
    state: { name: 'ends', head: value.head, tail: value.tail, bytes: value.len, isFetching, hasFailed: isError },
    fetchAll,
  };
}

/** `812 B`, `34 KB`, `1.2 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
