import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { admissionIdOf, roomIdOf } from './admission.ts';
import { aimHash } from './aim.ts';
import { toHex, utf8 } from './bytes.ts';
import { decodeRun, firstHash, nextHash, signHead } from './chain.ts';
import { decodeCheck } from './check.ts';
import { FrameCipher } from './crypto/aead.ts';
import { admissionIdBytes, roomIdText, signKeyPair } from './crypto/keys.ts';
import type { SignLabel } from './crypto/labels.ts';
import { verify } from './crypto/sign.ts';
import { lib, ready } from './crypto/sodium.ts';
import { Attachment } from './events/prompts.ts';
import { decodeControl, decodeHeader, decodeHostBundle, decodeMemberBundle, encodeHeader } from './frames.ts';
import { laneKey, nextSecret } from './group-keys.ts';
import { GroupSender } from './group-sender.ts';
import { answerHandshake, decodeHs1, startHandshake } from './handshake.ts';
import { type AgentId, as, type ThreadId } from './ids.ts';
import { decodeLink, encodeLink, inviteKeys, resumeId } from './link.ts';
import {
  decodePlaintext,
  encodePlaintext,
  groupFloorBytes,
  padmeLength,
  pairwiseFloorBytes,
  parseJson,
} from './plaintext.ts';
import { callHash, decodeStatement, encodeStatement, extraHash, shownHash, signStatement } from './statement.ts';
import { wordList } from './word-list.ts';
import { safetyWords } from './words.ts';

const vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
const filled = (byte: number, length = 32) => new Uint8Array(length).fill(byte);

beforeAll(() => ready);

/** The handshake of the vectors. */
function handshake() {
  const room = signKeyPair(filled(1));
  const roomId = lib().from_hex(vectors.roomId);
  const invite = inviteKeys(filled(2));
  const { hs1 } = startHandshake({ kind: 'join', id: invite.inviteId, ephemeralSecret: filled(4), gen: 0 });
  const generation = { gen: 7, boot: filled(6, 16) };
  const answer = answerHandshake({ hs1, room, roomId, generation, ephemeralSecret: filled(5), psk: invite.psk });
  if (!answer.ok) throw new Error(answer.code);
  return { room, roomId, hs1, ...answer };
}

test('[CLG-05] room key and room id are those of the vectors, by libsodium and by WebCrypto', async () => {
  const room = signKeyPair(filled(1));
  expect(toHex(room.publicKey)).toBe(vectors.hkPk);
  expect(roomIdText(room.publicKey)).toBe(vectors.roomId);
  expect(await roomIdOf(room.publicKey)).toBe(vectors.roomId);
});

test('[CLG-07] an invite secret gives the id, the admission key and its name of the vectors', async () => {
  const invite = inviteKeys(filled(2));
  expect(toHex(invite.inviteId)).toBe(vectors.iid);
  expect(toHex(invite.admission.publicKey)).toBe(vectors.admitPk);
  expect(toHex(admissionIdBytes(invite.admission.publicKey))).toBe(vectors.admitId);
  expect(await admissionIdOf(invite.admission.publicKey)).toBe(vectors.admitId);
});

test('[CLG-08] the fragment of the vectors is made and read', () => {
  const hostPk = signKeyPair(filled(1)).publicKey;
  expect(encodeLink({ hostPk, secret: filled(2) })).toBe(vectors.fragment);
  expect(decodeLink(vectors.fragment)).toEqual({ ok: true, hostPk, secret: filled(2) });
});

test('[CLG-24] hs1, hs2, the transcript and all keys of the handshake are those of the vectors', () => {
  const { hs1, hs2, keys } = handshake();
  expect(toHex(hs1)).toBe(vectors.hs1);
  expect(toHex(hs2)).toBe(vectors.hs2body + vectors.hs2sig);
  expect(toHex(keys.transcript)).toBe(vectors.th);
  expect(toHex(keys.j2h)).toBe(vectors.j2h);
  expect(toHex(keys.h2j)).toBe(vectors.h2j);
  expect(toHex(keys.resumeSecret)).toBe(vectors.R);
  expect(toHex(resumeId(keys.resumeSecret))).toBe(vectors.rid);
  expect(toHex(keys.passSeed)).toBe(vectors.passSeed);
  expect(toHex(keys.words)).toBe(vectors.words);
});

