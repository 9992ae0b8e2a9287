import { firstHash, type Head, type Run, runEnd, signHead } from '../chain.ts';
import { type KeyPair, roomIdBytes, signKeyPair } from '../crypto/keys.ts';
import { encodeHeader } from '../frames/header.ts';
import { GroupKeys, type GroupType, nextSecret } from '../group-keys.ts';
import { GroupReceiver } from '../group-receiver.ts';
import { GroupSender, type GroupState } from '../group-sender.ts';
import {
  answerHandshake,
  finishHandshake,
  type HandshakeKeys,
  type HandshakeKind,
  startHandshake,
} from '../handshake.ts';
import { inviteKeys, resumeId } from '../link.ts';
import { encodePlaintext, groupFloorBytes } from '../plaintext.ts';

export const filled = (byte: number, length = 32): Uint8Array => new Uint8Array(length).fill(byte);

/** A room whose keys are known, for tests of the primitives. `crypto/sodium` must be ready. */
export function cryptoRoom(seed = 1, gen = 7) {
  const room = signKeyPair(filled(seed));
  const roomId = roomIdBytes(room.publicKey);
  const generation = { gen, boot: filled(6, 16) };
  return { room, roomId, gen, generation, h0: firstHash(roomId, room.publicKey) };
}
export type CryptoRoom = ReturnType<typeof cryptoRoom>;

export type HandshakeOptions = {
  kind?: HandshakeKind;
  /** S of a join, R of a resume: the joiner's and the host's idea of it (`undefined`: the host knows none). */
  secret?: Uint8Array;
  hostSecret?: Uint8Array | undefined;
  signer?: KeyPair;
  /** The relay's hands on the two messages. */
  changeHs1?: (hs1: Uint8Array) => Uint8Array;
  changeHs2?: (hs2: Uint8Array) => Uint8Array;
  ephemeralJoiner?: Uint8Array;
  ephemeralHost?: Uint8Array;
  known?: { gen: number; boot: Uint8Array };
};

/** One handshake, as far as it goes. */
export function shakeHands(world: CryptoRoom, options: HandshakeOptions = {}) {
  const kind = options.kind ?? 'join';
  const secret = options.secret ?? filled(2);
  const hostSecret = 'hostSecret' in options ? options.hostSecret : secret;
  const pskOf = (bytes: Uint8Array) => (kind === 'join' ? inviteKeys(bytes).psk : bytes);
  const ephemeralJoiner = options.ephemeralJoiner ?? filled(4);
  const id = kind === 'join' ? inviteKeys(secret).inviteId : resumeId(secret);
  const { hs1 } = startHandshake({ kind, id, ephemeralSecret: ephemeralJoiner, gen: options.known?.gen ?? 0 });
  const answer = answerHandshake({
    hs1: options.changeHs1?.(hs1.slice()) ?? hs1,
    room: options.signer ?? world.room,
    roomId: world.roomId,
    generation: world.generation,
    ephemeralSecret: options.ephemeralHost ?? filled(5),
    psk: hostSecret && pskOf(hostSecret),
  });
  if (!answer.ok) return { hs1, host: answer, joiner: undefined };
  const hs2 = options.changeHs2?.(answer.hs2.slice()) ?? answer.hs2;
  const joiner = finishHandshake({
    hs1,
    hs2,
    hostPk: world.room.publicKey,
    roomId: world.roomId,
    ephemeralSecret: ephemeralJoiner,
    psk: pskOf(secret),
    known: options.known,
  });
  return { hs1, hs2, host: answer, joiner };
}

/** Both sides' keys of a handshake that must succeed. */
export function sharedKeys(
  world: CryptoRoom,
  options: HandshakeOptions = {},
): { host: HandshakeKeys; joiner: HandshakeKeys } {
  const { host, joiner } = shakeHands(world, options);
  if (!host.ok || !joiner?.ok) throw new Error('The handshake failed.');
  return { host: host.keys, joiner: joiner.keys };
}

/** The host's group lanes with a chain behind them, and members who were welcomed at some moment. */
export function cryptoGroup(world: CryptoRoom = cryptoRoom()) {
  const { room, roomId, gen } = world;
  const sender = new GroupSender({ hostSk: room.secretKey, roomId, gen, epoch: 1, secret: filled(7), nowMs: 0 });
  let head: Head = { seq: 0, hash: world.h0 };
  let hostMs = 0;
  const makeRun = (...events: string[]): Run => {
    const run = {
      prev: head.hash,
      first: head.seq + 1,
      events: events.map((event) => new TextEncoder().encode(event)),
    };
    head = runEnd(roomId, run);
    return run;
  };
  const durable = (...events: string[]): Uint8Array => {
    const run = makeRun(...events);
    return sender.sealDurable(signHead(room.secretKey, roomId, gen, head), run);
  };
  const checks = (): Uint8Array[] => sender.sealChecks({ hostMs: ++hostMs, head });
  const check = (): Uint8Array => {
    const [frame] = checks();
    if (frame === undefined) throw new Error('No check.');
    return frame;
  };
  const welcome = () =>
    new GroupReceiver({ hostPk: room.publicKey, roomId, gen, state: sender.state(), seq: head.seq });
  return { world, sender, makeRun, durable, check, checks, welcome, head: () => head };
}

/** What a member who has the group secret can make on its own: any frame, but no signature of the host. */
export function forgeGroupFrame(
  world: CryptoRoom,
  state: GroupState,
  frame: { type: GroupType; ctr: number; stepsAhead?: number; json?: Uint8Array; bin?: Uint8Array },
): Uint8Array {
  let secret: Uint8Array = state.secret;
  for (let at = 0; at < (frame.stepsAhead ?? 0); at++) secret = nextSecret(secret);
  const step = state.step + (frame.stepsAhead ?? 0);
  const header = encodeHeader({ type: frame.type, step, epoch: state.epoch, ctr: frame.ctr });
  const empty = new Uint8Array(0);
  const plaintext = encodePlaintext(frame.json ?? empty, frame.bin ?? empty, groupFloorBytes);
  return new GroupKeys(secret, world.roomId, world.gen).cipher(frame.type).seal(header, frame.ctr, plaintext);
}
