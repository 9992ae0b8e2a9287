/**
 * The events' chain (CLG-51, 52): every event's hash holds that of the one before it, so that one signature covers a
 * whole flush, and a page of history needs none.
 *
 *     run   prev 32 ‖ u64 first ‖ u16 n ‖ n × (u32 len ‖ bytes)
 */
import { concat, equal, readU64, u32, u64, view, writeU64 } from './bytes.ts';
import { hash } from './crypto/hash.ts';
import { sign, signatureBytes, verify } from './crypto/sign.ts';
import { maxEventBytes } from './limits.ts';
import { maxContentBytes } from './plaintext.ts';

/** `prev`: the chain value before event `first`. */
export type Run = { prev: Uint8Array; first: number; events: Uint8Array[] };
/** A place in the chain: the last event and the chain value after it. */
export type Head = { seq: number; hash: Uint8Array };

const runHeaderBytes = 32 + 8 + 2;
/** A run that fits a durable frame beside its signature. */
export const maxRunBytes = maxContentBytes - signatureBytes;
const maxEventsPerRun = 0xffff;

/** The chain value before the first event: binds the chain to its room. */
export const firstHash = (roomId: Uint8Array, hostPk: Uint8Array): Uint8Array =>
  hash(32, undefined, 'ev0', roomId, hostPk);

export const nextHash = (roomId: Uint8Array, seq: number, prev: Uint8Array, event: Uint8Array): Uint8Array =>
  hash(32, undefined, 'ev', roomId, u64(seq), prev, hash(32, undefined, 'body', event));

/** The chain value after each event of a run, in order. */
export function runHashes(roomId: Uint8Array, run: Run): Uint8Array[] {
  let value = run.prev;
  return run.events.map((event, at) => {
    value = nextHash(roomId, run.first + at, value, event);
    return value;
  });
}

/** Where a run ends. */
export function runEnd(roomId: Uint8Array, run: Run): Head {
  return { seq: run.first + run.events.length - 1, hash: runHashes(roomId, run).at(-1) ?? run.prev };
}

/** How many of these events, from the first on, fit one run of `maxBytes`; at least 1. */
export function eventsThatFit(lengths: readonly number[], maxBytes = maxRunBytes): number {
  let size = runHeaderBytes;
  let n = 0;
  for (const length of lengths) {
    size += 4 + length;
    if (n > 0 && (size > maxBytes || n === maxEventsPerRun)) break;
    n++;
  }
  return n;
}

export function encodeRun(run: Run): Uint8Array {
  let length = runHeaderBytes;
  for (const event of run.events) length += 4 + event.length;
  const bytes = new Uint8Array(length);
  const into = view(bytes);
  bytes.set(run.prev);
  writeU64(into, 32, run.first);
  into.setUint16(40, run.events.length, true);
  let at = runHeaderBytes;
  for (const event of run.events) {
    into.setUint32(at, event.length, true);
    bytes.set(event, at + 4);
    at += 4 + event.length;
  }
  return bytes;
}

/** Exactly one run of at least one event, else `undefined` (`bad_frame`). The events are copies. */
export function decodeRun(bytes: Uint8Array): Run | undefined {
  if (bytes.length < runHeaderBytes) return undefined;
  const from = view(bytes);
  const first = readU64(from, 32);
  const n = from.getUint16(40, true);
  if (first === undefined || first === 0 || n === 0 || !Number.isSafeInteger(first + n)) return undefined;
  const events: Uint8Array[] = [];
  let at = runHeaderBytes;
  for (let i = 0; i < n; i++) {
    if (bytes.length - at < 4) return undefined;
    const length = from.getUint32(at, true);
    if (length === 0 || length > maxEventBytes || length > bytes.length - at - 4) return undefined;
    events.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return at === bytes.length ? { prev: bytes.slice(0, 32), first, events } : undefined;
}

const durableMessage = (gen: number, end: Head): Uint8Array => concat(u32(gen), u64(end.seq), end.hash);

/** The host's word for everything up to `end`; kept in the journal. */
export const signHead = (hostSk: Uint8Array, roomId: Uint8Array, gen: number, end: Head): Uint8Array =>
  sign(hostSk, 'dur', roomId, durableMessage(gen, end));

export const verifyHead = (
  hostPk: Uint8Array,
  roomId: Uint8Array,
  gen: number,
  end: Head,
  signature: Uint8Array,
): boolean => verify(hostPk, 'dur', roomId, durableMessage(gen, end), signature);

/** What a verified run is to somebody who stands at `head` (CLG-53). */
export type Placement =
  /** Its events from `first` on are new and follow directly. */
  | { kind: 'next'; first: number; events: Uint8Array[]; head: Head }
  | { kind: 'known' }
  /** `[from, to]` is missing; that piece must end in the run's `prev`. */
  | { kind: 'gap'; from: number; to: number }
  /** It tells another story than the one we have: stop, show it, resume. */
  | { kind: 'fork' };

export function placeRun(roomId: Uint8Array, head: Head, run: Run): Placement {
  if (run.first > head.seq + 1) return { kind: 'gap', from: head.seq + 1, to: run.first - 1 };
  const last = run.first + run.events.length - 1;
  if (last <= head.seq) return { kind: 'known' };
  const hashes = runHashes(roomId, run);
  const known = head.seq + 1 - run.first;
  const atHead = known === 0 ? run.prev : hashes[known - 1];
  const end = hashes.at(-1);
  if (atHead === undefined || end === undefined || !equal(atHead, head.hash)) return { kind: 'fork' };
  return { kind: 'next', first: head.seq + 1, events: run.events.slice(known), head: { seq: last, hash: end } };
}