test('[CLG-51] the chain of the vectors', () => {
  const { room, roomId } = handshake();
  const h0 = firstHash(roomId, room.publicKey);
  expect(toHex(h0)).toBe(vectors.h0);
  expect(toHex(nextHash(roomId, 1, h0, utf8(vectors.inputs.event)))).toBe(vectors.h1);
});

test('[CLG-44] [CLG-46] lane key and ratchet of the vectors', () => {
  expect(toHex(nextSecret(filled(7)))).toBe(vectors.E1);
  expect(toHex(laneKey(filled(7), 5))).toBe(vectors.laneDurable);
});

test('[CLG-40] [CLG-52] the sealed durable frame of the vectors', () => {
  const { room, roomId } = handshake();
  const prev = firstHash(roomId, room.publicKey);
  const event = utf8(vectors.inputs.event);
  const end = { seq: 1, hash: nextHash(roomId, 1, prev, event) };
  const options = { hostSk: room.secretKey, roomId, gen: 7, epoch: 1, secret: filled(7), nowMs: 0 };
  const frame = new GroupSender(options).sealDurable(signHead(room.secretKey, roomId, 7, end), {
    prev,
    first: 1,
    events: [event],
  });
  expect(frame.length).toBe(vectors.durableFrameLen);
  expect(toHex(lib().crypto_generichash(32, frame, null))).toBe(vectors.durableFrameHash);
});

test('[CLG-43] the padded lengths of the vectors', () => {
  for (const [length, padded] of vectors.padme) expect(padmeLength(length, groupFloorBytes)).toBe(padded);
});

test('[CLG-39] 256 words of at most 7 letters, unique in their first 3, in the order of the vectors', () => {
  expect(wordList).toHaveLength(256);
  expect(wordList.every((word) => /^[a-z]{3,7}$/.test(word))).toBe(true);
  expect(new Set(wordList.map((word) => word.slice(0, 3))).size).toBe(256);
  expect(createHash('sha256').update(wordList.join('\n')).digest('hex')).toBe(vectors.wordListSha256);
  expect(safetyWords(lib().from_hex(vectors.words))).toHaveLength(4);
});

const hexBytes = (text: string) => lib().from_hex(text);

test('[CLG-40] [CLG-43] sealed frames of every type are those of the vectors, and open to their plaintext', () => {
  for (const vector of vectors.frames) {
    const { bin } = vector;
    const binBytes = typeof bin === 'string' ? hexBytes(bin) : filled(Number.parseInt(bin.repeat, 16), bin.bytes);
    const floorBytes = vector.type < 5 ? pairwiseFloorBytes : groupFloorBytes;
    const cipher = () => new FrameCipher(hexBytes(vector.key), hexBytes(vectors.roomId), vectors.inputs.gen);
    const plaintext = encodePlaintext(utf8(vector.json), binBytes, floorBytes);
    const frame = cipher().seal(encodeHeader(vector), vector.ctr, plaintext);
    expect(frame.length).toBe(vector.length);
    expect(toHex(lib().crypto_generichash(32, frame, null))).toBe(vector.hash);
    const header = decodeHeader(frame);
    expect(header).toEqual({ type: vector.type, step: vector.step, epoch: vector.epoch, ctr: vector.ctr });
    const opened = decodePlaintext(cipher().open(frame, vector.ctr) ?? filled(0), floorBytes);
    expect(opened).toEqual({ json: utf8(vector.json), bin: binBytes });
  }
});

