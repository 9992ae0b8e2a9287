import {
  type ControlMessage,
  type ControlMessageOf,
  decodeControl,
  decodeHostBundle,
  decodeMemberBundle,
  encodeControl,
  hs1Bytes,
  hs2Bytes,
  isDroppable,
  toAllHandle,
} from '@collagility/protocol/frames';
import { headerBytes, minPairwisePlaintextBytes, minPlaintextBytes, tagBytes } from '@collagility/protocol/limits';
import type { Entry } from './turn.ts';

/** What the relay reads and writes of the wire: who a frame is for, its length, its type; the rest is opaque. */
export type FirstWord = ControlMessageOf<'seat'> | ControlMessageOf<'admit'>;
export type HostWord = Extract<ControlMessage, { t: 'keys' | 'key+' | 'key-' | 'open' | 'close' }>;
export type ToHostWord = Extract<ControlMessage, { t: 'in' | 'out' | 'host' }>;
export type ToMemberWord = Extract<ControlMessage, { t: 'ch' | 'host' | 'mark' }>;

/** A piece of a host's bundle; `end` is where the next piece begins. */
export type HostPiece =
  | { to: 'all'; frame: Uint8Array }
  | { to: 'one'; handle: string; frame: Uint8Array }
  | { to: 'relay'; word: HostWord; end: number };

const prefixBytes = 4;
const handleBytes = 8;
const leastGroupFrame = headerBytes + minPlaintextBytes + tagBytes;
const leastPairwiseFrame = headerBytes + minPairwisePlaintextBytes + tagBytes;

/** The one message that may answer a challenge, and where the rest of its bundle begins. */
export function firstWord(message: Uint8Array): { word: FirstWord; end: number } | undefined {
  const entry = decodeMemberBundle(message)?.[0] ?? decodeHostBundle(message)?.[0];
  if (entry?.kind !== 'control') return undefined;
  const word = decodeControl(entry.bytes);
  if (word?.t !== 'seat' && word?.t !== 'admit') return undefined;
  return { word, end: endOf(entry.bytes, message) };
}

/** `undefined` where the bundle does not parse exactly or a piece is nothing that a host may send. */
export function hostPieces(message: Uint8Array): HostPiece[] | undefined {
  const entries = decodeHostBundle(message);
  if (entries === undefined) return undefined;
  const pieces: HostPiece[] = [];
  for (const entry of entries) {
    if (entry.kind === 'control') {
      const word = decodeControl(entry.bytes);
      if (word === undefined || !isHostWord(word)) return undefined;
      pieces.push({ to: 'relay', word, end: endOf(entry.bytes, message) });
    } else if (entry.handle === toAllHandle) {
      if (entry.bytes.length < leastGroupFrame) return undefined;
      pieces.push({ to: 'all', frame: entry.bytes });
    } else {
      const { length } = entry.bytes;
      if (length !== hs2Bytes && length < leastGroupFrame) return undefined;
      pieces.push({ to: 'one', handle: entry.handle, frame: entry.bytes });
    }
  }
  return pieces;
}

/** A member sends `hs1`, command frames and answers to marks; `mark` is the last of these. */
export function memberPieces(message: Uint8Array): { frames: Uint8Array[]; mark: number | undefined } | undefined {
  const entries = decodeMemberBundle(message);
  if (entries === undefined) return undefined;
  const frames: Uint8Array[] = [];
  let mark: number | undefined;
  for (const { kind, bytes } of entries) {
    if (kind === 'control') {
      const word = decodeControl(bytes);
      if (word?.t !== 'mark') return undefined;
      mark = word.n;
    } else if (bytes.length === hs1Bytes || bytes.length >= leastPairwiseFrame) frames.push(bytes);
    else return undefined;
  }
  return { frames, mark };
}

export function entryToHost(handle: string, frame: Uint8Array): Entry {
  return { bytes: withPrefix(frame, frame.length, handle), droppable: false };
}

export function controlToHost(word: ToHostWord): Entry {
  const bytes = encodeControl(word);
  return { bytes: withPrefix(bytes, bytes.length, controlHandle), droppable: false };
}

export function controlToMember(word: ToMemberWord): Entry {
  const bytes = encodeControl(word);
  return { bytes: withPrefix(bytes, bytes.length + controlBit), droppable: false };
}

const controlHandle = 'f'.repeat(2 * handleBytes);
const controlBit = 0x8000_0000;

function withPrefix(bytes: Uint8Array, lengthField: number, handle?: string): Uint8Array {
  const start = prefixBytes + (handle === undefined ? 0 : handleBytes);
  const entry = new Uint8Array(start + bytes.length);
  writeLength(entry, 0, lengthField);
  if (handle !== undefined) {
    for (let i = 0; i < handleBytes; i++) entry[prefixBytes + i] = Number.parseInt(handle.slice(2 * i, 2 * i + 2), 16);
  }
  entry.set(bytes, start);
  return entry;
}

/**
 * A host's frame as a member's entry, without a copy: the length is written over the end of the handle, so that
 * length and frame stand side by side. Once per frame, when it goes out: what is kept to be read again must be whole.
 */
export function entryToMember(frame: Uint8Array, isToAll: boolean): Entry {
  const bytes = new Uint8Array(frame.buffer, frame.byteOffset - prefixBytes, prefixBytes + frame.length);
  writeLength(bytes, 0, frame.length);
  return { bytes, droppable: isToAll && isDroppable(frame) };
}

function writeLength(into: Uint8Array, at: number, length: number): void {
  into[at] = length & 255;
  into[at + 1] = (length >>> 8) & 255;
  into[at + 2] = (length >>> 16) & 255;
  into[at + 3] = (length >>> 24) & 255;
}

const endOf = (piece: Uint8Array, message: Uint8Array): number => piece.byteOffset - message.byteOffset + piece.length;

function isHostWord(word: ControlMessage): word is HostWord {
  return word.t === 'keys' || word.t === 'key+' || word.t === 'key-' || word.t === 'open' || word.t === 'close';
}
