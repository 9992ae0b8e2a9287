import { admitMessage } from '../admission.ts';
import { fromHex, toHex } from '../bytes.ts';
import { admissionIdBytes, type KeyPair } from '../crypto/keys.ts';
import { sign } from '../crypto/sign.ts';
import { type CloseReason, closeCodes, closeReasonOf } from '../errors.ts';
import {
  decodeControl,
  decodeMemberBundle,
  encodeControl,
  encodeMemberBundles,
  heartbeatText,
  type MemberEntry,
} from '../frames.ts';
import type { Clock, Defer, Timer } from '../host/contract.ts';
import { backoffFirstMs, backoffMaxMs, handshakeMs, heartbeatAnswerMs, heartbeatMs } from '../limits.ts';

/** `send` is false where the socket takes nothing any more, though nobody has said yet that it is closed. */
export type ClientSocket = { send(message: Uint8Array | string): boolean; close(): void };
export type SocketListener = {
  opened(): void;
  received(message: Uint8Array | string): void;
  closed(code: number): void;
};
/** Opens one WebSocket (binary messages as bytes). The client decides when, and when again. */
export type OpenSocket = (url: string, listener: SocketListener) => ClientSocket;

export type ConnectionState =
  | { name: 'idle' }
  | { name: 'dialling' }
  /** Admitted; `isHostUp` is the relay's word. */
  | { name: 'open'; isHostUp: boolean }
  | { name: 'waiting'; retryAtMs: number; because: CloseReason | undefined };

export type ConnectionEvents = {
  changed(): void;
  hostUp(): void;
  hostAway(): void;
  frame(frame: Uint8Array): void;
  /** The socket is gone. `undefined`: no word of the relay's, a cut network. */
  closed(reason: CloseReason | undefined): void;
  /** The relay's word that no further try makes sense. */
  refused(reason: CloseReason): void;
};

/** A relay's word on its way takes one round trip; a close that nobody finishes can take a minute. */
const closeWordMs = 1_000;
/** As after that many failures: 4 to 8 s. */
const failuresOfLoud = 3;

/**
 * One member's way to the relay: dials, proves an admission key, bundles what is sent, waits longer after each failure.
 *
 *     idle ──start──▶ dialling ──ch──▶ open ──close──▶ waiting ──timer──▶ dialling
 */
export class Connection {
  readonly #url: string;
  readonly #authority: string;
  readonly #roomId: Uint8Array;
  readonly #openSocket: OpenSocket;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #defer: Defer;
  readonly #randomUnit: () => number;
  readonly #keys: () => KeyPair[];
  readonly #isMember: () => boolean;
  readonly #events: ConnectionEvents;
  #state: ConnectionState = { name: 'idle' };
  #socket: ClientSocket | undefined;
  /** Events of an older socket are not ours any more. */
  #socketNumber = 0;
  #queue: MemberEntry[] = [];
  #isFlushDue = false;
  #failures = 0;
  #keyIndex = 0;
  #isAnswered = false;
  #cancelTimer: (() => void) | undefined;
  #cancelHeartbeat: (() => void) | undefined;
  #cancelAnswer: (() => void) | undefined;
  #cancelClosing: (() => void) | undefined;

