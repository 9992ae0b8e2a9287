import type { Effect, Input } from './effects.ts';
import { type KeptPeer, newPeer, type Peer } from './peer.ts';
import { decideAgain, proved } from './room/admission.ts';
import { Floor, type RoomSetup } from './room/floor.ts';
import { identified } from './room/host-words.ts';
import { read, readHeld } from './room/messages.ts';
import { controlToMember } from './wire.ts';

/** How often the record is told that the host is still here. */
const hostSeenEveryMs = 24 * 3600 * 1000;

/**
 * One room: inputs in, effects out, no clock, socket, disk or random source of its own. It forwards whole frames
 * between one host and its members and knows nothing of what is inside (CLG-14, 20–23).
 */
export class Room<Port> {
  readonly #floor: Floor<Port>;

  constructor(setup: RoomSetup<Port>) {
    this.#floor = new Floor(setup);
  }

  get sockets(): number {
    return this.#floor.peers.size;
  }

  has(port: Port): boolean {
    return this.#floor.peers.has(port);
  }

  get hostPort(): Port | undefined {
    return this.#floor.host?.port;
  }

  /** Time-outs are needed soon: some socket has not proved itself yet. */
  get hasUnproven(): boolean {
    for (const peer of this.#floor.peers.values()) if (isUnproven(peer)) return true;
    return false;
  }

  ports(): Iterable<Port> {
    return this.#floor.peers.keys();
  }

  /** A socket that stayed open while the room slept. One in the middle of something starts anew. */
  restore(port: Port, kept: KeptPeer, nowMs: number): Effect<Port>[] {
    const floor = this.#floor;
    const { state, address } = kept;
    const peer = newPeer(port, address, state, floor.setup.budgets, nowMs);
    peer.heardMs = kept.heardMs;
    floor.peers.set(port, peer);
    floor.setup.addresses.restore(address, nowMs);
    if (state.phase === 'member') floor.members.set(state.handle, peer);
    if (state.phase === 'host') floor.host = peer;
    const isHalfDone = state.phase === 'proving' || (state.phase === 'host' && state.keys.partly);
    if (isHalfDone) floor.close(peer, 'internal', nowMs);
    return floor.takeEffects();
  }

  receive(input: Input<Port>): Effect<Port>[] {
    const floor = this.#floor;
    switch (input.type) {
      case 'connected':
        this.#connected(input);
        break;
      case 'ticked':
        this.#ticked(input.nowMs);
        break;
      case 'forgotten':
        this.#forgotten(input.nowMs);
        break;
      case 'turn_ended':
        floor.endTurn(input.nowMs);
        break;
      default: {
        const peer = floor.peers.get(input.port);
        if (peer !== undefined) this.#receiveFrom(peer, input);
      }
    }
    if (floor.undecided.size > 0) decideAgain(floor, input.nowMs);
    return floor.takeEffects();
  }

  #receiveFrom(
    peer: Peer<Port>,
    input: Extract<Input<Port>, { type: 'message' | 'heard' | 'proved' | 'identified' | 'disconnected' | 'refused' }>,
  ): void {
    const floor = this.#floor;
    const { nowMs } = input;
    peer.heardMs = Math.max(peer.heardMs, nowMs);
    switch (input.type) {
      case 'message':
        read(floor, peer, input.message, nowMs);
        return;
      case 'proved':
        proved(floor, peer, input.claim, input.holds, nowMs);
        readHeld(floor, peer, nowMs);
        return;
      case 'identified':
        identified(floor, peer, input.change, input.keys, nowMs);
        readHeld(floor, peer, nowMs);
        return;
      case 'disconnected':
        floor.gone(peer, nowMs);
        return;
      case 'refused':
        floor.close(peer, input.reason, nowMs);
        return;
      case 'heard':
        return;
    }
  }

  #connected(input: Extract<Input<Port>, { type: 'connected' }>): void {
    const { port, challenge, authority, address, nowMs } = input;
    const floor = this.#floor;
    const { budgets, addresses } = floor.setup;
    const entry = addresses.enter(address, nowMs);
    if (entry !== 'ok') {
      floor.closeUnseen(port, entry);
      return;
    }
    if (floor.peers.size >= budgets.socketsPerRoom) {
      addresses.leave(address);
      floor.closeUnseen(port, 'room_full');
      return;
    }
    this.#makeRoomForOne(nowMs);
    const peer = newPeer(port, address, { phase: 'challenge', challenge, authority, sinceMs: nowMs }, budgets, nowMs);
    floor.peers.set(port, peer);
    floor.remember(peer);
    floor.toOne(peer, controlToMember({ t: 'ch', ch: challenge }));
  }

  /** Sockets that prove nothing must not fill the room: the oldest of them goes. */
  #makeRoomForOne(nowMs: number): void {
    const floor = this.#floor;
    let count = 0;
    let oldest: Peer<Port> | undefined;
    for (const peer of floor.peers.values()) {
      if (!isUnproven(peer)) continue;
      count++;
      oldest ??= peer;
    }
    if (count >= floor.setup.budgets.unprovenPerRoom && oldest !== undefined) {
      floor.close(oldest, 'challenge_timeout', nowMs);
    }
  }

  #ticked(nowMs: number): void {
    const floor = this.#floor;
    const { challengeMs, silentCloseMs } = floor.setup.budgets;
    for (const peer of [...floor.peers.values()]) {
      const { state } = peer;
      if (state.phase === 'challenge' || state.phase === 'proving') {
        if (nowMs - state.sinceMs > challengeMs) floor.close(peer, 'challenge_timeout', nowMs);
      } else if (nowMs - peer.heardMs > silentCloseMs) floor.close(peer, 'silent', nowMs);
    }
    if (floor.host !== undefined && nowMs - (floor.record?.hostSeenMs ?? nowMs) > hostSeenEveryMs) {
      floor.store({ type: 'host_seen', hostSeenMs: nowMs });
    }
  }

  #forgotten(nowMs: number): void {
    const floor = this.#floor;
    if (floor.host !== undefined) return;
    for (const peer of [...floor.peers.values()]) floor.close(peer, 'no_such_room', nowMs);
    floor.store({ type: 'forgotten' });
  }
}

const isUnproven = (peer: Peer<unknown>): boolean => peer.state.phase === 'challenge' || peer.state.phase === 'proving';
