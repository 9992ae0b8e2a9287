import { beforeAll, expect, test } from 'vitest';
import { admissionIdOf, admitMessage, judgeGeneration, seatMessage, verifyAdmit, verifySeat } from './admission.ts';
import { concat, toHex } from './bytes.ts';
import { encodeCheck } from './check.ts';
import { signKeyPair } from './crypto/keys.ts';
import { sign, verify } from './crypto/sign.ts';
import { ready } from './crypto/sodium.ts';
import { inviteKeys } from './link.ts';
import { cryptoRoom, filled } from './testing/crypto-room.ts';

beforeAll(() => ready);

const challenge = filled(0x41);
const auth = 'relay.example.com';

function seatOf(world = cryptoRoom(), dialled = auth, ch = challenge) {
  const { room, roomId, generation } = world;
  const m = seatMessage(ch, generation.gen, generation.boot, dialled);
  return {
    pk: toHex(room.publicKey),
    gen: generation.gen,
    boot: toHex(generation.boot),
    auth: dialled,
    sig: toHex(sign(room.secretKey, 'seat', roomId, m)),
  };
}

test('[CLG-20] the room key takes the seat of its own room with the challenge of this socket', async () => {
  const world = cryptoRoom();
  expect(await verifySeat(toHex(world.roomId), challenge, seatOf(world))).toBe(true);
});

test('[CLG-20] [CLG-05] the seat of another room, and every changed field, are refused', async () => {
  const world = cryptoRoom();
  const seat = seatOf(world);
  const roomId = toHex(world.roomId);
  expect(await verifySeat(toHex(cryptoRoom(2).roomId), challenge, seat)).toBe(false);
  expect(await verifySeat(roomId, challenge, seatOf(cryptoRoom(2)))).toBe(false);
  expect(await verifySeat(roomId, challenge, { ...seat, gen: seat.gen + 1 })).toBe(false);
  expect(await verifySeat(roomId, challenge, { ...seat, boot: toHex(filled(7, 16)) })).toBe(false);
  expect(await verifySeat(roomId, challenge, { ...seat, pk: seat.pk.slice(2) })).toBe(false);
});

test('[CLG-05] [CLG-20] nobody takes another room’s seat with a key of their own, however well they sign', async () => {
  const { roomId, generation } = cryptoRoom();
  const squatter = signKeyPair(filled(0x66));
  const m = seatMessage(challenge, generation.gen, generation.boot, auth);
  const seat = {
    pk: toHex(squatter.publicKey),
    gen: generation.gen,
    boot: toHex(generation.boot),
    auth,
    sig: toHex(sign(squatter.secretKey, 'seat', roomId, m)),
  };
  expect(await verifySeat(toHex(roomId), challenge, seat)).toBe(false);
});

test('[H14] [CLG-20] a challenge of relay A that was answered to relay B is not an answer to A', async () => {
  const world = cryptoRoom();
  const answeredToB = seatOf(world, 'relay-b.example.com');
  expect(await verifySeat(toHex(world.roomId), challenge, { ...answeredToB, auth })).toBe(false);
});

test('[H15] [CLG-20] an answer to another challenge is refused', async () => {
  const world = cryptoRoom();
  expect(await verifySeat(toHex(world.roomId), filled(0x42), seatOf(world))).toBe(false);
});

test('[CLG-20] an invite key and a pass are admitted, each only under its own name and challenge', async () => {
  const world = cryptoRoom();
  const { admission } = inviteKeys(filled(2));
  const id8 = await admissionIdOf(admission.publicKey);
  const m = admitMessage(challenge, Buffer.from(id8, 'hex'), auth);
  const admit = { id8, auth, sig: toHex(sign(admission.secretKey, 'admit', world.roomId, m)) };
  const roomId = toHex(world.roomId);
  expect(await verifyAdmit(roomId, challenge, admit, admission.publicKey)).toBe(true);
  expect(await verifyAdmit(roomId, filled(0x42), admit, admission.publicKey)).toBe(false);
  expect(await verifyAdmit(roomId, challenge, { ...admit, auth: 'relay-b' }, admission.publicKey)).toBe(false);
  expect(await verifyAdmit(toHex(cryptoRoom(2).roomId), challenge, admit, admission.publicKey)).toBe(false);
  const other = inviteKeys(filled(3)).admission;
  expect(await verifyAdmit(roomId, challenge, admit, other.publicKey)).toBe(false);
  expect(await verifyAdmit(roomId, challenge, { ...admit, id8: '00'.repeat(8) }, admission.publicKey)).toBe(false);
});

test('[H13] [CLG-03] a challenge that is shaped like something else gets no signature, or a useless one', () => {
  const { room, roomId, gen, generation, h0 } = cryptoRoom();
  // Of another length: nothing is signed at all.
  for (const length of [0, 16, 31, 33, 54, 138]) {
    expect(() => seatMessage(filled(1, length), gen, generation.boot, auth)).toThrow(RangeError);
    expect(() => admitMessage(filled(1, length), filled(1, 8), auth)).toThrow(RangeError);
  }
  // Of 32 bytes that begin like a durable head, a check or a transcript: the label keeps them apart.
  const shapes = [
    concat(Uint8Array.of(7, 0, 0, 0), filled(1, 8), h0).subarray(0, 32),
    encodeCheck({ gen, epoch: 1, ctr: 1, hostMs: 1, seq: 1, hash: h0, firstEphemeral: 1, digests: [] }).subarray(0, 32),
    h0,
  ];
  for (const shape of shapes) {
    const m = seatMessage(shape, gen, generation.boot, auth);
    const signature = sign(room.secretKey, 'seat', roomId, m);
    for (const label of ['dur', 'chk', 'hs2'] as const) {
      expect(verify(room.publicKey, label, roomId, m, signature)).toBe(false);
      expect(verify(room.publicKey, label, roomId, shape, signature)).toBe(false);
    }
  }
});

test('[CLG-20] keys and signatures that are none are refused and nothing is thrown', async () => {
  const world = cryptoRoom();
  const seat = seatOf(world);
  expect(await verifySeat(toHex(world.roomId), challenge, { ...seat, sig: 'zz' })).toBe(false);
  expect(await verifySeat('nonsense', challenge, seat)).toBe(false);
  expect(await verifySeat(toHex(world.roomId), filled(1, 31), seat)).toBe(false);
  const notAPoint = filled(0xff);
  const id8 = await admissionIdOf(notAPoint);
  const admit = { id8, auth, sig: '00'.repeat(64) };
  expect(await verifyAdmit(toHex(world.roomId), challenge, admit, notAPoint)).toBe(false);
  expect(await verifyAdmit(toHex(world.roomId), challenge, admit, filled(1, 31))).toBe(false);
});

test('[CLG-12] [CLG-13] [CLG-14] [B1] [B2] [B3] a generation is accepted only from the same or a later start', () => {
  const known = { gen: 7, boot: filled(6, 16) };
  const offered = (gen: number, boot = 6) => judgeGeneration(known, { gen, boot: filled(boot, 16) });
  expect(judgeGeneration(undefined, known)).toBe('first');
  expect(offered(7)).toBe('same');
  expect(offered(8, 5)).toBe('newer');
  expect(offered(7 + 2 ** 16, 5)).toBe('newer');
  expect(offered(8 + 2 ** 16, 5)).toBe('jump');
  expect(offered(6)).toBe('older');
  expect(offered(7, 5)).toBe('other_boot');
});
