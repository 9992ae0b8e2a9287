import * as v from 'valibot';
import { toHex, wipe } from '../bytes.ts';
import { PairwiseChannel } from '../channel.ts';
import type { HandshakeKeys } from '../handshake.ts';
import { answerHandshake, decodeHs1, type Hs1, verifyDeviceProof, verifyGenerationProof } from '../handshake.ts';
import {
  lobbyAttemptBurst,
  lobbyAttemptsPerSecond,
  openAttemptBurst,
  openAttemptsPerSecond,
  resumeBurst,
  resumesPerSecond,
} from '../limits.ts';
import { Hello } from '../messages.ts';
import { fullBucket, type Rate, type TokenBucket, take } from '../token-bucket.ts';
import type { Clock, InviteRecord, RoomIdentity, Timer } from './contract.ts';
import { HalfOpens } from './half-opens.ts';
import type { Invites } from './invites.ts';
import type { RelayLink } from './relay-link.ts';
import type { Roster } from './roster.ts';
import type { HostSocket, Sockets } from './sockets.ts';

/** Somebody whose `hs3` holds: they have the link's or a device's secret, and the device key they name. */
export type Entrant = {
  socket: HostSocket;
  channel: PairwiseChannel;
  keys: HandshakeKeys;
  hello: Hello;
  devicePk: Uint8Array;
  headHash?: Uint8Array;
  by:
    | { kind: 'link'; invite: InviteRecord }
    | { kind: 'secret'; secret: Uint8Array }
    /** Resumed by a secret that the host does not know (any more). */
    | { kind: 'no-secret' };
};

const resumeRate: Rate = { perSecond: resumesPerSecond, burst: resumeBurst };
const lobbyRate: Rate = { perSecond: lobbyAttemptsPerSecond, burst: lobbyAttemptBurst };
const openRate: Rate = { perSecond: openAttemptsPerSecond, burst: openAttemptBurst };

/** The handshake's host side, from bare `hs1` to a proven `hs3`; who may enter is not decided here (CLG-24 to 28, 37). */
export class Door {
  readonly #identity: RoomIdentity;
  readonly #roomId: Uint8Array;
  readonly #generation: { gen: number; boot: Uint8Array };
  readonly #link: RelayLink;
  readonly #sockets: Sockets;
  readonly #invites: Invites;
  readonly #roster: Roster;
  readonly #clock: Clock;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #count: (what: string) => void;
  readonly #onEntrant: (entrant: Entrant) => void;
  readonly #onRolledBack: (gen: number) => void;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly halfOpens: HalfOpens;

  constructor(options: {
    identity: RoomIdentity;
    roomId: Uint8Array;
    generation: { gen: number; boot: Uint8Array };
    link: RelayLink;
    sockets: Sockets;
    invites: Invites;
    roster: Roster;
    clock: Clock;
    timer: Timer;
    random: (bytes: number) => Uint8Array;
    count: (what: string) => void;
    onEntrant: (entrant: Entrant) => void;
    onRolledBack: (gen: number) => void;
  }) {
    this.#identity = options.identity;
    this.#roomId = options.roomId;
    this.#generation = options.generation;
    this.#link = options.link;
    this.#sockets = options.sockets;
    this.#invites = options.invites;
    this.#roster = options.roster;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#count = options.count;
    this.#onEntrant = options.onEntrant;
    this.#onRolledBack = options.onRolledBack;
    this.halfOpens = new HalfOpens(options.timer);
  }

