import type { DatabaseSync } from 'node:sqlite';
import type { Chain } from './open-journal.ts';
import { inTransaction } from './transaction.ts';

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * Follows the chain through every event. What comes after the last signed run that is whole is moved to quarantine:
 * an event behind a gap proves nothing any more, and a gap cannot be served to anybody.
 */
export function cutBrokenTail(database: DatabaseSync, chain: Chain, nowMs: number): { lost: number; keptSeq: number } {
  const soundSeq = lastSoundSeq(database, chain);
  const keptSeq = lastWholeRun(database, soundSeq);
  const highest = Math.max(maxOf(database, 'SELECT MAX(seq) AS n FROM events'), lastSaid(database));
  if (highest <= keptSeq) return { lost: 0, keptSeq };
  inTransaction(database, () => {
    database
      .prepare(
        `INSERT INTO quarantine (seq, bytes, reason, at_ms)
         SELECT seq, bytes, 'does not continue the chain', ? FROM events WHERE seq > ?`,
      )
      .run(nowMs, keptSeq);
    database.prepare('DELETE FROM events WHERE seq > ?').run(keptSeq);
    database.prepare('DELETE FROM runs WHERE last > ?').run(keptSeq);
  });
  return { lost: highest - keptSeq, keptSeq };
}

function lastSoundSeq(database: DatabaseSync, chain: Chain): number {
  let prev = chain.start;
  let seq = 0;
  for (const row of database.prepare('SELECT seq, bytes, hash FROM events ORDER BY seq').iterate()) {
    if (row.seq !== seq + 1 || !(row.bytes instanceof Uint8Array) || !(row.hash instanceof Uint8Array)) break;
    const hash = chain.next(seq + 1, prev, row.bytes);
    if (!isEqual(hash, row.hash)) break;
    prev = hash;
    seq += 1;
  }
  return seq;
}

function lastWholeRun(database: DatabaseSync, soundSeq: number): number {
  let kept = 0;
  for (const row of database.prepare('SELECT first, last FROM runs ORDER BY first').iterate()) {
    if (row.first !== kept + 1 || Number(row.last) > soundSeq) break;
    kept = Number(row.last);
  }
  return kept;
}

const maxOf = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.n ?? 0);
const lastSaid = (database: DatabaseSync): number => maxOf(database, 'SELECT MAX(last) AS n FROM runs');
