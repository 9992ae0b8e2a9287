import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { concat, u16, u32, u64, utf8 } from './bytes.ts';
import {
  decodeRun,
  encodeRun,
  eventsThatFit,
  type Head,
  maxRunBytes,
  nextHash,
  placeRun,
  type Run,
  runEnd,
  runHashes,
  signHead,
  verifyHead,
} from './chain.ts';
import { signatureBytes } from './crypto/sign.ts';
import { ready } from './crypto/sodium.ts';
import { maxEventBytes } from './limits.ts';
import { maxContentBytes } from './plaintext.ts';
import { cryptoRoom, filled } from './testing/crypto-room.ts';

beforeAll(() => ready);

const event = (n: number | string) => utf8(`{"n":${JSON.stringify(n)}}`);

/** A story of events 1 to n, and any piece of it. */
function story(count: number, world = cryptoRoom()) {
  const { roomId, h0 } = world;
  const events = Array.from({ length: count }, (_, at) => event(at + 1));
  const hashes = [h0, ...runHashes(roomId, { prev: h0, first: 1, events })];
  const hashAt = (seq: number) => hashes[seq] ?? filled(0);
  const run = (first: number, last: number): Run => ({
    prev: hashAt(first - 1),
    first,
    events: events.slice(first - 1, last),
  });
  const head = (seq: number): Head => ({ seq, hash: hashAt(seq) });
  return { world, roomId, run, head, events };
}

test('[CLG-51] a run is read back as it was written', () => {
  const events = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 30 });
  const first = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 100 });
  fc.assert(
    fc.property(first, events, (from, list) => {
      const run = { prev: filled(3), first: from, events: list };
      expect(decodeRun(encodeRun(run))).toEqual(run);
    }),
  );
});

test('[G16] [CLG-51] lengths that do not add up, n = 0, first = 0 and first from 2^53 on are refused', () => {
  const good = encodeRun({ prev: filled(3), first: 5, events: [event(5), event(6)] });
  expect(decodeRun(good)).toBeDefined();
  for (let length = 0; length < good.length; length++) expect(decodeRun(good.subarray(0, length))).toBeUndefined();
  expect(decodeRun(concat(good, Uint8Array.of(0)))).toBeUndefined();
  const crafted = (first: Uint8Array, n: number, body: Uint8Array) => decodeRun(concat(filled(3), first, u16(n), body));
  const one = concat(u32(2), utf8('{}'));
  expect(crafted(u64(1), 1, one)).toBeDefined();
  expect(crafted(u64(1), 0, new Uint8Array(0))).toBeUndefined();
  expect(crafted(u64(0), 1, one)).toBeUndefined();
  expect(crafted(Uint8Array.of(0, 0, 0, 0, 0, 0, 0x20, 0), 1, one)).toBeUndefined();
  expect(crafted(u64(Number.MAX_SAFE_INTEGER), 1, one)).toBeUndefined();
  expect(crafted(u64(1), 2, one)).toBeUndefined();
  expect(crafted(u64(1), 1, concat(u32(0xffff_ffff), utf8('{}')))).toBeUndefined();
  expect(crafted(u64(1), 1, u32(0))).toBeUndefined();
  expect(crafted(u64(1), 1, concat(u32(maxEventBytes + 1), new Uint8Array(maxEventBytes + 1)))).toBeUndefined();
  expect(crafted(u64(1), 0xffff, new Uint8Array(0xffff * 4))).toBeUndefined();
});

test('[CLG-51] the chain hangs on room, number, order and every byte', () => {
  const { roomId, h0 } = cryptoRoom();
  const base = nextHash(roomId, 1, h0, event(1));
  for (const other of [
    nextHash(cryptoRoom(2).roomId, 1, h0, event(1)),
    nextHash(roomId, 2, h0, event(1)),
    nextHash(roomId, 1, filled(0), event(1)),
    nextHash(roomId, 1, h0, event(2)),
    cryptoRoom(2).h0,
  ]) {
    expect(other).not.toEqual(base);
  }
});

