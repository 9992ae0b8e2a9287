import { admitMessage, seatMessage } from '../admission.ts';
import { fromHex, toHex } from '../bytes.ts';
import type { ClientSocket, SocketListener } from '../client/connection.ts';
import { admissionIdBytes } from '../crypto/keys.ts';
import { verify } from '../crypto/sign.ts';
import { type CloseReason, closeCodes } from '../errors.ts';
import {
  type ControlMessage,
  decodeControl,
  decodeHostBundle,
  decodeMemberBundle,
  encodeControl,
  encodeHostBundles,
  encodeMemberBundles,
  heartbeatAnswer,
  heartbeatText,
  toAllHandle,
} from '../frames.ts';
import type { Defer, Timer } from '../host/contract.ts';

/** One frame on its way. `to` is a handle for frames to a member; frames to the host name where they come from. */
export type Packet = { to: 'host' | 'member'; handle: string; bytes: Uint8Array };
/** What becomes of a frame: itself (undefined), or these, each after its delay. */
export type Meddling = (packet: Packet) => Array<Packet & { afterMs?: number }> | undefined;

type Peer = {
  handle: string;
  challenge: Uint8Array;
  listener: SocketListener;
  id8: string | undefined;
  isOpen: boolean;
};
type HostPeer = { challenge: Uint8Array; received: (message: Uint8Array) => void; gone: () => void; isSeated: boolean };

/**
 * A relay in memory for one room. Honest by default; `meddle` drops, doubles, holds, changes and makes up frames, for the
 * relay is not trusted with anything but its own resources.
 */
export class HostileRelay {
  readonly authority = 'relay.test';
  readonly #roomId: Uint8Array;
  readonly #timer: Timer;
  readonly #defer: Defer;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #peers = new Map<string, Peer>();
  #keys = new Map<string, Uint8Array>();
  #newKeys: string[] = [];
  #hasKeys = false;
  #host: HostPeer | undefined;
  #nextHandle = 1;
  meddle: Meddling | undefined;
  /** Every frame that passed, for attacks that replay. */
  readonly recorded: Packet[] = [];
  isRecording = false;
  isUnreachable = false;

  constructor(options: {
    roomId: Uint8Array;
    timer: Timer;
    defer: Defer;
    random: (bytes: number) => Uint8Array;
  }) {
    this.#roomId = options.roomId;
    this.#timer = options.timer;
    this.#defer = options.defer;
    this.#random = options.random;
  }

