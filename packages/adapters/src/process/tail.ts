/** Keeps the end of a byte stream, never more than `maxBytes`. */
export function createTail(maxBytes: number): { push(chunk: Uint8Array): void; text(): string } {
  let kept: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      kept = Buffer.concat([kept, chunk]);
      if (kept.length > maxBytes) kept = kept.subarray(kept.length - maxBytes);
    },
    // A character cut at the front shows as U+FFFD; leave it out.
    text: () => kept.toString('utf8').replace(/^\uFFFD+/, ''),
  };
}
