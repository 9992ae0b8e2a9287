import {
  type ControlMessage,
  encodeControl,
  encodeHostBundles,
  encodeMemberBundles,
  type HostEntry,
  toAllHandle,
} from '../frames.ts';
import type { Defer } from './contract.ts';

/** A few seconds of a slow line. */
const maxWaitingBytes = 512 * 1024;

/** The host's outgoing side of its relay socket: what is sent in one turn of the event loop leaves as one message. */
export class RelayLink {
  readonly #defer: Defer;
  readonly #isHeld: () => boolean;
  #send: ((message: Uint8Array) => void) | undefined;
  #waitingBytes: () => number = () => 0;
  #queue: HostEntry[] = [];
  #isFlushDue = false;

  /** `isHeld`: something of this turn is not on disk yet, so nothing may leave; `flush` is called when it is. */
  constructor(defer: Defer, isHeld: () => boolean = () => false) {
    this.#defer = defer;
    this.#isHeld = isHeld;
  }

  get isAttached(): boolean {
    return this.#send !== undefined;
  }

  /** `waitingBytes`: given to the socket, and not gone yet. */
  attach(send: (message: Uint8Array) => void, waitingBytes: () => number): void {
    this.#send = send;
    this.#waitingBytes = waitingBytes;
    this.#queue = [];
  }

  /** The relay takes less than it is given: what can be told later as a whole is not added. */
  get isBehind(): boolean {
    return this.#send !== undefined && this.#waitingBytes() > maxWaitingBytes;
  }

  /** What was not sent is forgotten: every member makes a new handshake anyway. */
  detach(): void {
    this.#send = undefined;
    this.#queue = [];
  }

  /** What says who this is goes in a member's envelope, before anything else (CLG-23). */
  firstWord(message: ControlMessage): void {
    for (const bundle of encodeMemberBundles([{ kind: 'control', bytes: encodeControl(message) }]))
      this.#send?.(bundle);
  }

  control(message: ControlMessage): void {
    this.controlBytes(encodeControl(message));
  }

  controlBytes(bytes: Uint8Array): void {
    this.#push({ kind: 'control', bytes });
  }

  frame(handle: string, bytes: Uint8Array): void {
    this.#push({ kind: 'frame', handle, bytes });
  }

  /** To every open handle. */
  toAll(bytes: Uint8Array): void {
    this.#push({ kind: 'frame', handle: toAllHandle, bytes });
  }

  /** The turn that made these frames did not count. */
  drop(): void {
    this.#queue = [];
  }

  flush(): void {
    this.#isFlushDue = false;
    if (this.#isHeld()) return;
    const entries = this.#queue;
    this.#queue = [];
    const send = this.#send;
    if (send === undefined || entries.length === 0) return;
    for (const message of encodeHostBundles(entries)) send(message);
  }

  #push(entry: HostEntry): void {
    if (this.#send === undefined) return;
    this.#queue.push(entry);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#defer(() => this.flush());
  }
}