  /** Handles of the sockets that were admitted, oldest first. */
  get handles(): string[] {
    return [...this.#peers.values()].filter((peer) => peer.id8 !== undefined).map((peer) => peer.handle);
  }

  get openHandles(): string[] {
    return [...this.#peers.values()].filter((peer) => peer.isOpen).map((peer) => peer.handle);
  }

  connectHost(received: (message: Uint8Array) => void, gone: () => void): { send: (message: Uint8Array) => void } {
    const host: HostPeer = { challenge: this.#random(32), received, gone, isSeated: false };
    const older = this.#host;
    this.#host = host;
    this.#hasKeys = false;
    for (const peer of this.#peers.values()) peer.isOpen = false;
    older?.gone();
    const challenge = encodeControl({ t: 'ch', ch: toHex(host.challenge) });
    for (const bundle of encodeMemberBundles([{ kind: 'control', bytes: challenge }])) {
      this.#hand(() => host.received(bundle));
    }
    return {
      send: (message) => {
        if (this.#host === host) this.#fromHost(host, message);
      },
    };
  }

  /** Asks for another signature on a socket that has given one. */
  challengeHost(): void {
    if (this.#host !== undefined) this.#toHost(this.#host, { t: 'ch', ch: toHex(this.#random(32)) });
  }

  dropHost(): void {
    const host = this.#host;
    this.#host = undefined;
    this.#hasKeys = false;
    for (const peer of this.#peers.values()) {
      peer.isOpen = false;
      if (peer.id8 !== undefined) this.#toMember(peer, { t: 'host', up: false });
    }
    host?.gone();
  }

  connectMember(listener: SocketListener): ClientSocket {
    const handle = (this.#nextHandle++).toString(16).padStart(16, '0');
    const peer: Peer = { handle, challenge: this.#random(32), listener, id8: undefined, isOpen: false };
    if (this.isUnreachable) {
      this.#defer(() => listener.closed(1006));
    } else {
      this.#peers.set(handle, peer);
      this.#toMember(peer, { t: 'ch', ch: toHex(peer.challenge) });
    }
    return {
      send: (message) => {
        // Of a cut nothing is noticed before its time.
        if (this.#peers.get(handle) !== peer) return true;
        if (typeof message !== 'string') this.#fromMember(peer, message);
        else if (message === heartbeatText) this.#defer(() => listener.received(heartbeatAnswer));
        return true;
      },
      close: () => this.#forget(peer),
    };
  }

  /** Cuts one member's socket, or all: the network's doing, without a code of ours. */
  cut(handle?: string): void {
    for (const peer of [...this.#peers.values()]) {
      if (handle !== undefined && peer.handle !== handle) continue;
      this.#forget(peer);
      this.#defer(() => peer.listener.closed(1006));
    }
  }

  /** Loses all it knew, as after a restart without storage. */
  forgetKeys(): void {
    this.#keys.clear();
  }

  /** A frame of the relay's own making, or one it kept. */
  inject(packet: Packet): void {
    if (packet.to === 'host') this.#deliverToHost(packet);
    else this.#deliverToMember(packet);
  }

  #fromHost(host: HostPeer, message: Uint8Array): void {
    if (!host.isSeated) {
      for (const { bytes } of decodeMemberBundle(message) ?? []) this.#hostControl(host, decodeControl(bytes));
      return;
    }
    for (const entry of decodeHostBundle(message) ?? []) {
      if (entry.kind === 'control') this.#hostControl(host, decodeControl(entry.bytes));
      else if (entry.handle === toAllHandle) {
        for (const peer of [...this.#peers.values()]) {
          if (peer.isOpen) this.#pass({ to: 'member', handle: peer.handle, bytes: entry.bytes.slice() });
        }
      } else this.#pass({ to: 'member', handle: entry.handle, bytes: entry.bytes.slice() });
    }
  }

  #hostControl(host: HostPeer, message: ControlMessage | undefined): void {
    switch (message?.t) {
      case 'seat': {
        const publicKey = fromHex(message.pk, 32) ?? new Uint8Array(32);
        const m = seatMessage(
          host.challenge,
          message.gen,
          fromHex(message.boot, 16) ?? new Uint8Array(16),
          message.auth,
        );
        const signature = fromHex(message.sig, 64) ?? new Uint8Array(64);
        if (!verify(publicKey, 'seat', this.#roomId, m, signature) || message.auth !== this.authority) return;
        host.isSeated = true;
        this.#toHost(host, { t: 'host', up: true });
        return;
      }
      case 'keys':
        this.#newKeys.push(...message.set);
        if (message.more) return;
        this.#keys = new Map(this.#newKeys.map((hex) => [idOf(hex), fromHex(hex, 32) ?? new Uint8Array(32)]));
        this.#newKeys = [];
        this.#hasKeys = true;
        this.#closeKeyless();
        for (const peer of this.#peers.values()) if (peer.id8 !== undefined) this.#announce(host, peer);
        return;
      case 'key+':
        this.#keys.set(idOf(message.pk), fromHex(message.pk, 32) ?? new Uint8Array(32));
        return;
      case 'key-':
        this.#keys.delete(idOf(message.pk));
        this.#closeKeyless();
        return;
      case 'open': {
        const peer = this.#peers.get(message.h);
        if (peer !== undefined) peer.isOpen = true;
        return;
      }
      case 'close': {
        const peer = this.#peers.get(message.h);
        if (peer !== undefined) this.#close(peer, message.code);
        return;
      }
      default:
        throw new Error(`The host said ${message?.t} to the relay.`);
    }
  }

  #fromMember(peer: Peer, message: Uint8Array): void {
    for (const entry of decodeMemberBundle(message) ?? []) {
      if (entry.kind === 'frame') {
        if (peer.id8 !== undefined) this.#pass({ to: 'host', handle: peer.handle, bytes: entry.bytes.slice() });
        continue;
      }
      const control = decodeControl(entry.bytes);
      if (control?.t === 'admit') this.#admit(peer, control);
    }
  }

  #admit(peer: Peer, { id8, auth, sig }: { id8: string; auth: string; sig: string }): void {
    const publicKey = this.#keys.get(id8);
    if (publicKey === undefined) {
      this.#close(peer, this.#hasKeys ? 'unknown_admission_key' : 'host_away');
      return;
    }
    const m = admitMessage(peer.challenge, fromHex(id8, 8) ?? new Uint8Array(8), auth);
    const signature = fromHex(sig, 64) ?? new Uint8Array(64);
    if (auth !== this.authority || !verify(publicKey, 'admit', this.#roomId, m, signature)) {
      this.#close(peer, 'auth');
      return;
    }
    peer.id8 = id8;
    if (this.#host?.isSeated && this.#hasKeys) this.#announce(this.#host, peer);
    else this.#toMember(peer, { t: 'host', up: false });
  }

  #announce(host: HostPeer, peer: Peer): void {
    if (peer.id8 !== undefined) this.#toHost(host, { t: 'in', h: peer.handle, id8: peer.id8 });
    this.#toMember(peer, { t: 'host', up: true });
  }

  #pass(packet: Packet): void {
    if (this.isRecording) this.recorded.push({ ...packet, bytes: packet.bytes.slice() });
    const meddled = this.meddle?.(packet);
    if (meddled === undefined) {
      this.inject(packet);
      return;
    }
    for (const { afterMs, ...made } of meddled) {
      if (afterMs === undefined) this.inject(made);
      else this.#timer(afterMs, () => this.inject(made));
    }
  }

  #deliverToHost({ handle, bytes }: Packet): void {
    const host = this.#host;
    if (host === undefined || !this.#peers.has(handle)) return;
    for (const message of encodeHostBundles([{ kind: 'frame', handle, bytes }]))
      this.#hand(() => host.received(message));
  }

  #deliverToMember({ handle, bytes }: Packet): void {
    const peer = this.#peers.get(handle);
    if (peer === undefined) return;
    for (const message of encodeMemberBundles([{ kind: 'frame', bytes }])) this.#handMember(peer, message);
  }

  #toHost(host: HostPeer, message: ControlMessage): void {
    const bytes = encodeControl(message);
    for (const bundle of encodeHostBundles([{ kind: 'control', bytes }])) {
      this.#hand(() => {
        if (this.#host === host) host.received(bundle);
      });
    }
  }

  #toMember(peer: Peer, message: ControlMessage): void {
    const bytes = encodeControl(message);
    for (const bundle of encodeMemberBundles([{ kind: 'control', bytes }])) this.#handMember(peer, bundle);
  }

  #handMember(peer: Peer, message: Uint8Array): void {
    this.#hand(() => {
      if (this.#peers.get(peer.handle) === peer) peer.listener.received(message);
    });
  }

  /** Never in the sender's own call: a network is asynchronous, and in order. */
  #hand(work: () => void): void {
    this.#defer(work);
  }

  #close(peer: Peer, reason: CloseReason): void {
    // What was sent before is delivered before.
    this.#hand(() => {
      if (this.#peers.get(peer.handle) !== peer) return;
      this.#forget(peer);
      peer.listener.closed(closeCodes[reason].code);
    });
  }

  #closeKeyless(): void {
    for (const peer of [...this.#peers.values()]) {
      if (peer.id8 !== undefined && !this.#keys.has(peer.id8)) this.#close(peer, 'unknown_admission_key');
    }
  }

  #forget(peer: Peer): void {
    if (this.#peers.get(peer.handle) !== peer) return;
    this.#peers.delete(peer.handle);
    if (peer.id8 !== undefined && this.#host !== undefined) this.#toHost(this.#host, { t: 'out', h: peer.handle });
  }
}

const idOf = (publicKeyHex: string): string => toHex(admissionIdBytes(fromHex(publicKeyHex, 32) ?? new Uint8Array(32)));
