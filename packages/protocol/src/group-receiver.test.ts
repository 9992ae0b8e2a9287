import { beforeAll, expect, test } from 'vitest';
import { PairwiseChannel } from './channel.ts';
import { ready } from './crypto/sodium.ts';
import { GroupReceiver } from './group-receiver.ts';
import { cryptoGroup, cryptoRoom, filled, sharedKeys } from './testing/crypto-room.ts';

beforeAll(() => ready);

test('[CLG-40] [CLG-52] [CLG-54] [CLG-55] frames of the three group lanes are opened', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  expect(member.open(group.check(), 0)).toMatchObject({ kind: 'check', covered: [], forged: [] });
  expect(member.open(group.durable('{"n":1}', '{"n":2}'), 0)).toMatchObject({ kind: 'durable', end: { seq: 2 } });
  const delta = group.sender.sealEphemeral({ d: [{ k: 'text', b: 's', o: 0, x: 'Hi' }] });
  expect(member.open(delta, 0)).toMatchObject({ kind: 'ephemeral', ctr: 1, missed: 0, json: { d: [{ x: 'Hi' }] } });
  expect(member.open(group.check(), 0)).toMatchObject({ kind: 'check', covered: [1], forged: [] });
});

test('[G1] every flipped bit of a durable, an ephemeral and a check frame is refused and changes nothing', () => {
  for (const type of ['durable', 'ephemeral', 'check'] as const) {
    const group = cryptoGroup();
    const member = group.welcome();
    member.open(group.check(), 0);
    const frame =
      type === 'durable' ? group.durable('{}') : type === 'check' ? group.check() : group.sender.sealEphemeral({});
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const changed = frame.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const { kind } = member.open(changed, 0);
      expect(['bad', 'dropped', 'held', 'resume']).toContain(kind);
      expect([member.epoch, member.step]).toEqual([1, 0]);
    }
    expect(member.open(frame, 0).kind).toBe(type);
  }
}, 60_000);

test('[G2] frames of the pairwise channels are refused by the group lanes', () => {
  const world = cryptoRoom();
  const { host } = sharedKeys(world);
  const channel = new PairwiseChannel({ side: 'host', keys: host, roomId: world.roomId, gen: world.gen });
  expect(cryptoGroup(world).welcome().open(channel.seal({}), 0)).toEqual({ kind: 'bad', code: 'bad_frame' });
});

test('[G2] the same body under the header of another group lane does not open', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  const frames = { 7: group.check(), 5: group.durable('{}'), 6: group.sender.sealEphemeral({}) };
  for (const [made, frame] of Object.entries(frames)) {
    for (const type of [5, 6, 7]) {
      if (type === Number(made)) continue;
      const relabelled = frame.slice();
      relabelled[1] = type;
      expect(member.open(relabelled, 0)).toEqual({ kind: 'bad', code: 'aead' });
    }
  }
});

test('[CLG-40] [CLG-44] frames of another room or another start of the host do not open', () => {
  const frame = cryptoGroup().check();
  for (const world of [cryptoRoom(2), cryptoRoom(1, 8)]) {
    expect(cryptoGroup(world).welcome().open(frame, 0)).toEqual({ kind: 'bad', code: 'aead' });
  }
});

test('[G8] [CLG-46] a member who joins later opens none of the frames that were sent before', () => {
  const group = cryptoGroup();
  const early = group.welcome();
  const recorded = [group.check(), group.durable('{"secret":1}'), group.sender.sealEphemeral({ x: 1 }), group.check()];
  group.sender.ratchet();
  const late = group.welcome();
  for (const frame of recorded) {
    expect(early.open(frame, 0).kind).not.toBe('bad');
    expect(late.open(frame, 0)).toEqual({ kind: 'dropped', reason: 'old_step' });
    // Also with the header changed to the step that it does have a key for.
    const relabelled = frame.slice();
    relabelled[2] = 1;
    expect(['bad', 'dropped']).toContain(late.open(relabelled, 0).kind);
  }
  // Nor with its secret put to work as if it had been there at the step before.
  const { room, roomId, gen } = group.world;
  const state = { ...group.sender.state(), step: 0, counters: { 5: 0, 6: 0, 7: 0 } };
  const pretender = new GroupReceiver({ hostPk: room.publicKey, roomId, gen, state, seq: 0 });
  for (const frame of recorded) expect(pretender.open(frame, 0)).toEqual({ kind: 'bad', code: 'aead' });
  const next = group.check();
  expect(early.open(next, 0).kind).toBe('check');
  expect(late.open(next, 0).kind).toBe('check');
});

test('[CLG-46] members follow a ratchet by the header, also several at once, at most 256', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  for (let at = 0; at < 256; at++) group.sender.ratchet();
  expect(member.open(group.check(), 0).kind).toBe('check');
  expect(member.step).toBe(256);
  for (let at = 0; at < 257; at++) group.sender.ratchet();
  expect(member.open(group.check(), 0)).toEqual({ kind: 'bad', code: 'step' });
  expect(member.step).toBe(256);
});

test('[CLG-46] [G8] frames of an older step are dropped once a later one was opened', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  const old = [group.check(), group.durable('{"n":1}')];
  group.sender.ratchet();
  expect(member.open(group.durable('{"n":2}'), 0).kind).toBe('durable');
  for (const frame of old) expect(member.open(frame, 0)).toEqual({ kind: 'dropped', reason: 'old_step' });
});

