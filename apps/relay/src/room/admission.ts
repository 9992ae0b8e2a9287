import { type Generation, isAccepted, judgeGeneration } from '@collagility/protocol/admission';
import type { CloseReason } from '@collagility/protocol/errors';
import type { Claim } from '../effects.ts';
import type { Peer, PeerState } from '../peer.ts';
import type { KnownGeneration } from '../record.ts';
import { controlToHost, controlToMember, type FirstWord } from '../wire.ts';
import type { Floor } from './floor.ts';

/** Challenge, seat and entry (CLG-14, 20, 21, 36). */

type Challenged = Extract<PeerState, { phase: 'challenge' }>;

/** A challenge is used up by its first answer, right or wrong. The signature's check comes back as `proved`. */
export function answerChallenge<Port>(
  floor: Floor<Port>,
  peer: Peer<Port>,
  state: Challenged,
  word: FirstWord,
  nowMs: number,
): void {
  peer.state = { phase: 'proving', sinceMs: nowMs };
  floor.remember(peer);
  const refusal = refusalOf(floor, state, word, nowMs);
  if (refusal !== undefined) {
    floor.close(peer, refusal, nowMs);
    return;
  }
  peer.held = [];
  decide(floor, peer, word, state.challenge, nowMs);
}

function decide<Port>(floor: Floor<Port>, peer: Peer<Port>, word: FirstWord, challenge: string, nowMs: number): void {
  const claim = claimOf(floor, word, challenge);
  // The key may be among those that the host has just written.
  if (claim === 'unknown_admission_key' && floor.host?.held !== undefined)
    floor.undecided.set(peer, { word, challenge });
  else if (typeof claim === 'string') floor.close(peer, claim, nowMs);
  else floor.effects.push({ type: 'prove', port: peer.port, claim });
}

/** Those who came while keys were being named, once that is over. */
export function decideAgain<Port>(floor: Floor<Port>, nowMs: number): void {
  if (floor.host?.held !== undefined) return;
  for (const [peer, { word, challenge }] of [...floor.undecided]) {
    floor.undecided.delete(peer);
    decide(floor, peer, word, challenge, nowMs);
  }
}

function refusalOf<Port>(
  floor: Floor<Port>,
  state: Challenged,
  word: FirstWord,
  nowMs: number,
): CloseReason | undefined {
  if (nowMs - state.sinceMs > floor.setup.budgets.challengeMs) return 'challenge_timeout';
  return word.auth === state.authority ? undefined : 'auth';
}

function claimOf<Port>(floor: Floor<Port>, word: FirstWord, challenge: string): Claim | CloseReason {
  if (word.t === 'seat') return { kind: 'seat', challenge, word };
  const publicKey = floor.record?.admission.get(word.id8);
  if (publicKey === undefined) return whyUnknown(floor);
  return { kind: 'admit', challenge, word, key: { id8: word.id8, publicKey } };
}

/** Only the host's own set, written on this seat, can make a key unknown (CLG-36). */
function whyUnknown<Port>(floor: Floor<Port>): CloseReason {
  if (floor.record === undefined) return 'no_such_room';
  return floor.hostIsUp ? 'unknown_admission_key' : 'host_away';
}

export function proved<Port>(floor: Floor<Port>, peer: Peer<Port>, claim: Claim, holds: boolean, nowMs: number): void {
  if (peer.state.phase !== 'proving') return;
  if (!holds) floor.close(peer, 'auth', nowMs);
  else if (claim.kind === 'seat') takeSeat(floor, peer, claim, nowMs);
  // The key may have been removed while its signature was checked.
  else if (floor.record?.admission.has(claim.key.id8)) enter(floor, peer, claim.key.id8);
  else floor.close(peer, whyUnknown(floor), nowMs);
}

function takeSeat<Port>(
  floor: Floor<Port>,
  peer: Peer<Port>,
  claim: Extract<Claim, { kind: 'seat' }>,
  nowMs: number,
): void {
  const { pk, gen, boot } = claim.word;
  const generation = { gen, boot };
  const verdict = judgeGeneration(comparable(floor.record?.generation), comparable(generation));
  if (!isAccepted(verdict)) {
    floor.close(peer, verdict === 'jump' ? 'auth' : 'host_conflict', nowMs);
    return;
  }
  const former = floor.host;
  floor.host = peer;
  if (former !== undefined) {
    floor.flushMembers();
    floor.close(former, 'replaced', nowMs);
  }
  floor.keySet = [];
  peer.state = { phase: 'host', generation, keys: { written: false, partly: false } };
  const { hostFrames, hostBytes } = floor.setup.budgets;
  peer.frames = { tokens: hostFrames.burst, atMs: nowMs };
  peer.bytes = { tokens: hostBytes.burst, atMs: nowMs };
  floor.remember(peer);
  const createdMs = floor.record?.createdMs ?? nowMs;
  floor.store({ type: 'seat', hostKey: pk, generation, createdMs, hostSeenMs: nowMs });
  for (const member of floor.members.values()) floor.setOpen(member, false);
  floor.outbox.toHost(controlToHost({ t: 'host', up: true }));
  floor.note({ name: 'host_seated', gen, takeover: former !== undefined });
  floor.askTurn();
}

function enter<Port>(floor: Floor<Port>, peer: Peer<Port>, id8: string): void {
  let handle = floor.setup.newHandle();
  while (floor.members.has(handle)) handle = floor.setup.newHandle();
  peer.state = { phase: 'member', handle, id8, open: false };
  floor.members.set(handle, peer);
  floor.remember(peer);
  floor.note({ name: 'member_entered' });
  announce(floor, peer);
  floor.toOne(peer, controlToMember({ t: 'host', up: floor.hostIsUp }));
}

/** Tells the host of a socket; a host whose keys are not written yet hears of it when they are. */
export function announce<Port>(floor: Floor<Port>, member: Peer<Port>): void {
  if (member.state.phase !== 'member') return;
  const { handle, id8 } = member.state;
  const told = floor.setup.tellAddresses && member.address !== undefined ? { addr: member.address } : {};
  floor.tellHost({ t: 'in', h: handle, id8, ...told });
}

/** The protocol compares boots as bytes; here they are hex, whose letters compare the same. */
function comparable(generation: KnownGeneration): Generation;
function comparable(generation: KnownGeneration | undefined): Generation | undefined;
function comparable(generation: KnownGeneration | undefined): Generation | undefined {
  return generation && { gen: generation.gen, boot: new TextEncoder().encode(generation.boot) };
}
