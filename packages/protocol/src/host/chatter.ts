import type { MemberId } from '../ids.ts';
import { chatterBurst, chatterPerSecond } from '../limits.ts';
import { fullBucket, type Rate, type TokenBucket, take, waitMs } from '../token-bucket.ts';
import type { Clock, Timer } from './contract.ts';

type Kind = 'typing' | 'presence' | 'looking' | 'ping';
type Speaker = { bucket: TokenBucket; waiting: Map<Kind, () => void>; cancel: (() => void) | undefined };

const rate: Rate = { perSecond: chatterPerSecond, burst: chatterBurst };

/** Words that need no id: too many of them wait, and of those that wait only the last of each kind is said (CLG-65). */
export class Chatter {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #count: (what: string) => void;
  readonly #speakers = new Map<MemberId, Speaker>();

  constructor(options: { clock: Clock; timer: Timer; count: (what: string) => void }) {
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#count = options.count;
  }

  say(memberId: MemberId, kind: Kind, work: () => void): void {
    const speaker = this.#of(memberId);
    if (speaker.waiting.size === 0 && this.#take(speaker)) {
      work();
      return;
    }
    this.#count('chatter_rate');
    speaker.waiting.set(kind, work);
    this.#schedule(speaker);
  }

  /** Their channel is gone. */
  forget(memberId: MemberId): void {
    const speaker = this.#speakers.get(memberId);
    speaker?.cancel?.();
    speaker?.waiting.clear();
    if (speaker !== undefined) speaker.cancel = undefined;
  }

  #schedule(speaker: Speaker): void {
    speaker.cancel ??= this.#timer(waitMs(speaker.bucket, rate, 1, this.#clock.monotonicMs()), () => {
      speaker.cancel = undefined;
      for (const [kind, work] of speaker.waiting) {
        if (!this.#take(speaker)) {
          this.#schedule(speaker);
          return;
        }
        speaker.waiting.delete(kind);
        work();
      }
    });
  }

  #take(speaker: Speaker): boolean {
    return take(speaker.bucket, rate, 1, this.#clock.monotonicMs());
  }

  /** Kept for every device that ever spoke: a new channel buys no new budget. */
  #of(memberId: MemberId): Speaker {
    const known = this.#speakers.get(memberId);
    if (known !== undefined) return known;
    const speaker: Speaker = {
      bucket: fullBucket(rate, this.#clock.monotonicMs()),
      waiting: new Map(),
      cancel: undefined,
    };
    this.#speakers.set(memberId, speaker);
    return speaker;
  }
}