  constructor(options: {
    relay: string;
    roomId: Uint8Array;
    openSocket: OpenSocket;
    clock: Clock;
    timer: Timer;
    defer: Defer;
    /** From 0 to 1. */
    randomUnit: () => number;
    /** Admission keys to try, best first. */
    keys: () => KeyPair[];
    /** This device was let in once: the room exists, whatever a relay that has just started says. */
    isMember: () => boolean;
    events: ConnectionEvents;
  }) {
    const relay = new URL(options.relay);
    relay.protocol = relay.protocol === 'https:' || relay.protocol === 'wss:' ? 'wss:' : 'ws:';
    this.#authority = relay.host.toLowerCase();
    this.#url = new URL(`/parties/room/${toHex(options.roomId)}`, relay).href;
    this.#roomId = options.roomId;
    this.#openSocket = options.openSocket;
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#defer = options.defer;
    this.#randomUnit = options.randomUnit;
    this.#keys = options.keys;
    this.#isMember = options.isMember;
    this.#events = options.events;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Dials now, whatever it waits for. */
  dial(): void {
    this.#drop();
    this.#cancelTimer?.();
    const number = ++this.#socketNumber;
    const isCurrent = (): boolean => number === this.#socketNumber;
    this.#isAnswered = false;
    this.#set({ name: 'dialling' });
    this.#cancelTimer = this.#timer(handshakeMs, () => this.#lost(undefined));
    this.#socket = this.#openSocket(this.#url, {
      opened: () => undefined,
      received: (message) => {
        if (!isCurrent()) return;
        this.#heard();
        if (typeof message !== 'string') this.#received(message);
      },
      closed: (code) => {
        if (isCurrent()) this.#lost(closeReasonOf(code));
      },
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#drop();
    this.#set({ name: 'idle' });
  }

  /** Gives this socket up and comes back after a wait: it did not do what it should. */
  restart(): void {
    this.#lost(undefined);
  }

  /** Asks the relay for a sign of life. Where none comes the socket is half-open: nobody closed it, and nothing passes. */
  probe(): void {
    if (this.#state.name !== 'open' || this.#socket === undefined) return;
    this.#sendNow(heartbeatText);
    this.#cancelAnswer ??= this.#timer(heartbeatAnswerMs, () => this.#lost(undefined));
  }

  /** A welcome came: the way is good. */
  proven(): void {
    this.#failures = 0;
  }

  send(frame: Uint8Array): void {
    this.#push({ kind: 'frame', bytes: frame });
  }

  flush(): void {
    this.#isFlushDue = false;
    const entries = this.#queue;
    this.#queue = [];
    if (entries.length === 0) return;
    for (const message of encodeMemberBundles(entries)) this.#sendNow(message);
  }

  /** A socket that is closing has a moment to bring the relay's word for it; it is not waited for longer (B46). */
  #sendNow(message: Uint8Array | string): void {
    if (this.#socket?.send(message) !== false) return;
    this.#cancelClosing ??= this.#timer(closeWordMs, () => this.#lost(undefined));
  }

  #push(entry: MemberEntry): void {
    if (this.#socket === undefined) return;
    this.#queue.push(entry);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#defer(() => this.flush());
  }

  #received(message: Uint8Array): void {
    const entries = decodeMemberBundle(message);
    if (entries === undefined) {
      this.#lost('bad_frame');
      return;
    }
    const number = this.#socketNumber;
    for (const entry of entries) {
      if (number !== this.#socketNumber) return;
      if (entry.kind === 'frame') this.#events.frame(entry.bytes);
      else this.#control(entry.bytes);
    }
  }

  #control(bytes: Uint8Array): void {
    const message = decodeControl(bytes);
    if (message?.t === 'ch') this.#answer(message.ch);
    // Asked how far we have read: everything before it, because messages come in order.
    if (message?.t === 'mark') this.#push({ kind: 'control', bytes });
    if (message?.t !== 'host' || !this.#isAnswered) return;
    this.#cancelTimer?.();
    this.#set({ name: 'open', isHostUp: message.up });
    this.#beatHeart();
    if (message.up) this.#events.hostUp();
    else this.#events.hostAway();
  }

  /** Once per socket: a second challenge could be another relay's (CLG-20). */
  #answer(ch: string): void {
    const challenge = fromHex(ch, 32);
    const keys = this.#keys();
    const key = keys[this.#keyIndex % Math.max(1, keys.length)];
    if (challenge === undefined || key === undefined || this.#isAnswered) return;
    this.#isAnswered = true;
    const id8 = admissionIdBytes(key.publicKey);
    const sig = sign(key.secretKey, 'admit', this.#roomId, admitMessage(challenge, id8, this.#authority));
    const bytes = encodeControl({ t: 'admit', id8: toHex(id8), auth: this.#authority, sig: toHex(sig) });
    this.#push({ kind: 'control', bytes });
  }

  #lost(reason: CloseReason | undefined): void {
    this.#drop();
    this.#cancelTimer?.();
    const keyCount = this.#keys().length;
    if (reason === 'unknown_admission_key' || reason === 'auth') this.#keyIndex += 1;
    const hasOtherKey = reason === 'unknown_admission_key' && this.#keyIndex < keyCount;
    // A relay that lost its memory knows no room until the host has its seat again; a member waits for that.
    const isBeforeSeat = reason === 'no_such_room' && this.#isMember();
    const isFinal = reason !== undefined && !closeCodes[reason].retry && !hasOtherKey && !isBeforeSeat;
    this.#events.closed(reason);
    if (isFinal) {
      this.#keyIndex = 0;
      this.#set({ name: 'idle' });
      this.#events.refused(reason);
      return;
    }
    // Who was too loud stays away longer, also where each try so far was welcome.
    if (reason === 'rate') this.#failures = Math.max(this.#failures, failuresOfLoud);
    const waitMs = hasOtherKey ? 0 : this.#nextWaitMs();
    this.#set({ name: 'waiting', retryAtMs: this.#clock.monotonicMs() + waitMs, because: reason });
    this.#cancelTimer = this.#timer(waitMs, () => this.dial());
  }

  /** 1, 2, 4 … 30 s, each half fixed and half drawn, so that a relay's restart brings nobody back in step. */
  #nextWaitMs(): number {
    const fullMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return Math.round(fullMs / 2 + (fullMs / 2) * this.#randomUnit());
  }

  /** Whatever comes shows that the way is open. */
  #heard(): void {
    this.#cancelAnswer?.();
    this.#cancelAnswer = undefined;
  }

  #beatHeart(): void {
    this.#cancelHeartbeat?.();
    this.#cancelHeartbeat = this.#timer(heartbeatMs, () => {
      this.probe();
      this.#beatHeart();
    });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#socketNumber += 1;
    this.#queue = [];
    this.#cancelHeartbeat?.();
    this.#cancelClosing?.();
    this.#cancelClosing = undefined;
    this.#heard();
    socket?.close();
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#events.changed();
  }
}
