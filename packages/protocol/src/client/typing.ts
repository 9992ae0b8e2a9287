import type { Timer } from '../host/contract.ts';
import type { ParticipantId } from '../ids.ts';
import { maxToldPeople } from '../limits.ts';

/** Somebody whose last word on it is older has stopped: the end may have been dropped. */
const typingMs = 6_000;

export class Typing {
  readonly #timer: Timer;
  readonly #changed: () => void;
  readonly #people = new Map<ParticipantId, () => void>();

  constructor(options: { timer: Timer; changed: () => void }) {
    this.#timer = options.timer;
    this.#changed = options.changed;
  }

  get participants(): ParticipantId[] {
    return [...this.#people.keys()];
  }

  set(participantId: ParticipantId, isTyping: boolean): void {
    this.#people.get(participantId)?.();
    this.#people.delete(participantId);
    if (isTyping && this.#people.size < maxToldPeople) {
      const cancel = this.#timer(typingMs, () => {
        this.#people.delete(participantId);
        this.#changed();
      });
      this.#people.set(participantId, cancel);
    }
  }

  clear(): void {
    for (const cancel of this.#people.values()) cancel();
    this.#people.clear();
  }
}
