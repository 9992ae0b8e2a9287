import { hash } from './crypto/hash.ts';

/** Checked over the whole value before any of it is used (CLG-60, 61, 63); also `textHash` of `ai.stream.end`. */
export const blobHash = (bytes: Uint8Array): Uint8Array => hash(32, undefined, 'blob', bytes);

/** A command as it was made, byte by byte (CLG-64). */
export const commandHash = (bytes: Uint8Array): Uint8Array => hash(32, undefined, 'cmd', bytes);
