import { equal } from './bytes.ts';
import { type Check, maxDigestsPerCheck } from './check.ts';
import { LateDigests } from './late-digests.ts';

/** More provisional frames than this without a check are no honest host's: it sends one every 250 ms (CLG-55). */
const maxUncovered = 8192;

export type Coverage = {
  /** Counters of frames that the host has now vouched for. */
  covered: number[];
  /** Counters of frames that were shown and that the host never sent: wipe their blocks, raise the alarm, resume. */
  forged: number[];
};

/** Which ephemeral frames were shown before a check vouched for them. One epoch at a time. */
export class EphemeralCover {
  readonly #late = new LateDigests();
  readonly #digests = new Map<number, () => Uint8Array>();
  #coveredTo = 0;

  /** False where there are too many: resume. */
  show(ctr: number, frame: Uint8Array): boolean {
    if (this.#digests.size >= maxUncovered) return false;
    this.#digests.set(ctr, this.#late.of(frame));
    return true;
  }

  /** The last counter that a check has covered. */
  get coveredTo(): number {
    return this.#coveredTo;
  }

  /**
   * The relay keeps the host's order, so whatever was shown was sealed before this check, and the check (or the next
   * one, if this one is full) must name it.
   */
  apply(check: Check): Coverage {
    const end = check.firstEphemeral + check.digests.length;
    const isFull = check.digests.length === maxDigestsPerCheck;
    const coverage: Coverage = { covered: [], forged: [] };
    for (const [ctr, digest] of this.#digests) {
      if (ctr >= end && isFull) continue;
      const named = check.digests[ctr - check.firstEphemeral];
      const shown = digest();
      (named !== undefined && equal(named, shown) ? coverage.covered : coverage.forged).push(ctr);
      this.#digests.delete(ctr);
    }
    this.#coveredTo = Math.max(this.#coveredTo, end - 1);
    return coverage;
  }

  clear(): void {
    this.#digests.clear();
    this.#late.clear();
    this.#coveredTo = 0;
  }
}
