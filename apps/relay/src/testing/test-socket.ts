import { once } from 'node:events';
import { type CloseReason, closeReasonOf } from '@collagility/protocol/errors';
import {
  type ControlMessage,
  decodeControl,
  decodeHostBundle,
  decodeMemberBundle,
  encodeControl,
  encodeHostBundles,
  encodeMemberBundles,
  type HostEntry,
  type MemberEntry,
} from '@collagility/protocol/frames';
import { WebSocket } from 'ws';

export type Arrived = { kind: 'control'; word: ControlMessage } | { kind: 'frame'; handle?: string; bytes: Buffer };

/** How long the relay may take for anything on loopback before a test calls it lost. */
const patienceMs = 20_000;

/** A WebSocket client that keeps everything that arrives, in order, and lets tests wait for it. */
export class TestSocket {
  readonly ws: WebSocket;
  readonly arrived: Arrived[] = [];
  readonly texts: string[] = [];
  /** Sizes of the WebSocket messages that carried it. */
  readonly messageSizes: number[] = [];
  side: 'member' | 'host' = 'member';
  closed: { code: number; reason: CloseReason | undefined } | undefined;
  #wake: Array<() => void> = [];
  #taken = 0;

  constructor(url: string, roomId: string, headers: Record<string, string> = {}) {
    const target = `${url.replace(/^http/, 'ws')}/parties/room/${roomId}`;
    this.ws = new WebSocket(target, { perMessageDeflate: false, headers });
    this.ws.on('message', (message: Buffer, isBinary: boolean) => this.#message(message, isBinary));
    this.ws.on('close', (code: number) => {
      this.closed = { code, reason: closeReasonOf(code) };
      this.#notify();
    });
    this.ws.on('error', () => this.#notify());
  }

  async opened(): Promise<this> {
    if (this.ws.readyState === WebSocket.CONNECTING) await once(this.ws, 'open');
    return this;
  }

  /** The next thing of this kind that no test has taken yet; things before it are skipped. */
  async next<T extends Arrived>(what: string, is: (arrived: Arrived) => arrived is T): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      while (this.#taken < this.arrived.length) {
        const arrived = this.arrived[this.#taken++];
        if (arrived !== undefined && is(arrived)) return arrived;
      }
      if (this.closed !== undefined) throw new Error(`Closed (${this.#closeText()}) before ${what} came.`);
      await this.#change(deadline, what);
    }
  }

  async control<T extends ControlMessage['t']>(t: T): Promise<Extract<ControlMessage, { t: T }>> {
    const is = (a: Arrived): a is { kind: 'control'; word: Extract<ControlMessage, { t: T }> } =>
      a.kind === 'control' && a.word.t === t;
    return (await this.next(t, is)).word;
  }

  async frame(): Promise<Buffer> {
    return (await this.anyFrame()).bytes;
  }

  /** A frame with the handle that it came under, at the host. */
  anyFrame(): Promise<Extract<Arrived, { kind: 'frame' }>> {
    return this.next('a frame', (arrived): arrived is Extract<Arrived, { kind: 'frame' }> => arrived.kind === 'frame');
  }

  async frames(count: number): Promise<Buffer[]> {
    const frames: Buffer[] = [];
    while (frames.length < count) frames.push(await this.frame());
    return frames;
  }

  /** Waits for the close and tells its reason. */
  async closeReason(): Promise<CloseReason | number> {
    const deadline = Date.now() + patienceMs;
    while (this.closed === undefined) await this.#change(deadline, 'a close');
    return this.closed.reason ?? this.closed.code;
  }

  say(word: ControlMessage): void {
    this.send({ kind: 'control', bytes: encodeControl(word) });
  }

  /** Entries in one WebSocket message. */
  send(...entries: Array<{ kind: 'control' | 'frame'; handle?: string; bytes: Uint8Array }>): void {
    const host = entries.map((entry) =>
      entry.kind === 'control'
        ? { kind: 'control' as const, bytes: entry.bytes }
        : { kind: 'frame' as const, handle: entry.handle ?? '0'.repeat(16), bytes: entry.bytes },
    );
    const messages = this.side === 'host' ? encodeHostBundles(host) : encodeMemberBundles(entries);
    for (const message of messages) this.ws.send(message);
  }

  close(): void {
    this.ws.close();
  }

  #message(message: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.messageSizes.push(message.length);
      const entries: readonly (HostEntry | MemberEntry)[] | undefined =
        this.side === 'host' ? decodeHostBundle(message) : decodeMemberBundle(message);
      if (entries === undefined) throw new Error('The relay sent a bundle that does not parse.');
      for (const entry of entries) this.#entry(arrivedOf(entry));
    } else this.texts.push(message.toString());
    this.#notify();
  }

  #entry(arrived: Arrived): void {
    if (arrived.kind === 'control' && arrived.word.t === 'mark') this.say(arrived.word);
    else this.arrived.push(arrived);
  }

  async #change(deadline: number, what: string): Promise<void> {
    const left = deadline - Date.now();
    if (left <= 0) throw new Error(`Waited too long for ${what}.`);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  #closeText(): string {
    return String(this.closed?.reason ?? this.closed?.code);
  }
}

function arrivedOf(entry: HostEntry | MemberEntry): Arrived {
  if (entry.kind === 'frame') {
    const handle = 'handle' in entry ? { handle: entry.handle } : {};
    return { kind: 'frame', ...handle, bytes: Buffer.from(entry.bytes) };
  }
  const word = decodeControl(entry.bytes);
  if (word === undefined) throw new Error('The relay sent a control message that does not parse.');
  return { kind: 'control', word };
}