test('[CLG-49] a frame that was opened is dropped when it comes again, on every lane', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  const frames = [group.check(), group.durable('{}'), group.sender.sealEphemeral({})];
  for (const frame of frames) expect(member.open(frame, 0).kind).not.toBe('dropped');
  for (const frame of frames) expect(member.open(frame, 0)).toEqual({ kind: 'dropped', reason: 'replay' });
});

test('[CLG-49] counters start where the welcome says', () => {
  const group = cryptoGroup();
  const before = [group.check(), group.durable('{}')];
  const member = group.welcome();
  for (const frame of before) expect(member.open(frame, 0)).toEqual({ kind: 'dropped', reason: 'replay' });
  expect(member.open(group.check(), 0).kind).toBe('check');
});

test('[CLG-49] ephemeral frames that are missing are counted and do no harm', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  member.open(group.check(), 0);
  group.sender.sealEphemeral({});
  group.sender.sealEphemeral({});
  expect(member.open(group.sender.sealEphemeral({}), 0)).toMatchObject({ kind: 'ephemeral', ctr: 3, missed: 2 });
  expect(member.open(group.check(), 0)).toMatchObject({ covered: [3], forged: [] });
});

test('[G9] [CLG-55] a check that is replayed is dropped, one that is withheld asks for a resume', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  const first = group.check();
  expect(member.open(first, 0).kind).toBe('check');
  expect(member.open(first, 0)).toEqual({ kind: 'dropped', reason: 'replay' });
  group.check();
  expect(member.open(group.check(), 0)).toEqual({ kind: 'resume', reason: 'check_gap' });
});

test('[G12] [CLG-48] frames that come before their rekey are held and opened after it', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  member.open(group.check(), 0);
  group.sender.startEpoch(filled(9), 0);
  const frames = [group.check(), group.durable('{"n":1}')];
  for (const frame of frames) expect(member.open(frame, 0)).toEqual({ kind: 'held' });
  expect(member.rekey(2, filled(9))).toEqual(frames);
  expect(member.open(frames[0] ?? filled(0), 0).kind).toBe('check');
  expect(member.open(frames[1] ?? filled(0), 0).kind).toBe('durable');
});

test('[G12] [CLG-48] a rekey that comes twice, or of an older epoch, is ignored', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  group.sender.startEpoch(filled(9), 0);
  expect(member.rekey(2, filled(9))).toEqual([]);
  const check = group.check();
  member.open(check, 0);
  expect(member.rekey(2, filled(9))).toBeUndefined();
  expect(member.rekey(1, filled(7))).toBeUndefined();
  expect(member.open(check, 0)).toEqual({ kind: 'dropped', reason: 'replay' });
  expect(member.open(group.check(), 0).kind).toBe('check');
});

test('[G12] [CLG-48] held frames are bounded in number, size and time, then a resume is asked for', () => {
  const group = cryptoGroup();
  group.sender.startEpoch(filled(9), 0);
  const small = group.check();
  const member = cryptoGroup().welcome();
  for (let at = 0; at < 256; at++) expect(member.open(small, 1000)).toEqual({ kind: 'held' });
  expect(member.open(small, 1000)).toEqual({ kind: 'resume', reason: 'held_overflow' });
  expect(member.isHeldTooLong(6000)).toBe(false);
  expect(member.isHeldTooLong(6001)).toBe(true);
  const big = group.durable(JSON.stringify('x'.repeat(48_000)));
  const other = cryptoGroup().welcome();
  let held = 0;
  while (other.open(big, 0).kind === 'held') held++;
  expect(held * big.length).toBeLessThanOrEqual(1024 * 1024);
  expect(held).toBe(Math.floor((1024 * 1024) / big.length));
  expect(other.isHeldTooLong(0)).toBe(false);
});

test('[G13] [CLG-45] [CLG-47] a member without the new epoch’s secret opens nothing of it', () => {
  const group = cryptoGroup();
  const removed = group.welcome();
  const stays = group.welcome();
  group.check();
  group.sender.startEpoch(filled(9), 0);
  const frames = [group.check(), group.durable('{"type":"member.removed"}'), group.sender.sealEphemeral({})];
  stays.rekey(2, filled(9));
  for (const frame of frames) expect(stays.open(frame, 0).kind).not.toBe('bad');
  // Neither by waiting nor by guessing the next secret from the old one.
  for (const frame of frames) expect(removed.open(frame, 0)).toEqual({ kind: 'held' });
  expect(
    removed.rekey(
      2,
      group.sender.state().secret.map((byte) => byte ^ 1),
    ),
  ).toEqual(frames);
  for (const frame of frames) expect(removed.open(frame, 0)).toEqual({ kind: 'bad', code: 'aead' });
});

test('[G8] [CLG-48] frames of an older epoch are dropped: there is no window of overlap', () => {
  const group = cryptoGroup();
  const member = group.welcome();
  const old = [group.check(), group.durable('{}')];
  group.sender.startEpoch(filled(9), 0);
  member.rekey(2, filled(9));
  for (const frame of old) expect(member.open(frame, 0)).toEqual({ kind: 'dropped', reason: 'old_epoch' });
});
