import { fromHex, toHex, view } from '../bytes.ts';
import { maxBundleBytes, maxControlBytes, maxFrameBytes } from '../limits.ts';
import { hs1Bytes } from './header.ts';

/**
 * A WebSocket message is a bundle: entries one after the other, nothing between or after them (CLG-23).
 *
 *     member side   u32 len ‖ bytes              top bit of len set: a control message
 *     host side     u32 len ‖ handle 8 ‖ bytes   handle 0: all that are open; 0xFF × 8: a control message
 *
 * `len` counts the bytes alone. Frames may be regrouped into other bundles, never cut.
 */
export type MemberEntry = { kind: 'frame' | 'control'; bytes: Uint8Array };
/** `handle`: 16 hex digits, the relay's name of one socket; `toAllHandle` for every open one. */
export type HostEntry = { kind: 'frame'; handle: string; bytes: Uint8Array } | { kind: 'control'; bytes: Uint8Array };

export const toAllHandle = '0000000000000000';
const controlHandle = 'ffffffffffffffff';
const handleBytes = 8;
const controlBit = 0x8000_0000;

/** More is no honest bundle: the smallest sealed frame has 288 bytes, so 256 KiB hold fewer than this. */
export const maxEntriesPerBundle = 1024;

/** `undefined`: the message is not exactly a sequence of entries; the socket is closed with `bad_frame`. */
export function decodeMemberBundle(message: Uint8Array): MemberEntry[] | undefined {
  if (!isBundleLength(message.length)) return undefined;
  const from = view(message);
  const entries: MemberEntry[] = [];
  for (let at = 0; at < message.length; ) {
    const start = at + 4;
    if (start > message.length || entries.length === maxEntriesPerBundle) return undefined;
    const field = from.getUint32(at, true);
    const isControl = field >= controlBit;
    const length = isControl ? field - controlBit : field;
    if (!isEntryLength(length, isControl, message.length - start)) return undefined;
    at = start + length;
    entries.push({ kind: isControl ? 'control' : 'frame', bytes: message.subarray(start, at) });
  }
  return entries;
}

export function decodeHostBundle(message: Uint8Array): HostEntry[] | undefined {
  if (!isBundleLength(message.length)) return undefined;
  const from = view(message);
  const entries: HostEntry[] = [];
  for (let at = 0; at < message.length; ) {
    const start = at + 4 + handleBytes;
    if (start > message.length || entries.length === maxEntriesPerBundle) return undefined;
    const length = from.getUint32(at, true);
    // The host's frames to all are by far the most: no text is made for them.
    const isToAll = from.getUint32(at + 4, true) === 0 && from.getUint32(at + 8, true) === 0;
    const handle = isToAll ? toAllHandle : toHex(message.subarray(at + 4, start));
    const isControl = handle === controlHandle;
    if (!isEntryLength(length, isControl, message.length - start)) return undefined;
    at = start + length;
    const bytes = message.subarray(start, at);
    entries.push(isControl ? { kind: 'control', bytes } : { kind: 'frame', handle, bytes });
  }
  return entries;
}

const isBundleLength = (length: number): boolean => length > 0 && length <= maxBundleBytes;

function isEntryLength(length: number, isControl: boolean, rest: number): boolean {
  if (length > rest) return false;
  return isControl ? length >= 2 && length <= maxControlBytes : length >= hs1Bytes && length <= maxFrameBytes;
}

/** Entries as messages of at most `maxBundleBytes` each, in order. */
export function encodeMemberBundles(entries: readonly MemberEntry[]): Uint8Array[] {
  return encode(entries, 0, (entry, into, at) => {
    const isControl = entry.kind === 'control';
    view(into).setUint32(at, entry.bytes.length + (isControl ? controlBit : 0), true);
  });
}

export function encodeHostBundles(entries: readonly HostEntry[]): Uint8Array[] {
  return encode(entries, handleBytes, (entry, into, at) => {
    view(into).setUint32(at, entry.bytes.length, true);
    const handle = entry.kind === 'control' ? controlHandle : entry.handle;
    if (handle === toAllHandle) return;
    const bytes = fromHex(handle, handleBytes);
    if (bytes === undefined) throw new RangeError(`Not a handle: ${handle}`);
    into.set(bytes, at + 4);
  });
}

function encode<Entry extends { bytes: Uint8Array }>(
  entries: readonly Entry[],
  prefixBytes: number,
  writePrefix: (entry: Entry, into: Uint8Array, at: number) => void,
): Uint8Array[] {
  const messages: Uint8Array[] = [];
  let first = 0;
  while (first < entries.length) {
    let size = 0;
    let last = first;
    for (; last < entries.length && last - first < maxEntriesPerBundle; last++) {
      const more = 4 + prefixBytes + (entries[last]?.bytes.length ?? 0);
      if (last > first && size + more > maxBundleBytes) break;
      size += more;
    }
    const message = new Uint8Array(size);
    let at = 0;
    for (const entry of entries.slice(first, last)) {
      writePrefix(entry, message, at);
      message.set(entry.bytes, at + 4 + prefixBytes);
      at += 4 + prefixBytes + entry.bytes.length;
    }
    messages.push(message);
    first = last;
  }
  return messages;
}
