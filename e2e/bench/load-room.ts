import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type LoadSocket, openSocket } from './load-client.ts';
import type { ServerKind } from './server-under-load.ts';

/** Sockets of one room: one that sends, many that read. `onFrame` gets each frame's payload and where it begins. */
export type LoadRoom = { send(payload: Buffer): void; close(): void };
type OnFrame = (message: Buffer, at: number) => void;
type Key = { privateKey: KeyObject; pk: string };
type Word = { t: string } & Record<string, unknown>;

const frameHeader = 16;
const shortestFrame = 288;
/** A bare server takes any path; the naive Worker knows rooms by it. */
const plainPath = '/parties/room/bench';
/** What arrives there is of no interest to the run. */
const ignore = () => undefined;

export const openRoom = (kind: ServerKind, port: number, receivers: number, onFrame: OnFrame): Promise<LoadRoom> =>
  (kind === 'relay' || kind === 'durable' ? relayRoom : plainRoom)(port, receivers, onFrame);

/** The plain broadcast; a message is the payload itself. */
async function plainRoom(port: number, receivers: number, onFrame: OnFrame): Promise<LoadRoom> {
  const all: LoadSocket[] = [];
  for (let n = 0; n < receivers; n++) all.push(await openSocket(port, plainPath, (message) => onFrame(message, 0)));
  const sender = await openSocket(port, plainPath, ignore);
  return { send: (payload) => sender.send(payload), close: () => closeAll([...all, sender]) };
}

/** One room at our relay: a seated host, admitted and opened members. */
async function relayRoom(port: number, receivers: number, onFrame: OnFrame): Promise<LoadRoom> {
  const hostKey = newKey();
  const invite = newKey();
  const roomId = sha512Start('clg1 room', hostKey.pk, 16);
  const path = `/parties/room/${roomId}`;
  const auth = `127.0.0.1:${port}`;
  const signed = (key: Key, label: string, ...rest: Buffer[]): string =>
    sign(
      null,
      Buffer.concat([Buffer.from(`${label}\0`), Buffer.from(roomId, 'hex'), ...rest]),
      key.privateKey,
    ).toString('hex');
  const host = await openSocket(port, path);
  const ch = await challengeOf(host);
  const boot = randomBytes(16);
  const sig = signed(hostKey, 'clg1 seat', ch, Buffer.from([1, 0, 0, 0]), boot, Buffer.from(auth));
  host.send(memberControl({ t: 'seat', pk: hostKey.pk, gen: 1, boot: boot.toString('hex'), auth, sig }));
  await control(host, 12, 'host');
  host.send(hostControl({ t: 'keys', set: [invite.pk] }));
  // The relay answers nothing to that; a member that came before it would be refused.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const id8 = sha512Start('clg1 aid', invite.pk, 8);
  const all = [host];
  for (let n = 0; n < receivers; n++) {
    const member = await openSocket(port, path);
    const its = await challengeOf(member);
    const entered = control(host, 12, 'in');
    const admit = signed(invite, 'clg1 admit', its, Buffer.from(id8, 'hex'), Buffer.from(auth));
    member.send(memberControl({ t: 'admit', id8, auth, sig: admit }));
    const { h } = await entered;
    host.send(hostControl({ t: 'open', h }));
    member.listen((message) => {
      for (let at = 0; at < message.length; ) {
        const length = message.readUInt32LE(at);
        if (length < 0x8000_0000) onFrame(message, at + 4 + frameHeader);
        at += 4 + (length & 0x7fff_ffff);
      }
    });
    all.push(member);
  }
  host.listen(ignore);
  const send = (payload: Buffer) => {
    const length = Math.max(shortestFrame, payload.length + 48);
    const entry = Buffer.alloc(12 + length);
    entry.writeUInt32LE(length, 0);
    entry[12] = 1;
    entry[13] = 6;
    payload.copy(entry, 12 + frameHeader);
    host.send(entry);
  };
  return { send, close: () => closeAll(all) };
}

function closeAll(sockets: readonly LoadSocket[]): void {
  for (const { tcp } of sockets) tcp.removeAllListeners('close').on('error', ignore).destroy();
}

function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, pk: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex') };
}

const sha512Start = (label: string, hex: string, bytes: number): string =>
  createHash('sha512')
    .update(`${label}\0`)
    .update(Buffer.from(hex, 'hex'))
    .digest('hex')
    .slice(0, 2 * bytes);

function memberControl(word: Word): Buffer {
  const json = Buffer.from(JSON.stringify(word));
  const entry = Buffer.alloc(4 + json.length);
  entry.writeUInt32LE(json.length + 0x8000_0000, 0);
  json.copy(entry, 4);
  return entry;
}

function hostControl(word: Word): Buffer {
  const json = Buffer.from(JSON.stringify(word));
  const entry = Buffer.alloc(12 + json.length, 0xff);
  entry.writeUInt32LE(json.length, 0);
  json.copy(entry, 12);
  return entry;
}

async function challengeOf(socket: LoadSocket): Promise<Buffer> {
  return Buffer.from(String((await control(socket, 4, 'ch'))['ch']), 'hex');
}

/** The next control message of this kind; the load run needs no other. */
function control(socket: LoadSocket, prefixBytes: number, type: string): Promise<Word> {
  return new Promise((resolve) => {
    socket.listen((message) => {
      for (let at = 0; at < message.length; ) {
        const length = message.readUInt32LE(at) & 0x7fff_ffff;
        const bytes = message.subarray(at + prefixBytes, at + prefixBytes + length);
        at += prefixBytes + length;
        if (bytes[0] !== 0x7b) continue;
        const word = JSON.parse(bytes.toString()) as Word;
        if (word.t === type) resolve(word);
      }
    });
  });
}
