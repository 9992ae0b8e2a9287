import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { concat, toHex } from './bytes.ts';
import { PairwiseChannel } from './channel.ts';
import { signKeyPair } from './crypto/keys.ts';
import { sign } from './crypto/sign.ts';
import { ready } from './crypto/sodium.ts';
import {
  decodeHs1,
  deviceProof,
  encodeHs1,
  transcriptOf,
  verifyDeviceProof,
  verifyGenerationProof,
} from './handshake.ts';
import { cryptoRoom, filled, shakeHands, sharedKeys } from './testing/crypto-room.ts';
import { safetyWords } from './words.ts';

beforeAll(() => ready);

const flip =
  (at: number, bit = 1) =>
  (bytes: Uint8Array) => {
    bytes[at] = (bytes[at] ?? 0) ^ bit;
    return bytes;
  };

test('[CLG-24] both sides have the same keys, transcript and words, for a join and for a resume', () => {
  for (const kind of ['join', 'resume'] as const) {
    const { host, joiner } = sharedKeys(cryptoRoom(), { kind });
    expect(joiner).toEqual(host);
    expect(safetyWords(joiner.words)).toEqual(safetyWords(host.words));
  }
});

test('[CLG-24] fresh keys of either side change every key', () => {
  const one = sharedKeys(cryptoRoom()).host;
  const joinerAgain = sharedKeys(cryptoRoom(), { ephemeralJoiner: filled(0x14) }).host;
  const hostAgain = sharedKeys(cryptoRoom(), { ephemeralHost: filled(0x15) }).host;
  for (const name of ['j2h', 'h2j', 'resumeSecret', 'passSeed', 'words', 'transcript'] as const) {
    expect(new Set([one, joinerAgain, hostAgain].map((keys) => toHex(keys[name]))).size).toBe(3);
  }
});

test('[H1] [CLG-25] a relay that plays the host with a key of its own is refused on join', () => {
  const relay = signKeyPair(filled(0x66));
  expect(shakeHands(cryptoRoom(), { signer: relay }).joiner).toEqual({ ok: false, code: 'host_sig' });
  // Nor does its own key under the true host's signature of something else help.
  const world = cryptoRoom();
  const other = shakeHands(world, { ephemeralHost: filled(0x33) });
  if (!other.host.ok) throw new Error('No answer.');
  const signature = other.host.hs2.slice(54);
  const spliced = shakeHands(world, { changeHs2: (hs2) => concat(hs2.subarray(0, 54), signature) });
  expect(spliced.joiner).toEqual({ ok: false, code: 'host_sig' });
});

test('[H2] [CLG-25] a relay with the stolen resume secret cannot play the host either', () => {
  const relay = signKeyPair(filled(0x66));
  expect(shakeHands(cryptoRoom(), { kind: 'resume', signer: relay }).joiner).toEqual({ ok: false, code: 'host_sig' });
});

test('[H3] [CLG-25] the answer to another join is refused', () => {
  const world = cryptoRoom();
  const other = shakeHands(world, { ephemeralJoiner: filled(0x44) });
  if (!other.host.ok) throw new Error('No answer.');
  const { hs2 } = other.host;
  expect(shakeHands(world, { changeHs2: () => hs2 }).joiner).toEqual({ ok: false, code: 'host_sig' });
});

test('[CLG-25] every bit of hs1 and hs2 counts', () => {
  const world = cryptoRoom();
  for (let at = 0; at < 47; at++) {
    for (let bit = 1; bit < 256; bit <<= 1) {
      expect(shakeHands(world, { changeHs1: flip(at, bit) }).joiner?.ok ?? false).toBe(false);
    }
  }
  for (let at = 0; at < 118; at++) {
    for (let bit = 1; bit < 256; bit <<= 1) {
      expect(shakeHands(world, { changeHs2: flip(at, bit) }).joiner?.ok).toBe(false);
    }
  }
}, 60_000);

