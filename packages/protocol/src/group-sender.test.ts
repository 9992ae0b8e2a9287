import { beforeAll, expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import { PairwiseChannel } from './channel.ts';
import { ready } from './crypto/sodium.ts';
import { laneKey } from './group-keys.ts';
import { cryptoGroup, cryptoRoom, filled, sharedKeys } from './testing/crypto-room.ts';
import { seededRandom } from './testing/seeded-random.ts';

beforeAll(() => ready);

test('[CLG-46] the first frame of an epoch or step must be signed', () => {
  const group = cryptoGroup();
  expect(() => group.sender.sealEphemeral({})).toThrow(/send a check first/);
  group.check();
  expect(group.sender.sealEphemeral({})[1]).toBe(6);
  group.check();
  group.sender.ratchet();
  expect(() => group.sender.sealEphemeral({})).toThrow(/send a check first/);
  group.durable('{}');
  expect(group.sender.sealEphemeral({})[1]).toBe(6);
});

test('[CLG-55] step and epoch do not change while ephemeral frames are uncovered', () => {
  const group = cryptoGroup();
  group.check();
  group.sender.sealEphemeral({});
  expect(group.sender.uncovered).toBe(1);
  expect(() => group.sender.ratchet()).toThrow(/must cover/);
  expect(() => group.sender.startEpoch(filled(9), 0)).toThrow(/must cover/);
  group.check();
  expect(group.sender.uncovered).toBe(0);
  group.sender.ratchet();
  expect(group.sender.step).toBe(1);
});

test('[CLG-45] an epoch is over after 24 hours, 2^20 frames or 65 535 steps', () => {
  const day = 24 * 3600 * 1000;
  expect(cryptoGroup().sender.isEpochOver(day - 1)).toBe(false);
  expect(cryptoGroup().sender.isEpochOver(day)).toBe(true);
  const { sender } = cryptoGroup();
  for (let at = 0; at < 65_535; at++) sender.ratchet();
  expect(sender.isEpochOver(0)).toBe(true);
  expect(() => sender.ratchet()).toThrow(/no step left/);
  sender.startEpoch(filled(9), 5);
  expect([sender.epoch, sender.step, sender.isEpochOver(day)]).toEqual([2, 0, false]);
}, 60_000);

test('[CLG-45] epochs only count up', () => {
  const { sender } = cryptoGroup();
  expect(() => sender.startEpoch(filled(9), 0, 1)).toThrow(RangeError);
  sender.startEpoch(filled(9), 0, 12);
  expect(sender.epoch).toBe(12);
});

test('[G15] [CLG-40] no pair of key and nonce is used twice in a whole run with joins, removals and reconnects', () => {
  const random = seededRandom(20_261_130);
  const used = new Set<string>();
  let frames = 0;
  const note = (key: Uint8Array, frame: Uint8Array) => {
    // The nonce is the key's iv and the counter of the header.
    const pair = `${toHex(key)} ${toHex(frame.subarray(8, 16))}`;
    expect(used.has(pair)).toBe(false);
    used.add(pair);
    frames++;
  };
  for (let start = 0; start < 4; start++) {
    const group = cryptoGroup(cryptoRoom(1, 7 + start));
    group.sender.startEpoch(random.bytes(32), 0, 2 + start * 100);
    const noteGroup = (frame: Uint8Array) =>
      note(laneKey(group.sender.state().secret, frame[1] === 5 ? 5 : frame[1] === 6 ? 6 : 7), frame);
    for (let at = 0; at < 300; at++) {
      const dice = random.below(20);
      if (dice === 0) {
        for (const check of group.checks()) noteGroup(check);
        group.sender.ratchet();
        noteGroup(group.check());
      } else if (dice === 1) {
        for (const check of group.checks()) noteGroup(check);
        group.sender.startEpoch(random.bytes(32), 0);
        noteGroup(group.check());
      } else if (dice < 8) noteGroup(group.durable(`{"at":${at}}`));
      else if (dice < 10) noteGroup(group.check());
      else {
        if (at === 0) noteGroup(group.check());
        noteGroup(group.sender.sealEphemeral({ at }));
      }
    }
    for (let connection = 0; connection < 10; connection++) {
      const world = group.world;
      const options = { ephemeralHost: random.bytes(32), ephemeralJoiner: random.bytes(32) };
      const { host, joiner } = sharedKeys(world, options);
      const [j2h, h2j] = [host.j2h.slice(), host.h2j.slice()];
      const { roomId, gen } = world;
      const hostSide = new PairwiseChannel({ side: 'host', keys: host, roomId, gen });
      const memberSide = new PairwiseChannel({ side: 'member', keys: joiner, roomId, gen });
      for (let n = 0; n < 20; n++) {
        note(h2j, hostSide.seal({ n }));
        note(j2h, memberSide.seal({ n }));
      }
    }
  }
  expect(used.size).toBe(frames);
  expect(frames).toBeGreaterThan(2000);
});
