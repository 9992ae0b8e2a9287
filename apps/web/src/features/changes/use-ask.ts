'use client';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { useQuery } from '@tanstack/react-query';
import { queriesOf } from '../room/blob-query.ts';
import { useActions } from '../room/room-store.ts';

type Asked<Ask extends WorkspaceAsk> =
  | { name: 'loading' }
  | { name: 'failed'; code: string; again: () => void }
  /** `isStale`: the answer to the question before; the new one is on its way. */
  | { name: 'answered'; answer: WorkspaceAnswer<Ask>; isStale: boolean };

type Answered<Ask extends WorkspaceAsk> = { answer: WorkspaceAnswer<Ask> };

/**
 * A question to the host. `version` changes when the answer may be another one; until it is here the one before is
 * shown, but only where the question is `about` the same thing.
 */
export function useAsk<Ask extends WorkspaceAsk>(
  ask: Ask | undefined,
  version: string | number,
  about = '',
): Asked<Ask> {
  const actions = useActions();
  const query = useQuery(
    {
      queryKey: ['ask', ask, version, about],
      queryFn: async (): Promise<Answered<Ask>> => {
        if (ask === undefined) throw new Error('not_compared');
        return { answer: await actions.ask(ask) };
      },
      enabled: ask !== undefined,
      networkMode: 'always' as const,
      staleTime: Number.POSITIVE_INFINITY,
      // Answers of before are many while an agent works, and long ones.
      gcTime: 15_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      placeholderData: (before: Answered<Ask> | undefined, query?: { queryKey: readonly unknown[] }) =>
        query?.queryKey[3] === about ? before : undefined,
    },
    queriesOf(actions),
  );
  if (query.data !== undefined) return { name: 'answered', ...query.data, isStale: query.isPlaceholderData };
  if (query.isError) return { name: 'failed', code: query.error.message, again: () => void query.refetch() };
  return { name: 'loading' };
}
