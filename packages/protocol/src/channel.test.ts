import { beforeAll, expect, test } from 'vitest';
import { concat } from './bytes.ts';
import { PairwiseChannel } from './channel.ts';
import { ready } from './crypto/sodium.ts';
import { encodeHeader, type FrameType } from './frames/header.ts';
import { cryptoGroup, cryptoRoom, filled, sharedKeys } from './testing/crypto-room.ts';

beforeAll(() => ready);

function channels(world = cryptoRoom(), ephemeralHost = filled(5)) {
  const { host, joiner } = sharedKeys(world, { ephemeralHost });
  const { roomId, gen } = world;
  return {
    host: new PairwiseChannel({ side: 'host', keys: host, roomId, gen }),
    member: new PairwiseChannel({ side: 'member', keys: joiner, roomId, gen }),
  };
}

test('[CLG-40] [CLG-43] json and bin go both ways, in order', () => {
  const { host, member } = channels();
  for (let n = 1; n <= 3; n++) {
    expect(host.open(member.seal({ t: 'cmd', n }, filled(n)))).toMatchObject({
      kind: 'opened',
      json: { t: 'cmd', n },
      bin: filled(n),
      ctr: n,
    });
    expect(member.open(host.seal({ t: 'out', n }))).toMatchObject({ kind: 'opened', json: { t: 'out', n }, ctr: n });
  }
});

test('[CLG-40] a pairwise frame has at least 544 bytes', () => {
  expect(channels().host.seal({ t: 'wait' }).length).toBe(544);
});

test('[G1] [CLG-41] every flipped bit of a command and of a direct frame is refused and changes nothing', () => {
  for (const from of ['host', 'member'] as const) {
    const pair = channels();
    const to = from === 'host' ? pair.member : pair.host;
    const frame = pair[from].seal({ t: 'beat', s: 5 }, filled(1));
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const changed = frame.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(to.open(changed).kind).not.toBe('opened');
      expect(to.opened).toBe(0);
    }
    expect(to.open(frame).kind).toBe('opened');
  }
}, 60_000);

test('[G2] frames of the group lanes, and of the channel’s own direction, are refused', () => {
  const { host, member } = channels();
  const group = cryptoGroup();
  for (const frame of [group.check(), group.durable('{}'), group.sender.sealEphemeral({})]) {
    expect(host.open(frame)).toEqual({ kind: 'bad', code: 'bad_frame' });
    expect(member.open(frame)).toEqual({ kind: 'bad', code: 'bad_frame' });
  }
  expect(member.open(member.seal({}))).toEqual({ kind: 'bad', code: 'bad_frame' });
  expect(host.open(host.seal({}))).toEqual({ kind: 'bad', code: 'bad_frame' });
  // Under the right type byte the key is still that of the other direction.
  const echoed = concat(encodeHeader({ type: 3, step: 0, epoch: 0, ctr: 1 }), channels().host.seal({}).subarray(16));
  expect(channels().host.open(echoed)).toEqual({ kind: 'bad', code: 'aead' });
});

test('[C1] [CLG-41] a command that is replayed is dropped silently, a gap asks for a resume', () => {
  const { host, member } = channels();
  const [one, two, three] = [member.seal({ n: 1 }), member.seal({ n: 2 }), member.seal({ n: 3 })];
  expect(host.open(one).kind).toBe('opened');
  expect(host.open(one)).toEqual({ kind: 'duplicate' });
  expect(host.open(three)).toEqual({ kind: 'gap' });
  expect(host.open(two).kind).toBe('opened');
  expect(host.open(three).kind).toBe('opened');
  expect(host.open(two)).toEqual({ kind: 'duplicate' });
});

test('[C1] a command spliced into another member’s channel, another room or another start does not open', () => {
  const mine = channels();
  const theirs = channels(cryptoRoom(), filled(0x35));
  expect(theirs.host.open(mine.member.seal({ n: 1 }))).toEqual({ kind: 'bad', code: 'aead' });
  const world = cryptoRoom();
  const { host, joiner } = sharedKeys(world);
  const otherStart = new PairwiseChannel({ side: 'host', keys: host, roomId: world.roomId, gen: world.gen + 1 });
  const member = new PairwiseChannel({ side: 'member', keys: joiner, roomId: world.roomId, gen: world.gen });
  expect(otherStart.open(member.seal({}))).toEqual({ kind: 'bad', code: 'aead' });
});

test('[C2] [CLG-41] every frame doubled for a long time never asks for a resume', () => {
  const { host, member } = channels();
  const seen: string[] = [];
  for (let n = 0; n < 2000; n++) {
    const frame = member.seal({ n });
    seen.push(host.open(frame).kind, host.open(frame).kind);
  }
  expect(new Set(seen)).toEqual(new Set(['opened', 'duplicate']));
});

test('[CLG-42] each side learns how far the other has opened, and only what was really sent', () => {
  const { host, member } = channels();
  member.seal({});
  expect(member.acked).toBe(0);
  const { host: host2, member: member2 } = channels();
  host2.open(member2.seal({}));
  host2.open(member2.seal({}));
  member2.open(host2.seal({}));
  expect(member2.acked).toBe(2);
  // A peer that acknowledges the future is not believed: `ack` of the caller is overwritten by the channel's own.
  member.open(host.seal({ ack: 99 }));
  expect(member.acked).toBe(0);
});

test('[CLG-40] after `wipe` nothing opens any more', () => {
  const { host, member } = channels();
  const frame = member.seal({});
  host.wipe();
  expect(host.open(frame)).toEqual({ kind: 'bad', code: 'aead' });
});

test('[CLG-40] headers of all types in front of the same body are refused', () => {
  const { host, member } = channels();
  const frame = member.seal({ n: 1 });
  for (const type of [4, 5, 6, 7] as FrameType[]) {
    const relabelled = concat(encodeHeader({ type, step: 0, epoch: 0, ctr: 1 }), frame.subarray(16));
    expect(host.open(relabelled).kind).toBe('bad');
  }
});
