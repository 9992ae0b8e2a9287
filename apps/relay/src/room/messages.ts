import { take } from '@collagility/protocol/token-bucket';
import type { Peer } from '../peer.ts';
import { entryToHost, entryToMember, firstWord, hostPieces, memberPieces } from '../wire.ts';
import { answerChallenge } from './admission.ts';
import type { Floor } from './floor.ts';
import { hostWord } from './host-words.ts';

/** Messages of one socket that may wait for one check. A member has no reason to send more before its answer. */
const maxHeldByMember = 64;
const maxHeldByHost = 4_096;

/** Reads one message, or puts it behind those that already wait. */
export function read<Port>(floor: Floor<Port>, peer: Peer<Port>, message: Uint8Array, nowMs: number): void {
  if (peer.held !== undefined) {
    hold(floor, peer, message, nowMs);
    return;
  }
  switch (peer.state.phase) {
    case 'challenge':
      fromStranger(floor, peer, peer.state, message, nowMs);
      return;
    case 'proving':
      hold(floor, peer, message, nowMs);
      return;
    case 'host':
      fromHost(floor, peer, message, nowMs);
      return;
    case 'member':
      fromMember(floor, peer, peer.state.handle, message, nowMs);
      return;
  }
}

/** What waited is read in order; it may have to wait again. */
export function readHeld<Port>(floor: Floor<Port>, peer: Peer<Port>, nowMs: number): void {
  const held = peer.held ?? [];
  peer.held = undefined;
  peer.heldBytes = 0;
  for (const message of held) if (floor.peers.has(peer.port)) read(floor, peer, message, nowMs);
}

function hold<Port>(floor: Floor<Port>, peer: Peer<Port>, message: Uint8Array, nowMs: number): void {
  peer.held ??= [];
  peer.held.push(message);
  peer.heldBytes += message.length;
  const { hostBytes, memberBytes } = floor.setup.budgets;
  const isHost = peer === floor.host;
  const isTooMuch =
    peer.held.length > (isHost ? maxHeldByHost : maxHeldByMember) ||
    peer.heldBytes > (isHost ? hostBytes : memberBytes).burst;
  if (isTooMuch) floor.close(peer, 'rate', nowMs);
}

function fromStranger<Port>(
  floor: Floor<Port>,
  peer: Peer<Port>,
  state: Parameters<typeof answerChallenge<Port>>[2],
  message: Uint8Array,
  nowMs: number,
): void {
  const first = firstWord(message);
  if (first === undefined) {
    floor.close(peer, 'bad_frame', nowMs);
    return;
  }
  answerChallenge(floor, peer, state, first.word, nowMs);
  if (first.end < message.length && floor.peers.has(peer.port)) {
    hold(floor, peer, message.subarray(first.end), nowMs);
  }
}

function fromHost<Port>(floor: Floor<Port>, host: Peer<Port>, message: Uint8Array, nowMs: number): void {
  const pieces = hostPieces(message);
  if (pieces === undefined) {
    floor.close(host, 'bad_frame', nowMs);
    return;
  }
  const { hostFrames, hostBytes } = floor.setup.budgets;
  if (!take(host.frames, hostFrames, pieces.length, nowMs) || !take(host.bytes, hostBytes, message.length, nowMs)) {
    floor.close(host, 'rate', nowMs);
    return;
  }
  floor.note({ name: 'forwarded', frames: pieces.length, bytes: message.length });
  for (const piece of pieces) {
    if (piece.to === 'all') floor.outbox.toAllOpen(entryToMember(piece.frame, true));
    else if (piece.to === 'one') {
      const member = floor.members.get(piece.handle);
      if (member === undefined) floor.note({ name: 'dropped', frames: 1, why: 'gone' });
      else floor.outbox.toOne(member, entryToMember(piece.frame, false));
    } else {
      hostWord(floor, host, piece.word, nowMs);
      if (!floor.peers.has(host.port)) return;
      if (host.held !== undefined) {
        if (piece.end < message.length) hold(floor, host, message.subarray(piece.end), nowMs);
        break;
      }
    }
  }
  floor.askTurn();
}

function fromMember<Port>(
  floor: Floor<Port>,
  member: Peer<Port>,
  handle: string,
  message: Uint8Array,
  nowMs: number,
): void {
  const pieces = memberPieces(message);
  if (pieces === undefined) {
    floor.close(member, 'bad_frame', nowMs);
    return;
  }
  const { frames, mark } = pieces;
  if (mark !== undefined) floor.marked(member, mark);
  const { memberFrames, memberBytes } = floor.setup.budgets;
  const isAllowed =
    take(member.frames, memberFrames, frames.length, nowMs) &&
    take(member.bytes, memberBytes, message.length, nowMs) &&
    floor.setup.addresses.take(member.address, frames.length, message.length, nowMs);
  if (!isAllowed) {
    floor.close(member, 'rate', nowMs);
    return;
  }
  if (!floor.hostIsUp) {
    floor.note({ name: 'dropped', frames: frames.length, why: 'host_away' });
    return;
  }
  for (const frame of frames) floor.outbox.toHost(entryToHost(handle, frame));
  floor.note({ name: 'forwarded', frames: frames.length, bytes: message.length });
  floor.askTurn();
}
