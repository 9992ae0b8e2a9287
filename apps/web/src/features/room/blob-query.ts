import type { BlobRef } from '@collagility/protocol/events';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { RoomActions } from './room-view.ts';

const clients = new WeakMap<RoomActions, QueryClient>();

/** The room's one cache of what is asked for once. No provider: only the parts that ask load this. */
export function queriesOf(actions: RoomActions): QueryClient {
  const known = clients.get(actions);
  if (known !== undefined) return known;
  const client = new QueryClient();
  clients.set(actions, client);
  return client;
}

/** The whole text of a blob, once somebody asks for it; what two places show is fetched once. */
export const blobQuery = (actions: RoomActions, ref: BlobRef | undefined, isAsked: boolean) =>
  queryOptions({
    queryKey: ['blob', ref?.blob, ref?.hash],
    queryFn: async () => (ref === undefined ? '' : new TextDecoder().decode(await actions.fetchBlob(ref))),
    enabled: isAsked && ref !== undefined,
    // The way goes over the Worker's socket, which knows better than the browser whether it is online.
    networkMode: 'always',
    // A blob is named by its hash: it never gets old.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    // The Worker asks the host again by itself; what fails here is for a person to try again.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
