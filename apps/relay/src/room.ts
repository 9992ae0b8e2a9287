import { type Generation, isAccepted, judgeGeneration } from '@collagility/protocol/admission';
import type { CloseReason } from '@collagility/protocol/errors';
import { take } from '@collagility/protocol/token-bucket';
import type { Addresses } from './addresses.ts';
import type { Budgets } from './budgets.ts';
import type { Claim, Effect, Input, KeyChange, Note } from './effects.ts';
import { Outbox } from './outbox.ts';
import { type KeySetState, newPeer, type Peer, type PeerState } from './peer.ts';
import { type AdmissionKey, applyChange, type KnownGeneration, type RecordChange, type RoomRecord } from './record.ts';
import {
  controlToHost,
  controlToMember,
  entryToHost,
  type FirstWord,
  firstWord,
  type HostWord,
  hostPieces,
  memberPieces,
} from './wire.ts';

/** Messages of one socket that may wait for one check: a client has no reason to send more before its answer. */
const maxHeldMessages = 64;
/** How often the record is told that the host is still here. */
const hostSeenEveryMs = 24 * 3600 * 1000;

export type RoomSetup = {
  record: RoomRecord | undefined;
  budgets: Budgets;
  addresses: Addresses;
  /** 16 random hex digits; handles are the relay's own, never a client's. */
  newHandle: () => string;
  /** Tell the host the address of a member: only where the relay was configured to trust its source. */
  tellAddresses: boolean;
};

/**
 * One room: inputs in, effects out, no clock, socket, disk or random source of its own. It forwards whole frames
 * between one host and its members and knows nothing of what is inside (CLG-14, 20–23).
 */
export class Room<Port> {
  readonly #setup: RoomSetup;
  readonly #peers = new Map<Port, Peer<Port>>();
  readonly #members = new Map<string, Peer<Port>>();
  readonly #outbox = new Outbox<Port>();
  #record: RoomRecord | undefined;
  #host: Peer<Port> | undefined;
  /** Parts of a key set that is not complete yet. */
  #keySet: AdmissionKey[] = [];
  #turnAsked = false;
  #effects: Effect<Port>[] = [];

  constructor(setup: RoomSetup) {
    this.#setup = setup;
    this.#record = setup.record;
  }

  /** Nothing to keep in memory: no socket. What is at rest is in the storage. */
  get isEmpty(): boolean {
    return this.#peers.size === 0;
  }

  get sockets(): number {
    return this.#peers.size;
  }

  get hostPort(): Port | undefined {
    return this.#host?.port;
  }

  ports(): Iterable<Port> {
    return this.#peers.keys();
  }

