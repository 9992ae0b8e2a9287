import { type HashLabel, hashLabels, labelBytes } from './labels.ts';
import { lib } from './sodium.ts';

const prefixes = new Map(Object.entries(hashLabels).map(([name, text]) => [name, labelBytes(text)]));

/**
 * `Hn(key; label; parts…)`: BLAKE2b, keyed where a key is given (CLG-01). The parts are hashed as they are: a length is
 * part of the input only where a rule writes it, and only the last part may vary in length.
 */
export function hash(bytes: number, key: Uint8Array | undefined, label: HashLabel, ...parts: Uint8Array[]): Uint8Array {
  const prefix = prefixes.get(label) ?? labelBytes(hashLabels[label]);
  let length = prefix.length;
  for (const part of parts) length += part.length;
  const input = new Uint8Array(length);
  input.set(prefix);
  let at = prefix.length;
  for (const part of parts) {
    input.set(part, at);
    at += part.length;
  }
  // Shorter values are the first bytes of the 16-byte hash.
  if (bytes < 16)
    return lib()
      .crypto_generichash(16, input, key ?? null)
      .subarray(0, bytes);
  return lib().crypto_generichash(bytes, input, key ?? null);
}
