import type { RoomEventOf, RoomEventType } from '../events.ts';
import type { Draft } from './draft.ts';

/** One function per event type; `seq` is the event's number. */
export type Reducers<Types extends RoomEventType = RoomEventType> = {
  [T in Types]: (draft: Draft, event: RoomEventOf<T>, seq: number) => void;
};
