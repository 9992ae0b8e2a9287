import { concat, wipe } from '../bytes.ts';
import { PairwiseChannel } from '../channel.ts';
import type { KeyPair } from '../crypto/keys.ts';
import {
  deviceProofMessage,
  finishHandshake,
  type HandshakeKeys,
  type HandshakeKind,
  type HandshakeRefusal,
  startHandshake,
} from '../handshake.ts';
import { inviteKeys, passKeys, resumeId } from '../link.ts';
import type { DeviceKey, Membership } from './member-store.ts';

/** One step of the order in which a member tries its secrets (CLG-31). */
export type AttemptStep = { kind: 'resume'; by: 'P' | 'R'; secret: Uint8Array } | { kind: 'join'; secret: Uint8Array };

/** `P`, `R`, `P` again; a link last, for one whose first welcome never came or whom the host does not know any more. */
export function attemptSteps(membership: Membership, linkSecret: Uint8Array | undefined): AttemptStep[] {
  const { P, R } = membership;
  const p: AttemptStep[] = P === undefined ? [] : [{ kind: 'resume', by: 'P', secret: P }];
  const r: AttemptStep[] = R === undefined ? [] : [{ kind: 'resume', by: 'R', secret: R }];
  const again = p.length > 0 && r.length > 0 ? p : [];
  const join: AttemptStep[] = linkSecret === undefined ? [] : [{ kind: 'join', secret: linkSecret }];
  return [...p, ...r, ...again, ...join];
}

export type AttemptResult =
  /** The host does not know this secret: the next step. */
  | { kind: 'next' }
  /** Store `membership`, then send `hello`. */
  | {
      kind: 'proceed';
      membership: Membership;
      keys: HandshakeKeys;
      channel: PairwiseChannel;
      gen: number;
      words: Uint8Array;
    }
  /** This host is older than one we have seen: tell it, under keys that hold but that we trust for nothing else. */
  | { kind: 'older'; channel: PairwiseChannel; keys: HandshakeKeys }
  | { kind: 'refused'; code: HandshakeRefusal };

/** One `hs1` and what its `hs2` makes of it. The fresh secret never leaves here and is wiped (CLG-24). */
export class Attempt {
  readonly #step: AttemptStep;
  readonly #isLast: boolean;
  readonly #ephemeralSecret: Uint8Array;
  readonly #roomId: Uint8Array;
  readonly #membership: Membership;
  readonly hs1: Uint8Array;

  constructor(options: {
    step: AttemptStep;
    isLast: boolean;
    membership: Membership;
    roomId: Uint8Array;
    ephemeralSecret: Uint8Array;
  }) {
    this.#step = options.step;
    this.#isLast = options.isLast;
    this.#membership = options.membership;
    this.#roomId = options.roomId;
    this.#ephemeralSecret = options.ephemeralSecret;
    const { secret } = this.#step;
    const kind: HandshakeKind = this.#step.kind;
    const id = kind === 'join' ? inviteKeys(secret).inviteId : resumeId(secret);
    const { gen } = this.#membership;
    this.hs1 = startHandshake({ kind, id, ephemeralSecret: this.#ephemeralSecret, gen }).hs1;
  }

  get kind(): HandshakeKind {
    return this.#step.kind;
  }

  answer(hs2: Uint8Array): AttemptResult {
    const { hostPk, gen, boot } = this.#membership;
    const known = gen === 0 ? undefined : { gen, boot };
    const result = this.#finish(hs2, known);
    if (!result.ok && result.code === 'older') {
      const trusted = this.#finish(hs2, undefined);
      if (trusted.ok) {
        const { keys, generation } = trusted;
        return { kind: 'older', keys, channel: this.#channel(keys, generation.gen) };
      }
    }
    wipe(this.#ephemeralSecret);
    if (!result.ok) return { kind: 'refused', code: result.code };
    const { keys, mode, generation } = result;
    if (mode === 'no-psk' && !this.#isLast) return { kind: 'next' };
    const hsPair = concat(this.hs1, hs2);
    const membership = { ...this.#afterAnswer(mode === 'psk', keys), ...generation, hostPk, hsPair };
    const channel = this.#channel(keys, generation.gen);
    return { kind: 'proceed', membership, keys, channel, gen: generation.gen, words: keys.words };
  }

  /** What must be on disk before `hs3` leaves (CLG-30). */
  #afterAnswer(isKnown: boolean, keys: HandshakeKeys): Membership {
    const before = this.#membership;
    const isConfirmed = isKnown && this.#step.kind === 'resume' && this.#step.by === 'P';
    const { passP, ...rest } = before;
    const confirmed: Membership = isConfirmed
      ? { ...rest, ...(before.P && { R: before.P }), ...(passP && { pass: passP }) }
      : before;
    const bringsPass = this.#step.kind === 'join' || !isKnown;
    return { ...confirmed, P: keys.resumeSecret, ...(bringsPass && { passP: keys.passSeed }) };
  }

  #finish(hs2: Uint8Array, known: { gen: number; boot: Uint8Array } | undefined) {
    const psk = this.#step.kind === 'join' ? inviteKeys(this.#step.secret).psk : this.#step.secret;
    const { hostPk } = this.#membership;
    const { hs1 } = this;
    const ephemeralSecret = this.#ephemeralSecret;
    return finishHandshake({ hs1, hs2, hostPk, roomId: this.#roomId, ephemeralSecret, psk, known });
  }

  #channel(keys: HandshakeKeys, gen: number): PairwiseChannel {
    return new PairwiseChannel({ side: 'member', keys, roomId: this.#roomId, gen });
  }
}

/** Binary part of `hs3`. */
export async function proofOf(device: DeviceKey, roomId: Uint8Array, transcript: Uint8Array): Promise<Uint8Array> {
  const m = deviceProofMessage(transcript, device.publicKey);
  return concat(device.publicKey, await device.sign('dev', roomId, m));
}

/** After `welcome`: what was unconfirmed is the secret now (CLG-30). */
export function confirmed(membership: Membership): Membership {
  const { P, passP, ...rest } = membership;
  return { ...rest, ...(P && { R: P }), ...(passP && { pass: passP }) };
}

/** The member's own pass first: it outlives the link (CLG-21). */
export function admissionKeysOf({ pass, passP }: Membership, linkSecret: Uint8Array | undefined): KeyPair[] {
  const seeds = [pass, passP].filter((seed) => seed !== undefined);
  const passes = seeds.map((seed) => passKeys(seed));
  return linkSecret === undefined ? passes : [...passes, inviteKeys(linkSecret).admission];
}
