import type { BlobRef } from '@collagility/protocol/events';
import { queryOptions } from '@tanstack/react-query';
import type { RoomActions } from './room-view.ts';

/** The whole text of a blob, once somebody asks for it; what two places show is fetched once. */
export const blobQuery = (actions: RoomActions, ref: BlobRef | undefined, isAsked: boolean) =>
  queryOptions({
    queryKey: ['blob', ref?.blob, ref?.hash],
    queryFn: async () => (ref === undefined ? '' : new TextDecoder().decode(await actions.fetchBlob(ref))),
    enabled: isAsked && ref !== undefined,
  });
