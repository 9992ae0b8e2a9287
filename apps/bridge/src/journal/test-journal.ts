import { createHash } from 'node:crypto';
import { type Journal, openJournal } from './open-journal.ts';

const sha = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const publicKey = new Uint8Array(32).fill(1);
const start = sha(publicKey);
const next = (seq: number, prev: Uint8Array, bytes: Uint8Array) => sha(Buffer.from(String(seq)), prev, bytes);

/** A journal with a chain of its own kind, for tests of the file alone. */
export const openTestJournal = (path: string, maxPages?: number): Journal =>
  openJournal({
    path,
    newIdentity: () => ({ publicKey, secretKey: new Uint8Array(64).fill(2), roomId: 'ab'.repeat(16) }),
    chainOf: () => ({ start, next }),
    wallMs: () => 1,
    ...(maxPages === undefined ? {} : { maxPages }),
  });

/** Appends `count` events as runs of `perRun`, each filled up with `size` characters. */
export function appendTestEvents(journal: Journal, count: number, perRun = 1, size = 0): void {
  for (let done = 0; done < count; done += perRun) {
    const { seq, hash } = journal.store.head();
    let prev = hash;
    const events = Array.from({ length: Math.min(perRun, count - done) }, (_, index) => {
      const n = seq + 1 + index;
      const bytes = new TextEncoder().encode(JSON.stringify({ type: 'chat.posted', n, fill: 'x'.repeat(size) }));
      prev = next(n, prev, bytes);
      return { bytes, hash: prev };
    });
    journal.store.appendRun({ first: seq + 1, events, gen: 1, signature: new Uint8Array(64) });
  }
}
