import type { Delta } from '../ephemeral.ts';
import type { MemberId, ParticipantId } from '../ids.ts';
import type { PresenceState } from '../messages.ts';

const order: readonly PresenceState[] = ['watching', 'idle', 'away'];

/** Who is here and looks, who types: told on the ephemeral lane, never journaled. */
export class Presence {
  readonly #devices = new Map<MemberId, { participantId: ParticipantId; state: PresenceState }>();
  readonly #places = new Map<ParticipantId, string>();
  readonly #emit: (deltas: Delta[]) => void;

  constructor(emit: (deltas: Delta[]) => void) {
    this.#emit = emit;
  }

  /** Whether a page is visible anywhere: it decides the beat. */
  get isWatched(): boolean {
    return [...this.#devices.values()].some(({ state }) => state !== 'away');
  }

  set(memberId: MemberId, participantId: ParticipantId, state: PresenceState): void {
    this.#change(participantId, () => this.#devices.set(memberId, { participantId, state }));
  }

  gone(memberId: MemberId): void {
    const device = this.#devices.get(memberId);
    if (device === undefined) return;
    this.#emit([{ k: 'typing', b: device.participantId, o: 0, x: '' }]);
    this.#change(device.participantId, () => this.#devices.delete(memberId));
    if (this.#of(device.participantId) === undefined && this.#places.delete(device.participantId))
      this.#emit([{ k: 'looking', b: device.participantId, o: 0, x: '' }]);
  }

  devices(): MemberId[] {
    return [...this.#devices.keys()];
  }

  /** Of several devices the last one that moved counts. */
  looking(memberId: MemberId, place: string): void {
    const participantId = this.#devices.get(memberId)?.participantId;
    if (participantId === undefined || (this.#places.get(participantId) ?? '') === place) return;
    if (place === '') this.#places.delete(participantId);
    else this.#places.set(participantId, place);
    this.#emit([{ k: 'looking', b: participantId, o: 0, x: place }]);
  }

  places(): Record<string, string> {
    return Object.fromEntries(this.#places);
  }

  typing(participantId: ParticipantId, isTyping: boolean): void {
    this.#emit([{ k: 'typing', b: participantId, o: 0, x: isTyping ? 'typing' : '' }]);
  }

  /** By person: the most attentive of their devices. */
  all(): Record<string, PresenceState> {
    const people: Record<string, PresenceState> = {};
    for (const { participantId } of this.#devices.values()) {
      const state = this.#of(participantId);
      if (state !== undefined) people[participantId] = state;
    }
    return people;
  }

  #of(participantId: ParticipantId): PresenceState | undefined {
    const states = [...this.#devices.values()].filter((device) => device.participantId === participantId);
    return order.find((state) => states.some((device) => device.state === state));
  }

  #change(participantId: ParticipantId, work: () => void): void {
    const before = this.#of(participantId);
    work();
    const after = this.#of(participantId);
    if (before !== after) this.#emit([{ k: 'presence', b: participantId, o: 0, x: after ?? '' }]);
  }
}
