/**
 * Join and resume are one handshake (CLG-24, 25):
 *
 *     joiner → host   hs1   47 B  u8 version, u8 oldest version, u8 kind, id 8, eJ 32, u32 highest gen seen
 *     host → joiner   hs2  118 B  body 54: u8 version, u8 mode, u32 gen, boot 16, eH 32 · signature 64
 *     joiner → host   hs3         first command frame: {name, caps, have?}, DK.pk ‖ Sign(DK, dev, th ‖ DK.pk) [‖ h]
 *     host → joiner   hs4         first direct frame: welcome, bye or wait
 *
 * These are pure functions for both sides; fresh secrets are arguments, and whoever made them wipes them.
 */
import { concat, u16, view, wipe } from './bytes.ts';
import { hash } from './crypto/hash.ts';
import { dh, dhKeyPair, type KeyPair } from './crypto/keys.ts';
import { sign, signatureBytes, verify } from './crypto/sign.ts';
import { hs1Bytes, hs2Bytes, wireVersion } from './frames/header.ts';
import { type Generation, isAccepted, judgeGeneration } from './generation.ts';

export type HandshakeKind = 'join' | 'resume';
/** `psk`: the host knows the secret that `id` names. `no-psk`: it does not know that resume secret (any more). */
export type HandshakeMode = 'psk' | 'no-psk';

export type Hs1 = { kind: HandshakeKind; id: Uint8Array; ephemeralPk: Uint8Array; gen: number };
export type Hs2 = Generation & { mode: HandshakeMode; ephemeralPk: Uint8Array };

/** What both sides have in common after it. */
export type HandshakeKeys = {
  /** Lane keys (48 B): joiner to host, host to joiner. */
  j2h: Uint8Array;
  h2j: Uint8Array;
  /** R': the next resume secret. */
  resumeSecret: Uint8Array;
  /** Seed of the member's own admission key (CLG-21). */
  passSeed: Uint8Array;
  /** Four bytes for `safetyWords`. */
  words: Uint8Array;
  /** The transcript that the device signs. */
  transcript: Uint8Array;
};

export const hs2BodyBytes = 54;
const noPsk = new Uint8Array(32);

export function encodeHs1(hs1: Hs1): Uint8Array {
  const bytes = new Uint8Array(hs1Bytes);
  bytes.set([wireVersion, wireVersion, hs1.kind === 'join' ? 1 : 2]);
  bytes.set(hs1.id, 3);
  bytes.set(hs1.ephemeralPk, 11);
  view(bytes).setUint32(43, hs1.gen, true);
  return bytes;
}

export type DecodedHs1 = { ok: true; hs1: Hs1 } | { ok: false; code: 'bad_frame' | 'version' };

export function decodeHs1(bytes: Uint8Array): DecodedHs1 {
  const [newest = 0, oldest = 0, kind = 0] = bytes;
  if (bytes.length !== hs1Bytes || oldest === 0 || oldest > newest) return { ok: false, code: 'bad_frame' };
  if (oldest > wireVersion || newest < wireVersion) return { ok: false, code: 'version' };
  if (kind !== 1 && kind !== 2) return { ok: false, code: 'bad_frame' };
  return {
    ok: true,
    hs1: {
      kind: kind === 1 ? 'join' : 'resume',
      id: bytes.slice(3, 11),
      ephemeralPk: bytes.slice(11, 43),
      gen: view(bytes).getUint32(43, true),
    },
  };
}

function encodeHs2Body(hs2: Hs2): Uint8Array {
  const bytes = new Uint8Array(hs2BodyBytes);
  bytes.set([wireVersion, hs2.mode === 'psk' ? 0 : 1]);
  view(bytes).setUint32(2, hs2.gen, true);
  bytes.set(hs2.boot, 6);
  bytes.set(hs2.ephemeralPk, 22);
  return bytes;
}

function decodeHs2Body(bytes: Uint8Array): Hs2 | undefined {
  const [version, mode] = bytes;
  if (version !== wireVersion || (mode !== 0 && mode !== 1)) return undefined;
  return {
    mode: mode === 0 ? 'psk' : 'no-psk',
    gen: view(bytes).getUint32(2, true),
    boot: bytes.slice(6, 22),
    ephemeralPk: bytes.slice(22, 54),
  };
}

/** th: everything both sides have sent so far, for this room and key. */
export function transcriptOf(roomId: Uint8Array, hostPk: Uint8Array, hs1: Uint8Array, hs2Body: Uint8Array): Uint8Array {
  return hash(32, undefined, 'th', roomId, hostPk, u16(hs1.length), hs1, u16(hs2Body.length), hs2Body);
}

function deriveKeys(psk: Uint8Array, shared: Uint8Array, transcript: Uint8Array): HandshakeKeys {
  const k = hash(32, psk, 'chan', shared, transcript);
  const keys: HandshakeKeys = {
    j2h: hash(48, k, 'j2h'),
    h2j: hash(48, k, 'h2j'),
    resumeSecret: hash(32, k, 'resume'),
    passSeed: hash(32, k, 'pass'),
    words: hash(4, k, 'words').slice(),
    transcript,
  };
  wipe(k, shared);
  return keys;
}

/** Joiner, first step. `ephemeralSecret`: 32 fresh random bytes for this attempt alone. */
export function startHandshake(options: {
  kind: HandshakeKind;
  /** The invite's id (join) or the resume secret's id (resume). */
  id: Uint8Array;
  ephemeralSecret: Uint8Array;
  /** Highest generation seen of this host; 0 for none. */
  gen: number;
}): { hs1: Uint8Array } {
  const { publicKey } = dhKeyPair(options.ephemeralSecret);
  return { hs1: encodeHs1({ kind: options.kind, id: options.id, ephemeralPk: publicKey, gen: options.gen }) };
}

