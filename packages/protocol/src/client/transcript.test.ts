import { beforeAll, describe, expect, it } from 'vitest';
import { blobHash } from '../blob.ts';
import { toHex, utf8 } from '../bytes.ts';
import { encodeRun, firstHash, type Run, runEnd, runHashes } from '../chain.ts';
import { roomIdBytes, signKeyPair } from '../crypto/keys.ts';
import { ready } from '../crypto/sodium.ts';
import type { Pull } from '../messages.ts';
import { emptyRoomState } from '../reduce.ts';
import { PullRequests } from './pull-requests.ts';
import { Transcript } from './transcript.ts';

beforeAll(() => ready);

const eventOf = (seq: number, text = `notice ${seq}`): Uint8Array =>
  utf8(JSON.stringify({ type: 'room.notice', atMs: seq, level: 'info', code: 'test', text }));

/** A room of twenty events whose first ten are history for the member, and what a host answers to its pulls. */
function room(seedByte = 1) {
  const { publicKey: hostPk } = signKeyPair(new Uint8Array(32).fill(seedByte));
  const roomId = roomIdBytes(hostPk);
  const genesis = firstHash(roomId, hostPk);
  const events = Array.from({ length: 20 }, (_, at) => eventOf(at + 1));
  const hashes = runHashes(roomId, { prev: genesis, first: 1, events });
  const hashAt = (seq: number): Uint8Array => (seq === 0 ? genesis : (hashes[seq - 1] ?? genesis));
  const run = (first: number, last: number): Run => ({
    prev: hashAt(first - 1),
    first,
    events: events.slice(first - 1, last),
  });
  return { roomId, genesis, hashAt, run };
}