test('[H7] [CLG-24] a joiner without S, though it knows its id and has an admission key, opens and seals nothing', () => {
  const world = cryptoRoom();
  const { host, joiner } = shakeHands(world, { hostSecret: filled(0x22) });
  if (!host.ok || !joiner?.ok) throw new Error('The signature does not depend on S.');
  const { roomId, gen } = world;
  const hostSide = new PairwiseChannel({ side: 'host', keys: host.keys, roomId, gen });
  const memberSide = new PairwiseChannel({ side: 'member', keys: joiner.keys, roomId, gen });
  expect(hostSide.open(memberSide.seal({ name: 'Mallory' }))).toEqual({ kind: 'bad', code: 'aead' });
  expect(memberSide.open(hostSide.seal({ t: 'wait' }))).toEqual({ kind: 'bad', code: 'aead' });
});

test('[H8] [CLG-25] mode `no-psk` is refused on a join and taken on a resume', () => {
  expect(shakeHands(cryptoRoom(), { hostSecret: undefined }).joiner).toEqual({ ok: false, code: 'mode' });
  const resumed = shakeHands(cryptoRoom(), { kind: 'resume', hostSecret: undefined });
  expect(resumed.joiner).toMatchObject({ ok: true, mode: 'no-psk' });
  expect(resumed.joiner?.ok && resumed.host.ok && resumed.joiner.keys).toEqual(resumed.host.ok && resumed.host.keys);
});

test('[H9] [CLG-02] a low-order key of either side ends the attempt', () => {
  const lowOrder = new Uint8Array(32);
  const world = cryptoRoom();
  const putKey = (at: number) => (bytes: Uint8Array) => {
    bytes.set(lowOrder, at);
    return bytes;
  };
  expect(shakeHands(world, { changeHs1: putKey(11) }).host).toEqual({ ok: false, code: 'dh' });
  // A host that really signed such a key (or a relay that has the room key): the joiner still aborts.
  const honest = shakeHands(world);
  if (!honest.host.ok) throw new Error('No answer.');
  const refused = shakeHands(world, { changeHs2: (hs2) => resign(world, honest.hs1, putKey(22)(hs2.slice(0, 54))) });
  expect(refused.joiner).toEqual({ ok: false, code: 'dh' });
});

test('[H10] [CLG-27] a device key that is not one’s own is not proven', () => {
  const world = cryptoRoom();
  const { host } = sharedKeys(world);
  const mine = signKeyPair(filled(8));
  const theirs = signKeyPair(filled(9));
  const proof = deviceProof(mine, world.roomId, host.transcript);
  expect(verifyDeviceProof(proof, world.roomId, host.transcript)).toEqual({ devicePk: mine.publicKey });
  const claimed = deviceProof(
    { publicKey: theirs.publicKey, secretKey: mine.secretKey },
    world.roomId,
    host.transcript,
  );
  expect(verifyDeviceProof(claimed, world.roomId, host.transcript)).toBeUndefined();
  const swapped = concat(theirs.publicKey, proof.subarray(32));
  expect(verifyDeviceProof(swapped, world.roomId, host.transcript)).toBeUndefined();
});

test('[H5] [H6] [CLG-26] a device proof of another handshake is not one for this', () => {
  const world = cryptoRoom();
  const device = signKeyPair(filled(8));
  const old = sharedKeys(world, { ephemeralHost: filled(0x33) }).host;
  const now = sharedKeys(world).host;
  const proof = deviceProof(device, world.roomId, old.transcript);
  expect(verifyDeviceProof(proof, world.roomId, now.transcript)).toBeUndefined();
});

test('[CLG-24] the device proof carries the chain value of the head, and is of exactly two lengths', () => {
  const world = cryptoRoom();
  const { transcript } = sharedKeys(world).host;
  const device = signKeyPair(filled(8));
  const proof = deviceProof(device, world.roomId, transcript);
  expect(verifyDeviceProof(concat(proof, filled(5)), world.roomId, transcript)).toEqual({
    devicePk: device.publicKey,
    headHash: filled(5),
  });
  for (const length of [0, 32, 95, 97, 127, 129]) {
    const bin = concat(proof, filled(5, 64)).subarray(0, length);
    expect(verifyDeviceProof(bin, world.roomId, transcript)).toBeUndefined();
  }
});

test('[H16] [CLG-06] a small-order device key is refused at the join', () => {
  const world = cryptoRoom();
  const neutral = new Uint8Array(32);
  neutral[0] = 1;
  const forged = new Uint8Array(64);
  forged[0] = 1;
  const { transcript } = sharedKeys(world).host;
  expect(verifyDeviceProof(concat(neutral, forged), world.roomId, transcript)).toBeUndefined();
});