export type HostAnswer = { ok: true; hs2: Uint8Array; keys: HandshakeKeys } | { ok: false; code: 'dh' };

/** Host's step. Without a `psk` it answers in mode `no-psk`, which a joiner accepts for a resume only. */
export function answerHandshake(options: {
  hs1: Uint8Array;
  room: KeyPair;
  roomId: Uint8Array;
  generation: Generation;
  ephemeralSecret: Uint8Array;
  psk: Uint8Array | undefined;
}): HostAnswer {
  const { hs1, room, roomId, generation } = options;
  const shared = dh(options.ephemeralSecret, hs1.subarray(11, 43));
  if (shared === undefined) return { ok: false, code: 'dh' };
  const body = encodeHs2Body({
    mode: options.psk === undefined ? 'no-psk' : 'psk',
    gen: generation.gen,
    boot: generation.boot,
    ephemeralPk: dhKeyPair(options.ephemeralSecret).publicKey,
  });
  const transcript = transcriptOf(roomId, room.publicKey, hs1, body);
  const hs2 = concat(body, sign(room.secretKey, 'hs2', roomId, transcript));
  return { ok: true, hs2, keys: deriveKeys(options.psk ?? noPsk, shared, transcript) };
}

export type HandshakeRefusal = 'bad_frame' | 'host_sig' | 'mode' | 'older' | 'other_boot' | 'jump' | 'dh';
export type JoinerResult =
  | { ok: true; keys: HandshakeKeys; mode: HandshakeMode; generation: Generation }
  | { ok: false; code: HandshakeRefusal };

/** Joiner, second step: the host's signature first, then everything else (CLG-25). */
export function finishHandshake(options: {
  hs1: Uint8Array;
  hs2: Uint8Array;
  hostPk: Uint8Array;
  roomId: Uint8Array;
  ephemeralSecret: Uint8Array;
  psk: Uint8Array;
  /** The stored generation of this host, if any (CLG-13). */
  known: Generation | undefined;
}): JoinerResult {
  const { hs1, hs2, hostPk, roomId } = options;
  if (hs2.length !== hs2Bytes) return { ok: false, code: 'bad_frame' };
  const body = hs2.subarray(0, hs2BodyBytes);
  const answer = decodeHs2Body(body);
  if (answer === undefined) return { ok: false, code: 'bad_frame' };
  const transcript = transcriptOf(roomId, hostPk, hs1, body);
  if (!verify(hostPk, 'hs2', roomId, transcript, hs2.subarray(hs2BodyBytes))) return { ok: false, code: 'host_sig' };
  if (answer.mode === 'no-psk' && hs1[2] !== 2) return { ok: false, code: 'mode' };
  const verdict = judgeGeneration(options.known, answer);
  if (!isAccepted(verdict)) return { ok: false, code: refusalOf(verdict) };
  const shared = dh(options.ephemeralSecret, answer.ephemeralPk);
  if (shared === undefined) return { ok: false, code: 'dh' };
  const keys = deriveKeys(answer.mode === 'psk' ? options.psk : noPsk, shared, transcript);
  return { ok: true, keys, mode: answer.mode, generation: { gen: answer.gen, boot: answer.boot } };
}

function refusalOf(verdict: string): HandshakeRefusal {
  return verdict === 'other_boot' || verdict === 'jump' ? verdict : 'older';
}

/** What the device signs in `hs3`; a key that cannot be taken out of the browser signs `signedBytes('dev', …)` of it. */
export const deviceProofMessage = (transcript: Uint8Array, devicePk: Uint8Array): Uint8Array =>
  concat(transcript, devicePk);

/** Binary part of `hs3`: DK.pk ‖ signature. A resumer appends the chain value of its head. */
export function deviceProof(device: KeyPair, roomId: Uint8Array, transcript: Uint8Array): Uint8Array {
  const m = deviceProofMessage(transcript, device.publicKey);
  return concat(device.publicKey, sign(device.secretKey, 'dev', roomId, m));
}

export const deviceProofBytes = 32 + signatureBytes;

/** The device that proved itself, and the 32 bytes after it if there are any; `undefined` is `dev_sig`. */
export function verifyDeviceProof(
  bin: Uint8Array,
  roomId: Uint8Array,
  transcript: Uint8Array,
): { devicePk: Uint8Array; headHash?: Uint8Array } | undefined {
  if (bin.length !== deviceProofBytes && bin.length !== deviceProofBytes + 32) return undefined;
  const devicePk = bin.slice(0, 32);
  const m = deviceProofMessage(transcript, devicePk);
  if (!verify(devicePk, 'dev', roomId, m, bin.subarray(32, deviceProofBytes))) return undefined;
  return bin.length === deviceProofBytes ? { devicePk } : { devicePk, headHash: bin.slice(deviceProofBytes) };
}

/**
 * The stored pair `hs1 ‖ hs2` by which a member shows a host that it was rolled back (CLG-13): the generation in it,
 * if this room's own key signed it.
 */
export function verifyGenerationProof(
  pair: Uint8Array,
  hostPk: Uint8Array,
  roomId: Uint8Array,
): Generation | undefined {
  if (pair.length !== hs1Bytes + hs2Bytes) return undefined;
  const body = pair.subarray(hs1Bytes, hs1Bytes + hs2BodyBytes);
  const answer = decodeHs2Body(body);
  if (answer === undefined) return undefined;
  const transcript = transcriptOf(roomId, hostPk, pair.subarray(0, hs1Bytes), body);
  const signature = pair.subarray(hs1Bytes + hs2BodyBytes);
  return verify(hostPk, 'hs2', roomId, transcript, signature) ? { gen: answer.gen, boot: answer.boot } : undefined;
}
