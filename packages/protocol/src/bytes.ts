/** Bytes and their texts. Integers are little-endian; whole numbers stay below 2^53 (CLG-01). */

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Strict UTF-8; `undefined` where the bytes are none. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Same length and same bytes, in a time that does not tell where they differ. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

export const isAllZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** Overwrites a secret that is no longer needed. Best effort: the engine may have copied it. */
export function wipe(...secrets: Array<Uint8Array | undefined>): void {
  for (const secret of secrets) secret?.fill(0);
}

export const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

export function u16(value: number): Uint8Array {
  const bytes = new Uint8Array(2);
  view(bytes).setUint16(0, value, true);
  return bytes;
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  view(bytes).setUint32(0, value, true);
  return bytes;
}

export function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  writeU64(view(bytes), 0, value);
  return bytes;
}

const twoTo32 = 0x1_0000_0000;

export function writeU64(into: DataView, offset: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a counter: ${value}`);
  into.setUint32(offset, value >>> 0, true);
  into.setUint32(offset + 4, Math.floor(value / twoTo32), true);
}

/** `undefined` from 2^53 on: such a counter is never reached honestly. */
export function readU64(from: DataView, offset: number): number | undefined {
  const value = from.getUint32(offset + 4, true) * twoTo32 + from.getUint32(offset, true);
  return Number.isSafeInteger(value) ? value : undefined;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexOfByte[byte];
  return text;
}

/** Lower-case hex only; `undefined` for anything else, or another number of bytes than asked for. */
export function fromHex(text: string, length?: number): Uint8Array | undefined {
  if (text.length % 2 !== 0 || (length !== undefined && text.length !== 2 * length)) return undefined;
  if (!/^[0-9a-f]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet[(held >> bits) & 63];
    }
  }
  if (bits > 0) text += alphabet[(held << (6 - bits)) & 63];
  return text;
}

/** Strict: only what `toBase64url` would have written; lenient decoders let changed links pass (CLG-08). */
export function fromBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 255;
    }
  }
  return toBase64url(bytes) === text ? bytes : undefined;
}
