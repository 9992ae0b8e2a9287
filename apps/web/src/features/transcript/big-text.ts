'use client';
import type { BigText } from '@collagility/protocol/events';
import { useState } from 'react';
import { useActions } from '../room/room-store.ts';

export type BigTextState =
  | { name: 'whole'; text: string }
  /** First and last part, with the length of the whole in bytes. */
  | { name: 'ends'; head: string; tail: string; bytes: number; isFetching: boolean; hasFailed: boolean };

/** A value that may be too long to come along: its ends at once, the whole when somebody asks for it. */
export function useBigText(value: BigText): { state: BigTextState; fetchAll: () => void } {
  const actions = useActions();
  const [fetched, setFetched] = useState<string>();
  const [isFetching, setIsFetching] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if ('text' in value) return { state: { name: 'whole', text: value.text }, fetchAll: () => undefined };
  if (fetched !== undefined) return { state: { name: 'whole', text: fetched }, fetchAll: () => undefined };
  const fetchAll = () => {
    setIsFetching(true);
    setHasFailed(false);
    actions.fetchBlob(value).then(
      (bytes) => {
        setFetched(new TextDecoder().decode(bytes));
        setIsFetching(false);
      },
      () => {
        setHasFailed(true);
        setIsFetching(false);
      },
    );
  };
  return {
    state: { name: 'ends', head: value.head, tail: value.tail, bytes: value.len, isFetching, hasFailed },
    fetchAll,
  };
}

/** `812 B`, `34 KB`, `1.2 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
