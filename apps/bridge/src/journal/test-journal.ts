import { createHash } from 'node:crypto';
import { as, type CommandId, type MemberId } from '@collagility/protocol/ids';
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

const device = as<MemberId>('m1');
const idOf = (lastSeq: number) => as<CommandId>(String(lastSeq).padStart(32, '0'));

/** One turn of the event loop: a command, the events that followed, its outcome; each event names the turn's last one. */
export function appendTestTurn(journal: Journal, count: number, size = 0): void {
  const { store } = journal;
  const { seq, hash } = store.head();
  const last = seq + count;
  let prev = hash;
  store.begin();
  store.transaction(() => store.acceptCommand(device, idOf(last), new Uint8Array(32)));
  const events = Array.from({ length: count }, (_, index) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ type: 'chat.posted', last, fill: 'x'.repeat(size) }));
    prev = next(seq + 1 + index, prev, bytes);
    return { bytes, hash: prev };
  });
  store.transaction(() => store.setCommandOutcome(device, idOf(last), { state: 'done' }));
  store.appendRun({ first: seq + 1, events, gen: 1, signature: new Uint8Array(64) });
  store.commit();
}

/** What of such turns is there: the last event, and whether each turn is there whole, with its command and outcome. */
export function testTurnsOf({ store }: Journal): { seq: number; isWhole: boolean } {
  const { seq } = store.head();
  const { events } = store.readRun(1, seq, Number.POSITIVE_INFINITY);
  const lasts = events.map((bytes): number => JSON.parse(new TextDecoder().decode(bytes)).last);
  const isWhole = lasts.every(
    (last) => last <= seq && store.findCommand(device, idOf(last))?.outcome?.state === 'done',
  );
  return { seq, isWhole };
}