test('[H11] [CLG-34] a version range that the relay edited is noticed by the signature', () => {
  const world = cryptoRoom();
  const wider = shakeHands(world, { changeHs1: (hs1) => concat(Uint8Array.of(9), hs1.subarray(1)) });
  expect(wider.joiner).toEqual({ ok: false, code: 'host_sig' });
});

test('[CLG-34] a version range without a common version is told apart from a broken message', () => {
  const hs1 = encodeHs1({ kind: 'join', id: filled(1, 8), ephemeralPk: filled(2), gen: 0 });
  const with2 = (newest: number, oldest: number) => decodeHs1(concat(Uint8Array.of(newest, oldest), hs1.subarray(2)));
  expect(with2(3, 1)).toMatchObject({ ok: true });
  expect(with2(3, 2)).toEqual({ ok: false, code: 'version' });
  expect(with2(1, 2)).toEqual({ ok: false, code: 'bad_frame' });
  expect(with2(1, 0)).toEqual({ ok: false, code: 'bad_frame' });
  expect(decodeHs1(hs1.subarray(1))).toEqual({ ok: false, code: 'bad_frame' });
  expect(decodeHs1(concat(hs1, Uint8Array.of(0)))).toEqual({ ok: false, code: 'bad_frame' });
  expect(decodeHs1(concat(hs1.subarray(0, 2), Uint8Array.of(3), hs1.subarray(3)))).toEqual({
    ok: false,
    code: 'bad_frame',
  });
});

test('[H12] [CLG-39] a middleman who has S sees other words on each side', () => {
  const world = cryptoRoom();
  const attacker = cryptoRoom(0x55);
  // Towards the host it is a joiner; towards the joiner it needs the room's key, so the joiner refuses.
  expect(shakeHands(world, { signer: attacker.room }).joiner).toEqual({ ok: false, code: 'host_sig' });
  // Even where both halves went through, their words differ: they hang on both fresh keys.
  const towardsHost = sharedKeys(world, { ephemeralJoiner: filled(0x77) }).host;
  const towardsJoiner = sharedKeys(world).joiner;
  expect(safetyWords(towardsHost.words)).not.toEqual(safetyWords(towardsJoiner.words));
});

test('[CLG-13] [B1] [B2] [B3] an older host, a copy of the same number and a jump are refused by name', () => {
  const world = cryptoRoom();
  const known = (gen: number, boot = 6) => ({ known: { gen, boot: filled(boot, 16) } });
  expect(shakeHands(world, known(7)).joiner?.ok).toBe(true);
  expect(shakeHands(world, known(6, 5)).joiner?.ok).toBe(true);
  expect(shakeHands(world, known(8)).joiner).toEqual({ ok: false, code: 'older' });
  expect(shakeHands(world, known(7, 5)).joiner).toEqual({ ok: false, code: 'other_boot' });
  const far = cryptoRoom(1, 8 + 2 ** 16);
  expect(shakeHands(far, known(7, 5)).joiner).toEqual({ ok: false, code: 'jump' });
});

test('[CLG-13] the stored pair proves a generation only with the room’s own signature', () => {
  const world = cryptoRoom();
  const { hs1, hs2 } = shakeHands(world);
  const pair = concat(hs1, hs2 ?? filled(0));
  expect(pair.length).toBe(165);
  expect(verifyGenerationProof(pair, world.room.publicKey, world.roomId)).toEqual(world.generation);
  expect(verifyGenerationProof(flip(50)(pair.slice()), world.room.publicKey, world.roomId)).toBeUndefined();
  expect(verifyGenerationProof(pair.subarray(1), world.room.publicKey, world.roomId)).toBeUndefined();
  const other = cryptoRoom(2);
  expect(verifyGenerationProof(pair, other.room.publicKey, other.roomId)).toBeUndefined();
});

test('[CLG-24] any bytes as hs1 are read or refused, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(typeof decodeHs1(bytes).ok).toBe('boolean');
    }),
  );
});

function resign(world: ReturnType<typeof cryptoRoom>, hs1: Uint8Array, body: Uint8Array): Uint8Array {
  const transcript = transcriptOf(world.roomId, world.room.publicKey, hs1, body);
  return concat(body, sign(world.room.secretKey, 'hs2', world.roomId, transcript));
}