test('[CLG-52] one signature stands for the whole flush, this start of the host, this room', () => {
  const { world, roomId, run, head } = story(5);
  const { room, gen } = world;
  const signature = signHead(room.secretKey, roomId, gen, head(5));
  const isGood = (end: Head, generation = gen, id = roomId) =>
    verifyHead(room.publicKey, id, generation, end, signature);
  expect(isGood(runEnd(roomId, run(1, 5)))).toBe(true);
  expect(isGood(runEnd(roomId, run(3, 5)))).toBe(true);
  expect(isGood(head(4))).toBe(false);
  expect(isGood({ seq: 4, hash: head(5).hash })).toBe(false);
  expect(isGood(head(5), gen + 1)).toBe(false);
  expect(isGood(head(5), gen, filled(1, 16))).toBe(false);
});

test('[CLG-53] [G3] a run that follows is applied, one that is known is dropped, one beyond leaves a gap', () => {
  const { roomId, run, head } = story(10);
  expect(placeRun(roomId, head(0), run(1, 3))).toMatchObject({ kind: 'next', first: 1, head: head(3) });
  expect(placeRun(roomId, head(3), run(4, 10))).toMatchObject({ kind: 'next', first: 4, head: head(10) });
  expect(placeRun(roomId, head(5), run(2, 5))).toEqual({ kind: 'known' });
  expect(placeRun(roomId, head(5), run(2, 4))).toEqual({ kind: 'known' });
  expect(placeRun(roomId, head(5), run(8, 9))).toEqual({ kind: 'gap', from: 6, to: 7 });
});

test('[CLG-53] [G3] of a run that is partly known only the rest is applied', () => {
  const { roomId, run, head, events } = story(10);
  const placed = placeRun(roomId, head(5), run(3, 8));
  expect(placed).toEqual({ kind: 'next', first: 6, events: events.slice(5, 8), head: head(8) });
});

test('[CLG-53] [G3] a run that follows with another past is a fork, also where it is partly known', () => {
  const { roomId, run, head } = story(10);
  expect(placeRun(roomId, head(5), { ...run(6, 8), prev: filled(9) })).toEqual({ kind: 'fork' });
  const altered = run(3, 8);
  altered.events[1] = event('other');
  expect(placeRun(roomId, head(5), altered)).toEqual({ kind: 'fork' });
});

test('[G4] [CLG-53] a history page that was altered, shifted or of another room does not end where it must', () => {
  const { roomId, run, head } = story(10);
  // The page before event 6 is anchored by the chain value before event 6.
  const fits = (page: Run, id = roomId) => Buffer.compare(runEnd(id, page).hash, head(5).hash) === 0;
  expect(fits(run(2, 5))).toBe(true);
  for (let at = 0; at < 4; at++) {
    const altered = run(2, 5);
    altered.events[at] = event('altered');
    expect(fits(altered)).toBe(false);
  }
  expect(fits({ ...run(2, 5), first: 3 })).toBe(false);
  expect(fits({ ...run(2, 5), prev: filled(1) })).toBe(false);
  expect(fits({ ...run(2, 5), events: run(2, 5).events.slice(1) })).toBe(false);
  expect(fits(run(2, 5), cryptoRoom(2).roomId)).toBe(false);
  expect(fits(story(10, cryptoRoom(2)).run(2, 5))).toBe(false);
});

test('[CLG-50] [CLG-52] what `eventsThatFit` says fits a durable frame, and a largest event always does', () => {
  expect(maxRunBytes + signatureBytes).toBe(maxContentBytes);
  expect(encodeRun({ prev: filled(1), first: 1, events: [new Uint8Array(maxEventBytes)] }).length).toBeLessThan(
    maxRunBytes,
  );
  const lengths = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(lengths, (list) => {
      const n = eventsThatFit(list);
      const size = (count: number) =>
        encodeRun({ prev: filled(1), first: 1, events: list.slice(0, count).map((length) => new Uint8Array(length)) })
          .length;
      expect(size(n)).toBeLessThanOrEqual(maxRunBytes);
      if (n < list.length) expect(size(n + 1)).toBeGreaterThan(maxRunBytes);
    }),
  );
  expect(eventsThatFit([maxEventBytes, 1], 10)).toBe(1);
});