async function transcriptOf(
  answer: (pull: Pull) => Uint8Array | undefined,
  options: { floor?: number; items?: unknown[] } = {},
) {
  const { roomId, genesis, hashAt } = room();
  const seen: string[] = [];
  const state = { ...emptyRoomState(toHex(roomId)), seq: 20, firstSeq: 11, items: options.items ?? [] };
  const snapshot = utf8(JSON.stringify({ state, before: toHex(hashAt(10)), head: toHex(hashAt(20)) }));
  const pulls = new PullRequests((id, pull) => {
    const bytes = pull.what === 'blob' ? snapshot : answer(pull);
    queueMicrotask(() =>
      pulls.answered({ id, end: true, ...(bytes === undefined && { refused: 'none' }) }, bytes ?? new Uint8Array(0)),
    );
  });
  const transcript = new Transcript({
    roomId,
    roomIdText: toHex(roomId),
    firstHash: genesis,
    pulls,
    events: {
      changed: () => undefined,
      applied: (events) => seen.push(...events.map(({ type }) => type)),
      fork: () => seen.push('fork'),
      resume: () => seen.push('resume'),
    },
  });
  pulls.opened();
  transcript.welcomed({
    head: { seq: 20, hash: hashAt(20) },
    floor: options.floor ?? 1,
    isReset: false,
    snapshot: { blob: 'aa'.repeat(16), len: snapshot.length, hash: toHex(blobHash(snapshot)) },
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { transcript, seen };
}

const failureOf = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? 'other',
  );

describe('a snapshot', () => {
  it('[B07] an item of a snapshot that holds nothing stands as unknown, and the others are used', async () => {
    const notice = { kind: 'notice', id: 'n', seq: 11, lastSeq: 11, atMs: 1, level: 'info', code: 'x', text: 'Stays.' };
    const newer = { kind: 'hologram', id: 'h', seq: 12, lastSeq: 12, atMs: 1 };
    const broken = [{ kind: 'approval', id: 'a', seq: 13, lastSeq: 13, atMs: 1 }, null, 7, { kind: 'prompt' }];
    const { transcript } = await transcriptOf(() => undefined, { items: [notice, newer, ...broken] });
    expect(transcript.state?.items.map(({ kind }) => kind)).toEqual([
      ...['notice', 'hologram', 'unknown', 'unknown', 'unknown', 'unknown'],
    ]);
    expect(new Set(transcript.state?.items.map(({ id }) => id)).size).toBe(6);
  });
});

describe('history pages', () => {
  it('[CLG-53] the true page before the snapshot is laid in front of it', async () => {
    const { transcript } = await transcriptOf(() => encodeRun(room().run(1, 10)));
    await transcript.loadOlder();
    expect(transcript.state?.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(transcript.history.hasOlder).toBe(false);
  });

  it.each([
    ['altered', () => ({ ...room().run(1, 10), events: [...room().run(1, 9).events, eventOf(10, 'forged')] })],
    [
      'altered at its beginning',
      () => ({ ...room().run(1, 10), events: [eventOf(1, 'forged'), ...room().run(2, 10).events] }),
    ],
    ['of another room', () => room(2).run(1, 10)],
    ['that is an older one', () => room().run(1, 9)],
    ['of another place', () => ({ ...room().run(1, 10), first: 2 })],
  ])('[G4] a page %s is refused and changes nothing', async (_what, made) => {
    const { transcript } = await transcriptOf(() => encodeRun(made()));
    const before = transcript.state;
    expect(await failureOf(transcript.loadOlder())).toBe('chain');
    expect(transcript.state).toBe(before);
    expect(transcript.history).toEqual({ isLoading: false, hasOlder: true, hasFailed: true });
  });

  it('a page that the host does not give is told as that, and can be asked for again', async () => {
    let page: Uint8Array | undefined;
    const { transcript } = await transcriptOf(() => page);
    expect(await failureOf(transcript.loadOlder())).toBe('none');
    expect(transcript.history.hasFailed).toBe(true);
    page = encodeRun(room().run(1, 10));
    await transcript.loadOlder();
    expect(transcript.history).toEqual({ isLoading: false, hasOlder: false, hasFailed: false });
  });

  it('[G4] a page that reaches below the floor is refused', async () => {
    const { transcript } = await transcriptOf(() => encodeRun(room().run(1, 10)), { floor: 5 });
    expect(await failureOf(transcript.loadOlder())).toBe('chain');
  });
});

describe('the head of the chain', () => {
  it('[G3] a run that is known is dropped, one beyond a gap is an anchor and the gap is pulled', async () => {
    const { roomId, hashAt } = room();
    const end = (run: Run) => runEnd(roomId, run);
    const next: Run = { prev: hashAt(20), first: 21, events: [eventOf(21)] };
    const after: Run = { prev: end(next).hash, first: 22, events: [eventOf(22)] };
    const asked: Pull[] = [];
    const { transcript, seen } = await transcriptOf((pull) => {
      asked.push(pull);
      return encodeRun(next);
    });
    transcript.take(room().run(15, 20));
    transcript.take(after);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked).toEqual([{ what: 'page', first: 21, last: 21 }]);
    expect(transcript.head).toEqual(end(after));
    expect(seen).toEqual(['room.notice', 'room.notice']);
  });

  it('[G3] a run that follows another past is a fork: stop', async () => {
    const { transcript, seen } = await transcriptOf(() => undefined);
    transcript.take({ prev: new Uint8Array(32), first: 21, events: [eventOf(21)] });
    expect(seen).toEqual(['fork']);
    transcript.take({ prev: room().hashAt(20), first: 21, events: [eventOf(21)] });
    expect(transcript.head.seq).toBe(20);
  });

  it('[CLG-53] anchors are bounded: too many lead to a resume', async () => {
    const { transcript, seen } = await transcriptOf(() => new Uint8Array(0));
    for (let seq = 30; seq < 330; seq++) {
      transcript.take({ prev: new Uint8Array(32), first: seq, events: [eventOf(seq)] });
    }
    expect(seen).toContain('resume');
  });
});