  /** Time-outs are needed soon: some socket has not proved itself yet. */
  get hasUnproven(): boolean {
    for (const peer of this.#peers.values()) if (isUnproven(peer)) return true;
    return false;
  }

  /** A socket that stayed open while the room slept. One in the middle of something starts anew. */
  restore(port: Port, state: PeerState, address: string | undefined, nowMs: number): Effect<Port>[] {
    const peer = newPeer(port, address, state, this.#setup.budgets, nowMs);
    this.#peers.set(port, peer);
    this.#setup.addresses.restore(address, nowMs);
    if (state.phase === 'member') this.#members.set(state.handle, peer);
    if (state.phase === 'host') this.#host = peer;
    const isHalfDone = state.phase === 'proving' || (state.phase === 'host' && state.keys.partly);
    if (isHalfDone) this.#close(peer, 'internal', nowMs);
    return this.#takeEffects();
  }

  receive(input: Input<Port>): Effect<Port>[] {
    if (input.type === 'connected') this.#connected(input);
    else if (input.type === 'ticked') this.#ticked(input.nowMs);
    else if (input.type === 'forgotten') this.#forgotten(input.nowMs);
    else if (input.type === 'turn_ended') this.#turnEnded(input.nowMs, input.bufferedBytes);
    else {
      const peer = this.#peers.get(input.port);
      if (peer !== undefined) this.#receiveFrom(peer, input);
    }
    return this.#takeEffects();
  }

  #receiveFrom(peer: Peer<Port>, input: Extract<Input<Port>, { port: Port }>): void {
    peer.heardMs = input.nowMs;
    switch (input.type) {
      case 'message':
        if (peer.held === undefined) this.#message(peer, input.message, input.nowMs);
        else this.#hold(peer, input.message, input.nowMs);
        return;
      case 'proved':
        this.#proved(peer, input.claim, input.holds, input.nowMs);
        this.#resume(peer, input.nowMs);
        return;
      case 'identified':
        this.#identified(peer, input.change, input.keys, input.nowMs);
        this.#resume(peer, input.nowMs);
        return;
      case 'disconnected':
        this.#gone(peer, input.nowMs);
        return;
      case 'refused':
        this.#close(peer, input.reason, input.nowMs);
        return;
      case 'heard':
      case 'connected':
        return;
    }
  }

  // ── Coming and going ──────────────────────────────────────────────────────────────────────────────────────────────

  #connected(input: Extract<Input<Port>, { type: 'connected' }>): void {
    const { port, challenge, authority, address, nowMs } = input;
    const { budgets, addresses } = this.#setup;
    const state: PeerState = { phase: 'challenge', challenge, authority, sinceMs: nowMs };
    const entry = addresses.enter(address, nowMs);
    if (entry !== 'ok') {
      this.#refuse(port, entry);
      return;
    }
    if (this.#peers.size >= budgets.socketsPerRoom) {
      addresses.leave(address);
      this.#refuse(port, 'room_full');
      return;
    }
    this.#dropOldestUnproven(nowMs);
    const peer = newPeer(port, address, state, budgets, nowMs);
    this.#peers.set(port, peer);
    this.#remember(peer);
    this.#toOne(peer, controlToMember({ t: 'ch', ch: challenge }));
  }