test('[CLG-70] [CLG-71] [CLG-72] the statement and the hashes of the vectors', () => {
  const vector = vectors.statement;
  const device = signKeyPair(filled(8));
  const roomId = hexBytes(vectors.roomId);
  const objectId = filled(0x12, 16);
  const bytes = encodeStatement({
    kind: 'approval',
    commandId: filled(0x11, 16),
    objectId,
    decision: 'allow',
    atSeq: vector.atSeq,
    atHash: filled(0x13),
    shownHash: shownHash(roomId, objectId, vector.shown) ?? filled(0),
    extraHash: extraHash(utf8(vector.extra)),
  });
  expect(toHex(bytes)).toBe(vector.bytes);
  expect(toHex(device.publicKey)).toBe(vector.devicePk);
  expect(toHex(signStatement(device.secretKey, roomId, bytes))).toBe(vector.signature);
  expect(toHex(callHash(filled(0x5a), utf8(vectors.callHash.request)))).toBe(vectors.callHash.hash);
});

type VectorAim = { agentId: string; attachments: Array<Record<string, string>>; review: string[]; hash: string };

test('[CLG-78] the aims of the vectors', () => {
  const roomId = hexBytes(vectors.roomId);
  for (const { hash, agentId, attachments, review } of vectors.aims as VectorAim[]) {
    const aim = {
      agentId: as<AgentId>(agentId),
      attachments: attachments.map((attachment) => v.parse(Attachment, { ...attachment, blob: '', len: 0 })),
      review: review.map((id) => as<ThreadId>(id)),
    };
    expect(toHex(aimHash(roomId, filled(0x11, 16), aim) ?? filled(0))).toBe(hash);
  }
});

test('[CLG-78] a name without UTF-8, or longer than its length can say, has no aim', () => {
  const aim = (agentId: string) => ({ agentId: as<AgentId>(agentId), attachments: [], review: [] });
  const of = (agentId: string) => aimHash(filled(9, 16), filled(1, 16), aim(agentId));
  expect(of('claude')).toBeDefined();
  expect([of('a\ud800'), of('x'.repeat(65_536))]).toEqual([undefined, undefined]);
});

type Negative = { rule: string; read: string; what: string; hex?: string; text?: string };

/** Whether the reader of this kind takes the bytes. */
function isTaken(kind: string, bytes: Uint8Array, text: string): boolean {
  switch (kind) {
    case 'link':
      return decodeLink(text).ok;
    case 'hs1':
      return decodeHs1(bytes).ok;
    case 'header':
      return decodeHeader(bytes) !== undefined;
    case 'memberBundle':
      return decodeMemberBundle(bytes) !== undefined;
    case 'hostBundle':
      return decodeHostBundle(bytes) !== undefined;
    case 'control':
      return decodeControl(bytes) !== undefined;
    case 'plaintext':
      return decodePlaintext(bytes, groupFloorBytes) !== undefined;
    case 'json':
      return parseJson(bytes).ok;
    case 'run':
      return decodeRun(bytes) !== undefined;
    case 'check':
      return decodeCheck(bytes) !== undefined;
    case 'statement':
      return decodeStatement(bytes) !== undefined;
    default:
      throw new Error(`No reader for ${kind}`);
  }
}

test.each(vectors.negative as Negative[])('[$rule] negative vector: $read, $what', ({ read, hex, text }) => {
  const bytes = hex === undefined ? utf8(text ?? '') : hexBytes(hex);
  expect(isTaken(read, bytes, text ?? '')).toBe(false);
});

type BadSignature = {
  rule: string;
  what: string;
  label: SignLabel;
  publicKey: string;
  message: string;
  signature: string;
};

test.each(vectors.badSignatures as BadSignature[])('[$rule] negative vector: signature, $what', (vector) => {
  const roomId = hexBytes(vectors.roomId);
  const [publicKey, message, signature] = [vector.publicKey, vector.message, vector.signature].map(hexBytes);
  if (publicKey === undefined || message === undefined || signature === undefined)
    throw new Error('Incomplete vector.');
  expect(verify(publicKey, vector.label, roomId, message, signature)).toBe(false);
});
