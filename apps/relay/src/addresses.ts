import { fullBucket, type TokenBucket, take } from '@collagility/protocol/token-bucket';
import type { Budgets } from './budgets.ts';

type Use = { sockets: number; joins: TokenBucket; frames: TokenBucket; bytes: TokenBucket };

/** Addresses that are remembered at once; far above the sockets of one process, below what a scan could fill. */
const maxAddresses = 50_000;

/**
 * What each network address uses, over all rooms of one process. An unknown address (loopback, a proxy that was not
 * named as trusted) is not limited here: everyone behind it would share one budget.
 */
export class Addresses {
  readonly #uses = new Map<string, Use>();
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** Counts a socket in, or says which limit it meets. */
  enter(address: string | undefined, nowMs: number): 'ok' | 'rate' | 'address_full' {
    if (address === undefined) return 'ok';
    const use = this.#use(address, nowMs);
    if (!take(use.joins, this.#budgets.addressJoins, 1, nowMs)) return 'rate';
    if (use.sockets >= this.#budgets.socketsPerAddress) return 'address_full';
    use.sockets++;
    return 'ok';
  }

  /** A socket that was there before this process woke; it is counted and never refused. */
  restore(address: string | undefined, nowMs: number): void {
    if (address !== undefined) this.#use(address, nowMs).sockets++;
  }

  leave(address: string | undefined): void {
    const use = address === undefined ? undefined : this.#uses.get(address);
    if (use !== undefined && use.sockets > 0) use.sockets--;
  }

  take(address: string | undefined, frames: number, bytes: number, nowMs: number): boolean {
    if (address === undefined) return true;
    const use = this.#use(address, nowMs);
    return (
      take(use.frames, this.#budgets.addressFrames, frames, nowMs) &&
      take(use.bytes, this.#budgets.addressBytes, bytes, nowMs)
    );
  }

  /** Forgets addresses without sockets once their budgets are full again. */
  sweep(nowMs: number): void {
    const { burst, perSecond } = this.#budgets.addressJoins;
    const fullAfterMs = (burst / perSecond) * 1000;
    for (const [address, use] of this.#uses) {
      if (use.sockets === 0 && nowMs - use.joins.atMs > fullAfterMs) this.#uses.delete(address);
    }
  }

  get size(): number {
    return this.#uses.size;
  }

  #use(address: string, nowMs: number): Use {
    const known = this.#uses.get(address);
    if (known !== undefined) return known;
    if (this.#uses.size >= maxAddresses) this.#forgetOldestIdle();
    const use: Use = {
      sockets: 0,
      joins: fullBucket(this.#budgets.addressJoins, nowMs),
      frames: fullBucket(this.#budgets.addressFrames, nowMs),
      bytes: fullBucket(this.#budgets.addressBytes, nowMs),
    };
    this.#uses.set(address, use);
    return use;
  }

  #forgetOldestIdle(): void {
    for (const [address, use] of this.#uses) {
      if (use.sockets > 0) continue;
      this.#uses.delete(address);
      return;
    }
  }
}