  #refuse(port: Port, reason: CloseReason): void {
    this.#effects.push({ type: 'close', port, reason });
    this.#note({ name: 'closed', reason });
  }

  #dropOldestUnproven(nowMs: number): void {
    let count = 0;
    let oldest: Peer<Port> | undefined;
    for (const peer of this.#peers.values()) {
      if (!isUnproven(peer)) continue;
      count++;
      oldest ??= peer;
    }
    if (count >= this.#setup.budgets.unprovenPerRoom && oldest !== undefined) {
      this.#close(oldest, 'challenge_timeout', nowMs);
    }
  }

  #close(peer: Peer<Port>, reason: CloseReason, nowMs: number): void {
    if (!this.#peers.has(peer.port)) return;
    if (reason === 'resync') this.#outbox.forget(peer);
    else this.#flushOne(peer);
    this.#effects.push({ type: 'close', port: peer.port, reason });
    this.#note({ name: 'closed', reason });
    this.#gone(peer, nowMs);
  }

  #gone(peer: Peer<Port>, nowMs: number): void {
    this.#peers.delete(peer.port);
    this.#outbox.forget(peer);
    this.#setup.addresses.leave(peer.address);
    if (peer.state.phase === 'member') {
      this.#members.delete(peer.state.handle);
      this.#tellHost({ t: 'out', h: peer.state.handle });
      this.#note({ name: 'member_left' });
    }
    if (peer === this.#host) this.#hostGone(nowMs);
  }

  #hostGone(nowMs: number): void {
    this.#host = undefined;
    this.#outbox.takeHost();
    this.#store({ type: 'host_seen', hostSeenMs: nowMs });
    this.#note({ name: 'host_left' });
    for (const member of this.#members.values()) this.#toOne(member, controlToMember({ t: 'host', up: false }));
  }

  #forgotten(nowMs: number): void {
    if (this.#host !== undefined) return;
    for (const peer of [...this.#peers.values()]) this.#close(peer, 'no_such_room', nowMs);
    this.#store({ type: 'forgotten' });
  }

  #ticked(nowMs: number): void {
    const { challengeMs, silentCloseMs } = this.#setup.budgets;
    for (const peer of [...this.#peers.values()]) {
      const { state } = peer;
      if (state.phase === 'challenge' || state.phase === 'proving') {
        if (nowMs - state.sinceMs > challengeMs) this.#close(peer, 'challenge_timeout', nowMs);
      } else if (nowMs - peer.heardMs > silentCloseMs) this.#close(peer, 'silent', nowMs);
    }
    if (this.#host !== undefined && nowMs - (this.#record?.hostSeenMs ?? nowMs) > hostSeenEveryMs) {
      this.#store({ type: 'host_seen', hostSeenMs: nowMs });
    }
  }

  // ── Messages ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #message(peer: Peer<Port>, message: Uint8Array, nowMs: number): void {
    switch (peer.state.phase) {
      case 'challenge':
        this.#answered(peer, peer.state, message, nowMs);
        return;
      case 'proving':
        this.#hold(peer, message, nowMs);
        return;
      case 'host':
        this.#fromHost(peer, message, nowMs);
        return;
      case 'member':
        this.#fromMember(peer, peer.state.handle, message, nowMs);
        return;
    }
  }

  #hold(peer: Peer<Port>, message: Uint8Array, nowMs: number): void {
    peer.held ??= [];
    peer.held.push(message);
    peer.heldBytes += message.length;
    const limit = peer === this.#host ? this.#setup.budgets.hostBytes.burst : this.#setup.budgets.memberBytes.burst;
    if (peer.held.length > maxHeldMessages * (peer === this.#host ? 64 : 1) || peer.heldBytes > limit) {
      this.#close(peer, 'rate', nowMs);
    }
  }

  /** What waited is read in order; it may have to wait again. */
  #resume(peer: Peer<Port>, nowMs: number): void {
    const held = peer.held ?? [];
    peer.held = undefined;
    peer.heldBytes = 0;
    for (const message of held) {
      if (!this.#peers.has(peer.port)) return;
      if (peer.held === undefined) this.#message(peer, message, nowMs);
      else this.#hold(peer, message, nowMs);
    }
  }

  #fromHost(host: Peer<Port>, message: Uint8Array, nowMs: number): void {
    const pieces = hostPieces(message);
    if (pieces === undefined) {
      this.#close(host, 'bad_frame', nowMs);
      return;
    }
    const { hostFrames, hostBytes } = this.#setup.budgets;
    if (!take(host.frames, hostFrames, pieces.length, nowMs) || !take(host.bytes, hostBytes, message.length, nowMs)) {
      this.#close(host, 'rate', nowMs);
      return;
    }
    for (const piece of pieces) {
      if (piece.to === 'all') this.#outbox.toAllOpen(piece.entry);
      else if (piece.to === 'one') {
        const member = this.#members.get(piece.handle);
        if (member === undefined) this.#note({ name: 'dropped', frames: 1, why: 'gone' });
        else this.#outbox.toOne(member, piece.entry);
      } else {
        this.#hostWord(host, piece.word, nowMs);
        if (!this.#peers.has(host.port)) return;
        if (host.held !== undefined) {
          // The rest of this bundle waits for the answer; its budget is already paid.
          if (piece.end < message.length) this.#hold(host, message.subarray(piece.end), nowMs);
          break;
        }
      }
    }
    this.#note({ name: 'forwarded', frames: pieces.length, bytes: message.length });
    this.#askTurn();
  }

  #fromMember(member: Peer<Port>, handle: string, message: Uint8Array, nowMs: number): void {
    const frames = memberPieces(message);
    if (frames === undefined) {
      this.#close(member, 'bad_frame', nowMs);
      return;
    }
    const { memberFrames, memberBytes } = this.#setup.budgets;
    const { length } = message;
    const allowed =
      take(member.frames, memberFrames, frames.length, nowMs) &&
      take(member.bytes, memberBytes, length, nowMs) &&
      this.#setup.addresses.take(member.address, frames.length, length, nowMs);
    if (!allowed) {
      this.#close(member, 'rate', nowMs);
      return;
    }
    if (!this.#hostIsUp()) {
      this.#note({ name: 'dropped', frames: frames.length, why: 'host_away' });
      return;
    }
    for (const frame of frames) this.#outbox.toHost(entryToHost(handle, frame));
    this.#note({ name: 'forwarded', frames: frames.length, bytes: length });
    this.#askTurn();
  }

  // ── Seat and admission (CLG-14, 20, 21, 36) ───────────────────────────────────────────────────────────────────────

  #answered(
    peer: Peer<Port>,
    state: Extract<PeerState, { phase: 'challenge' }>,
    message: Uint8Array,
    nowMs: number,
  ): void {
    const first = firstWord(message);
    if (first === undefined) {
      this.#close(peer, 'bad_frame', nowMs);
      return;
    }
    peer.state = { phase: 'proving', sinceMs: nowMs };
    this.#remember(peer);
    if (nowMs - state.sinceMs > this.#setup.budgets.challengeMs) {
      this.#close(peer, 'challenge_timeout', nowMs);
      return;
    }
    if (first.word.auth !== state.authority) {
      this.#close(peer, 'auth', nowMs);
      return;
    }
    const claim = this.#claimOf(first.word, state.challenge);
    if (typeof claim === 'string') {
      this.#close(peer, claim, nowMs);
      return;
    }
    peer.held = [];
    if (first.end < message.length) this.#hold(peer, message.subarray(first.end), nowMs);
    this.#effects.push({ type: 'prove', port: peer.port, claim });
  }

  #claimOf(word: FirstWord, challenge: string): Claim | CloseReason {
    if (word.t === 'seat') return { kind: 'seat', challenge, word };
    const publicKey = this.#record?.admission.get(word.id8);
    if (publicKey === undefined) return this.#unknownKey();
    return { kind: 'admit', challenge, word, key: { id8: word.id8, publicKey } };
  }

  /** Only the host's own set, written on this seat, can make a key unknown (CLG-36). */
  #unknownKey(): CloseReason {
    if (this.#record === undefined) return 'no_such_room';
    return this.#hostIsUp() ? 'unknown_admission_key' : 'host_away';
  }

  #proved(peer: Peer<Port>, claim: Claim, holds: boolean, nowMs: number): void {
    if (peer.state.phase !== 'proving') return;
    if (!holds) {
      this.#close(peer, 'auth', nowMs);
      return;
    }
    if (claim.kind === 'seat') {
      this.#takeSeat(peer, claim, nowMs);
      return;
    }
    // The key may have been removed while its signature was checked.
    if (!this.#record?.admission.has(claim.key.id8)) {
      this.#close(peer, this.#unknownKey(), nowMs);
      return;
    }
    this.#enter(peer, claim.key.id8);
  }

  #takeSeat(peer: Peer<Port>, claim: Extract<Claim, { kind: 'seat' }>, nowMs: number): void {
    const { pk, gen, boot } = claim.word;
    const generation = { gen, boot };
    const verdict = judgeGeneration(bytesOf(this.#record?.generation), bytesOf(generation));
    if (verdict === 'jump') {
      this.#close(peer, 'auth', nowMs);
      return;
    }
    if (!isAccepted(verdict)) {
      this.#close(peer, 'host_conflict', nowMs);
      return;
    }
    const former = this.#host;
    this.#host = peer;
    if (former !== undefined) {
      this.#flushAll();
      this.#close(former, 'replaced', nowMs);
    }
    const { budgets } = this.#setup;
    peer.state = { phase: 'host', generation, keys: { written: false, partly: false } };
    this.#keySet = [];
    peer.frames = { tokens: budgets.hostFrames.burst, atMs: nowMs };
    peer.bytes = { tokens: budgets.hostBytes.burst, atMs: nowMs };
    this.#remember(peer);
    const createdMs = this.#record?.createdMs ?? nowMs;
    this.#store({ type: 'seat', hostKey: pk, generation, createdMs, hostSeenMs: nowMs });
    for (const member of this.#members.values()) this.#setOpen(member, false);
    this.#outbox.toHost(controlToHost({ t: 'host', up: true }));
    this.#note({ name: 'host_seated', gen, takeover: former !== undefined });
    this.#askTurn();
  }

  #enter(peer: Peer<Port>, id8: string): void {
    let handle = this.#setup.newHandle();
    while (this.#members.has(handle)) handle = this.#setup.newHandle();
    peer.state = { phase: 'member', handle, id8, open: false };
    this.#members.set(handle, peer);
    this.#remember(peer);
    this.#note({ name: 'member_entered' });
    if (this.#hostIsUp()) this.#announce(handle, id8, peer.address);
    this.#toOne(peer, controlToMember({ t: 'host', up: this.#hostIsUp() }));
  }

  #announce(handle: string, id8: string, address: string | undefined): void {
    const told = this.#setup.tellAddresses && address !== undefined ? { addr: address } : {};
    this.#tellHost({ t: 'in', h: handle, id8, ...told });
  }

  /** The host counts as here once it has written its admission keys on this seat. */
  #hostIsUp(): boolean {
    return this.#host?.state.phase === 'host' && this.#host.state.keys.written;
  }

  // ── The host's words to the relay (CLG-21, 22) ────────────────────────────────────────────────────────────────────

  #hostWord(host: Peer<Port>, word: HostWord, nowMs: number): void {
    switch (word.t) {
      case 'keys':
        this.#identify(host, { type: 'keys', more: word.more === true }, word.set);
        return;
      case 'key+':
        this.#identify(host, { type: 'key+' }, [word.pk]);
        return;
      case 'key-': {
        for (const [id8, publicKey] of this.#record?.admission ?? []) {
          if (publicKey === word.pk) this.#store({ type: 'key_removed', id8 });
        }
        this.#closeWithoutKey(nowMs);
        return;
      }
      case 'open': {
        const member = this.#members.get(word.h);
        if (member !== undefined) this.#setOpen(member, true);
        return;
      }
      case 'close': {
        const member = this.#members.get(word.h);
        if (member !== undefined) this.#close(member, word.code, nowMs);
        return;
      }
    }
  }

  /** Keys are named by a hash, which takes a moment; what the host says after them waits. */
  #identify(host: Peer<Port>, change: KeyChange, publicKeys: readonly string[]): void {
    host.held = [];
    this.#effects.push({ type: 'identify', port: host.port, change, publicKeys });
  }

  #identified(host: Peer<Port>, change: KeyChange, keys: AdmissionKey[], nowMs: number): void {
    if (host !== this.#host || host.state.phase !== 'host') return;
    const known = change.type === 'keys' ? this.#keySet.length : (this.#record?.admission.size ?? 0);
    if (known + keys.length > this.#setup.budgets.admissionKeys) {
      this.#close(host, 'too_many_keys', nowMs);
      return;
    }
    if (change.type === 'key+') {
      for (const key of keys) this.#store({ type: 'key_added', key });
      return;
    }
    this.#keySet.push(...keys);
    const { written } = host.state.keys;
    if (change.more) {
      this.#setKeyState(host, { written, partly: true });
      return;
    }
    this.#store({ type: 'keys', keys: this.#keySet });
    this.#keySet = [];
    this.#closeWithoutKey(nowMs);
    this.#setKeyState(host, { written: true, partly: false });
    if (written) return;
    for (const member of this.#members.values()) {
      if (member.state.phase !== 'member') continue;
      this.#announce(member.state.handle, member.state.id8, member.address);
      this.#toOne(member, controlToMember({ t: 'host', up: true }));
    }
  }

  #setKeyState(host: Peer<Port>, keys: KeySetState): void {
    if (host.state.phase !== 'host') return;
    const { written, partly } = host.state.keys;
    if (written === keys.written && partly === keys.partly) return;
    host.state = { ...host.state, keys };
    this.#remember(host);
  }

  #closeWithoutKey(nowMs: number): void {
    for (const member of [...this.#members.values()]) {
      if (member.state.phase !== 'member' || this.#record?.admission.has(member.state.id8)) continue;
      this.#close(member, 'unknown_admission_key', nowMs);
    }
  }

  #setOpen(member: Peer<Port>, open: boolean): void {
    if (member.state.phase !== 'member' || member.state.open === open) return;
    member.state = { ...member.state, open };
    if (open) this.#outbox.opened(member);
    this.#remember(member);
  }

  // ── Sending ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #toOne(peer: Peer<Port>, entry: ReturnType<typeof controlToMember>): void {
    this.#outbox.toOne(peer, entry);
    this.#askTurn();
  }

  #tellHost(word: Parameters<typeof controlToHost>[0]): void {
    if (!this.#hostIsUp()) return;
    this.#outbox.toHost(controlToHost(word));
    this.#askTurn();
  }

  #askTurn(): void {
    if (this.#turnAsked || this.#outbox.isEmpty) return;
    this.#turnAsked = true;
    this.#effects.push({ type: 'end_turn' });
  }

  #turnEnded(nowMs: number, bufferedBytes: (port: Port) => number): void {
    this.#turnAsked = false;
    const { sendings, tooSlow, thinned } = this.#outbox.takeMembers(
      this.#members.values(),
      isOpen,
      bufferedBytes,
      this.#setup.budgets,
    );
    for (const { to, message } of sendings) this.#effects.push({ type: 'send', to, message });
    if (thinned > 0) this.#note({ name: 'dropped', frames: thinned, why: 'slow_reader' });
    for (const peer of tooSlow) this.#close(peer, 'resync', nowMs);
    const host = this.#host;
    if (host === undefined) return;
    for (const message of this.#outbox.takeHost()) this.#sendNow(host, message);
    if (bufferedBytes(host.port) > this.#setup.budgets.slowHostCloseBytes) this.#close(host, 'resync', nowMs);
  }

  /** The turn so far, at once: what the former host sent goes out before the next one has a say. */
  #flushAll(): void {
    const nothingBuffered = () => 0;
    const { sendings } = this.#outbox.takeMembers(this.#members.values(), isOpen, nothingBuffered, this.#setup.budgets);
    for (const { to, message } of sendings) this.#effects.push({ type: 'send', to, message });
    this.#outbox.takeHost();
  }

  #flushOne(peer: Peer<Port>): void {
    if (peer === this.#host) for (const message of this.#outbox.takeHost()) this.#sendNow(peer, message);
    for (const message of this.#outbox.takeOne(peer, isOpen(peer))) this.#sendNow(peer, message);
  }

  #sendNow(peer: Peer<Port>, message: Uint8Array): void {
    this.#effects.push({ type: 'send', to: [peer.port], message });
  }

  #remember(peer: Peer<Port>): void {
    this.#effects.push({ type: 'remember', port: peer.port, state: peer.state, address: peer.address });
  }

  #store(change: RecordChange): void {
    this.#record = applyChange(this.#record, change);
    this.#effects.push({ type: 'store', change });
  }

  #note(note: Note): void {
    this.#effects.push({ type: 'note', note });
  }

  #takeEffects(): Effect<Port>[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

function bytesOf(generation: KnownGeneration): Generation;
function bytesOf(generation: KnownGeneration | undefined): Generation | undefined;
function bytesOf(generation: KnownGeneration | undefined): Generation | undefined {
  return generation && { gen: generation.gen, boot: new TextEncoder().encode(generation.boot) };
}

const isOpen = (peer: Peer<unknown>): boolean => peer.state.phase === 'member' && peer.state.open;
const isUnproven = (peer: Peer<unknown>): boolean => peer.state.phase === 'challenge' || peer.state.phase === 'proving';