  /** Changes nothing but one half-open record (CLG-26). */
  hs1(socket: HostSocket, bytes: Uint8Array): void {
    const decoded = decodeHs1(bytes);
    if (!decoded.ok) {
      this.#count(`hs1_${decoded.code}`);
      this.#sockets.close(socket, decoded.code);
      return;
    }
    const { hs1 } = decoded;
    const secret = hs1.kind === 'join' ? this.#inviteOf(socket, hs1) : this.#deviceOf(socket, hs1);
    if (secret === undefined) return;
    const ephemeralSecret = this.#random(32);
    const answer = answerHandshake({
      hs1: bytes,
      room: this.#identity,
      roomId: this.#roomId,
      generation: this.#generation,
      ephemeralSecret,
      psk: secret.psk,
    });
    wipe(ephemeralSecret);
    if (!answer.ok) {
      this.#count(answer.code);
      this.#sockets.close(socket, 'bad_frame');
      return;
    }
    const { keys } = answer;
    const channel = new PairwiseChannel({ side: 'host', keys, roomId: this.#roomId, gen: this.#generation.gen });
    const mode = secret.psk === undefined ? 'no-psk' : 'psk';
    this.halfOpens.add({ handle: socket.handle, kind: hs1.kind, mode, keys, channel, ...secret.record });
    this.#link.frame(socket.handle, answer.hs2);
  }

  /** A first command frame: it ends the attempt, one way or the other (CLG-24). */
  hs3(socket: HostSocket, frame: Uint8Array): void {
    const attempt = this.halfOpens.take(socket.handle);
    if (attempt === undefined) return;
    const { channel, keys } = attempt;
    const opened = channel.open(frame);
    const hello = opened.kind === 'opened' ? v.safeParse(Hello, opened.json) : undefined;
    if (opened.kind !== 'opened' || hello?.success !== true) {
      this.#refuse(socket, channel, opened.kind === 'bad' ? opened.code : 'hs3');
      return;
    }
    const { bin } = opened;
    if (hello.output.bye === 'rolled_back') {
      this.#hearRollback(socket, channel, keys, bin);
      return;
    }
    const proof = verifyDeviceProof(bin, this.#roomId, keys.transcript);
    if (proof === undefined) {
      this.#refuse(socket, channel, 'dev_sig');
      return;
    }
    const by = this.#claimOf(attempt, proof.devicePk);
    if (by === undefined) {
      this.#refuse(socket, channel, 'stale_secret');
      return;
    }
    this.#onEntrant({ socket, channel, keys, hello: hello.output, ...proof, by });
  }

  #claimOf(
    attempt: { inviteId?: string; resumes?: { memberId: string; secret: Uint8Array } },
    devicePk: Uint8Array,
  ): Entrant['by'] | undefined {
    if (attempt.inviteId !== undefined) {
      const invite = this.#invites.find(attempt.inviteId);
      return invite && { kind: 'link', invite };
    }
    if (attempt.resumes === undefined) return { kind: 'no-secret' };
    const { memberId, secret } = attempt.resumes;
    // The secret must belong to this very device; whether it is still current is a compare and swap later.
    return this.#roster.findByKey(devicePk)?.memberId === memberId ? { kind: 'secret', secret } : undefined;
  }

  #inviteOf(socket: HostSocket, hs1: Hs1) {
    const invite = this.#invites.find(toHex(hs1.id));
    const keys = invite && this.#invites.keysOf(invite.inviteId);
    if (invite === undefined || keys === undefined || invite.silenced) {
      this.#count(invite?.silenced ? 'silenced' : 'unknown_invite');
      this.#sockets.close(socket, invite?.silenced ? 'closed_by_host' : 'unknown_admission_key');
      return undefined;
    }
    if (!this.#take(invite.inviteId, invite.lobby ? lobbyRate : openRate)) {
      this.#sockets.close(socket, 'rate');
      return undefined;
    }
    return { psk: keys.psk, record: { inviteId: invite.inviteId } };
  }

  #deviceOf(socket: HostSocket, hs1: Hs1) {
    if (!this.#take('resume', resumeRate)) {
      this.#sockets.close(socket, 'rate');
      return undefined;
    }
    const device = this.#roster.findByResumeId(hs1.id);
    if (device === undefined) return { psk: undefined, record: {} };
    const secret = device.resumeSecret;
    return { psk: secret, record: { resumes: { memberId: device.memberId, secret } } };
  }

  #take(name: string, rate: Rate): boolean {
    const nowMs = this.#clock.monotonicMs();
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      bucket = fullBucket(rate, nowMs);
      this.#buckets.set(name, bucket);
    }
    const isTaken = take(bucket, rate, 1, nowMs);
    if (!isTaken) this.#count('hs1_rate');
    return isTaken;
  }

  /** A member holds our own signature over a newer start: this copy is old and must not serve (CLG-13). */
  #hearRollback(socket: HostSocket, channel: PairwiseChannel, keys: HandshakeKeys, bin: Uint8Array): void {
    const proof = verifyDeviceProof(bin.subarray(0, 96), this.#roomId, keys.transcript);
    const generation = verifyGenerationProof(bin.subarray(96), this.#identity.publicKey, this.#roomId);
    if (proof !== undefined && generation !== undefined && generation.gen > this.#generation.gen) {
      this.#onRolledBack(generation.gen);
    }
    this.#refuse(socket, channel, 'rolled_back');
  }

  #refuse(socket: HostSocket, channel: PairwiseChannel, why: string): void {
    this.#count(why);
    channel.wipe();
    this.#sockets.close(socket, 'closed_by_host');
  }
}
