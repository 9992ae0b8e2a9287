import { applyChange, type RoomRecord, type RoomStorage } from './record.ts';

/** For the embedded relay: the host writes its whole set again at each seat, so nothing is lost that matters. */
export function memoryStorage(): RoomStorage {
  const records = new Map<string, RoomRecord>();
  return {
    load: (roomId) => records.get(roomId),
    apply(roomId, change) {
      const next = applyChange(records.get(roomId), change);
      if (next === undefined) records.delete(roomId);
      else records.set(roomId, next);
    },
    seenBefore: (timeMs) => [...records].filter(([, record]) => record.hostSeenMs < timeMs).map(([roomId]) => roomId),
    close: () => records.clear(),
  };
}
