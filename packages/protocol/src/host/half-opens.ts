import type { PairwiseChannel } from '../channel.ts';
import type { HandshakeKeys, HandshakeKind, HandshakeMode } from '../handshake.ts';
import type { InviteId, MemberId } from '../ids.ts';
import { handshakeMs, maxHalfOpen } from '../limits.ts';
import type { Timer } from './contract.ts';

/** One `hs1` that was answered; all that it may lead to hangs on its `hs3` (CLG-26). */
export type HalfOpen = {
  handle: string;
  kind: HandshakeKind;
  mode: HandshakeMode;
  keys: HandshakeKeys;
  channel: PairwiseChannel;
  inviteId?: InviteId;
  /** The device whose resume secret was named, and that secret: it must still be current at `hs3` (CLG-28). */
  resumes?: { memberId: MemberId; secret: Uint8Array };
};

/** Bounded: the oldest goes first, and each ends by itself (CLG-37). */
export class HalfOpens {
  readonly #timer: Timer;
  readonly #open = new Map<string, HalfOpen & { cancel: () => void }>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  add(attempt: HalfOpen): void {
    this.drop(attempt.handle);
    if (attempt.resumes !== undefined) this.#dropOthersOf(attempt.resumes.memberId);
    if (this.#open.size >= maxHalfOpen) {
      const oldest = this.#open.keys().next();
      if (!oldest.done) this.drop(oldest.value);
    }
    const cancel = this.#timer(handshakeMs, () => this.drop(attempt.handle));
    this.#open.set(attempt.handle, { ...attempt, cancel });
  }

  has(handle: string): boolean {
    return this.#open.has(handle);
  }

  /** One `hs3` per `hs2`: whatever comes of it, the attempt is over (CLG-24). */
  take(handle: string): HalfOpen | undefined {
    const attempt = this.#open.get(handle);
    attempt?.cancel();
    this.#open.delete(handle);
    return attempt;
  }

  drop(handle: string): void {
    this.take(handle)?.channel.wipe();
  }

  dropAll(): void {
    for (const handle of [...this.#open.keys()]) this.drop(handle);
  }

  dropOfMember(memberId: MemberId): void {
    this.#dropOthersOf(memberId);
  }

  dropOfInvite(inviteId: InviteId): void {
    for (const attempt of [...this.#open.values()]) if (attempt.inviteId === inviteId) this.drop(attempt.handle);
  }

  get size(): number {
    return this.#open.size;
  }

  #dropOthersOf(memberId: MemberId): void {
    for (const attempt of [...this.#open.values()]) {
      if (attempt.resumes?.memberId === memberId) this.drop(attempt.handle);
    }
  }
}
