import { fromUtf8, utf8, view } from './bytes.ts';
import { maxJsonDepth, maxPlaintextBytes, minPairwisePlaintextBytes, minPlaintextBytes } from './limits.ts';

/**
 * What is inside a frame (CLG-43):
 *
 *     u32 jsonLen ‖ u32 binLen ‖ json ‖ bin ‖ zeros up to a Padmé length
 */
export type Plaintext = { json: Uint8Array; bin: Uint8Array };

const lengthsBytes = 8;
/** What json and bin of one frame may have together. */
export const maxContentBytes = maxPlaintextBytes - lengthsBytes;

export const groupFloorBytes = minPlaintextBytes;
export const pairwiseFloorBytes = minPairwisePlaintextBytes;

/** The padded length: tells at most 12 % of the size, and below the floor nothing. */
export function padmeLength(length: number, floorBytes: number): number {
  if (length <= floorBytes) return floorBytes;
  const e = Math.floor(Math.log2(length));
  const s = Math.floor(Math.log2(e)) + 1;
  const unit = 2 ** (e - s);
  return Math.min(maxPlaintextBytes, Math.ceil(length / unit) * unit);
}

/** Throws where it does not fit a frame: whoever makes frames has measured before. */
export function encodePlaintext(json: Uint8Array, bin: Uint8Array, floorBytes: number): Uint8Array {
  const length = lengthsBytes + json.length + bin.length;
  if (length > maxPlaintextBytes) throw new RangeError(`${length} bytes do not fit a frame.`);
  const bytes = new Uint8Array(padmeLength(length, floorBytes));
  const into = view(bytes);
  into.setUint32(0, json.length, true);
  into.setUint32(4, bin.length, true);
  bytes.set(json, lengthsBytes);
  bytes.set(bin, lengthsBytes + json.length);
  return bytes;
}

/** Exactly what `encodePlaintext` would have made, else `undefined`. */
export function decodePlaintext(bytes: Uint8Array, floorBytes: number): Plaintext | undefined {
  if (bytes.length < floorBytes || bytes.length > maxPlaintextBytes) return undefined;
  const from = view(bytes);
  const jsonLength = from.getUint32(0, true);
  const length = lengthsBytes + jsonLength + from.getUint32(4, true);
  if (length > bytes.length || padmeLength(length, floorBytes) !== bytes.length) return undefined;
  for (let at = length; at < bytes.length; at++) if (bytes[at] !== 0) return undefined;
  const binStart = lengthsBytes + jsonLength;
  return { json: bytes.subarray(lengthsBytes, binStart), bin: bytes.subarray(binStart, length) };
}

export const encodeJson = (value: unknown): Uint8Array => utf8(JSON.stringify(value));

export type ParsedJson = { ok: true; value: unknown } | { ok: false };

/** Strict UTF-8, at most 32 deep, `__proto__` dropped. Never throws. */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = fromUtf8(bytes);
  if (text === undefined) return { ok: false };
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, maxJsonDepth)) return { ok: false };
    // The slow way only where the key may be there, plain or in escapes.
    const mayHoldProto = text.includes('__proto__') || text.includes('\\u');
    return { ok: true, value: mayHoldProto ? JSON.parse(text, dropProto) : value };
  } catch {
    return { ok: false };
  }
}

const dropProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

/** Looks at values, not at text: a long string costs nothing. `levels` of objects and lists are allowed. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  for (const item of Object.values(value)) if (isDeeper(item, levels - 1)) return true;
  return false;
}
