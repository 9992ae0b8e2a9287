import { randomBytes } from 'node:crypto';
import { type ControlMessageOf, encodeControl, encodeKeySet } from '@collagility/protocol/frames';
import { admitSignature, id8Of, newBoot, newKey, roomIdOf, type SigningKey, seatSignature } from './signing.ts';
import { type Arrived, TestSocket } from './test-socket.ts';

/** A frame as the relay sees it: a version, a type and bytes that mean nothing to it. `mark` tells it apart. */
export function frameOf(type: 3 | 4 | 5 | 6 | 7, mark: number, length = 560): Buffer {
  const frame = Buffer.alloc(length, 0x5a);
  frame[0] = 1;
  frame[1] = type;
  frame.writeUInt32LE(mark, 16);
  return frame;
}

export const markOf = (frame: Buffer): number => frame.readUInt32LE(16);
export const typeOf = (frame: Buffer): number | undefined => frame[1];

/** One room at one relay, with its keys: verbs for what hosts and members do on the wire. */
export class RelayWorld {
  readonly url: string;
  readonly hostKey = newKey();
  readonly roomId = roomIdOf(this.hostKey.publicKey);
  readonly invite = newKey();
  readonly boot = newBoot();
  readonly sockets: TestSocket[] = [];

  constructor(url: string) {
    this.url = url;
  }

  get authority(): string {
    return new URL(this.url).host;
  }

  async connect(headers?: Record<string, string>): Promise<TestSocket> {
    const socket = new TestSocket(this.url, this.roomId, headers);
    this.sockets.push(socket);
    return socket.opened();
  }

  /** Answers the challenge as the host; tells nothing of how the relay takes it. */
  async askSeat(options: { gen?: number; boot?: string; auth?: string; challenge?: string; key?: SigningKey } = {}) {
    const socket = await this.connect();
    const { ch } = await socket.control('ch');
    const { gen = 1, boot = this.boot, auth = this.authority, challenge = ch, key = this.hostKey } = options;
    const sig = seatSignature(key, this.roomId, challenge, { gen, boot, auth });
    socket.say({ t: 'seat', pk: key.publicKey, gen, boot, auth, sig });
    socket.side = 'host';
    return socket;
  }

  /** A host with its seat and its keys written. */
  async host(options: { gen?: number; boot?: string; keys?: SigningKey[] } = {}): Promise<TestSocket> {
    const socket = await this.askSeat(options);
    await socket.control('host');
    this.writeKeys(socket, options.keys ?? [this.invite]);
    return socket;
  }

  writeKeys(host: TestSocket, keys: readonly SigningKey[]): void {
    for (const bytes of encodeKeySet(keys.map(({ publicKey }) => publicKey))) host.send({ kind: 'control', bytes });
  }

  async askAdmission(
    key: SigningKey = this.invite,
    options: { auth?: string; challenge?: string; headers?: Record<string, string> } = {},
  ) {
    const socket = await this.connect(options.headers);
    const { ch } = await socket.control('ch');
    this.answer(socket, options.challenge ?? ch, key, options.auth);
    return socket;
  }

  answer(socket: TestSocket, challenge: string, key: SigningKey = this.invite, auth: string = this.authority): void {
    const sig = admitSignature(key, this.roomId, challenge, auth);
    socket.send({ kind: 'control', bytes: encodeControl({ t: 'admit', id8: id8Of(key.publicKey), auth, sig }) });
  }

  /** A member that the host has been told of, and its handle. */
  async member(host: TestSocket, key: SigningKey = this.invite, options: { open?: boolean } = {}) {
    const socket = await this.admitted(key);
    const { h } = await host.control('in');
    if (options.open) {
      host.say({ t: 'open', h });
      await this.settled(host, socket, h);
    }
    return { socket, h };
  }

  /** A host's keys take a moment to count; until then the relay says that the host is away, and one asks again. */
  async admitted(key: SigningKey): Promise<TestSocket> {
    for (;;) {
      const socket = await this.askAdmission(key);
      const answer = await socket.next('an answer', isHostWord).catch(() => socket.closeReason());
      if (answer !== 'host_away') return socket;
    }
  }

  /** Everything that the host sent before has passed the relay: a direct frame overtakes nothing. */
  async settled(host: TestSocket, socket: TestSocket, h: string): Promise<void> {
    const mark = randomBytes(4).readUInt32LE();
    host.send({ kind: 'frame', handle: h, bytes: frameOf(4, mark) });
    while (markOf(await socket.frame()) !== mark);
  }

  close(): void {
    for (const { ws } of this.sockets) ws.terminate();
  }
}

type HostWord = { kind: 'control'; word: ControlMessageOf<'host'> };
const isHostWord = (arrived: Arrived): arrived is HostWord => arrived.kind === 'control' && arrived.word.t === 'host';
