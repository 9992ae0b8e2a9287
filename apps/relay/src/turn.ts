import { maxEntriesPerBundle } from '@collagility/protocol/frames';
import { maxBundleBytes } from '@collagility/protocol/limits';

/**
 * One outgoing stream of a turn of the event loop: whole entries (length prefix and frame), joined into as few
 * WebSocket messages as the bundle limit allows. Bundles are cut at entry borders only (CLG-23).
 */
export type Entry = { bytes: Uint8Array; droppable: boolean };

/** Room for a WebSocket header in front of the payload, so that a host can frame it without another copy. */
export const headroomBytes = 10;

/** Joins entries into messages of at most `maxBundleBytes`, each with `headroomBytes` free before it. */
export function joinEntries(entries: readonly Entry[], keepDroppable: boolean): Uint8Array[] {
  const messages: Uint8Array[] = [];
  let start = 0;
  let size = 0;
  let count = 0;
  for (let i = 0; i <= entries.length; i++) {
    const entry = entries[i];
    const length = entry === undefined || (entry.droppable && !keepDroppable) ? 0 : entry.bytes.length;
    const isFull = size + length > maxBundleBytes || count === maxEntriesPerBundle;
    if (size > 0 && (entry === undefined || isFull)) {
      messages.push(copyEntries(entries, start, i, size, keepDroppable));
      start = i;
      size = 0;
      count = 0;
    }
    size += length;
    if (length > 0) count++;
  }
  return messages;
}

function copyEntries(entries: readonly Entry[], start: number, end: number, size: number, keepDroppable: boolean) {
  const message = new Uint8Array(new ArrayBuffer(headroomBytes + size), headroomBytes, size);
  let offset = 0;
  for (let i = start; i < end; i++) {
    const entry = entries[i];
    if (entry === undefined || (entry.droppable && !keepDroppable)) continue;
    message.set(entry.bytes, offset);
    offset += entry.bytes.length;
  }
  return message;
}
