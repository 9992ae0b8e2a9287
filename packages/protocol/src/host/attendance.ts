import type { MemberId } from '../ids.ts';
import { isSharingPausedFor, type RoomParts } from './room-parts.ts';
import type { HostSocket } from './sockets.ts';

/** Who is here: who came live, whose socket went, who looks; and what changes for them while sharing is paused. */
export class Attendance {
  readonly #parts: RoomParts;
  readonly #onPeople: () => void;
  #isTurnRunning = false;

  constructor(parts: RoomParts, onPeople: () => void) {
    this.#parts = parts;
    this.#onPeople = onPeople;
  }

  setTurnRunning(isRunning: boolean): void {
    this.#isTurnRunning = isRunning;
    this.tellAudience();
  }

  /**
   * Paused: whoever does not manage the room hears so, then loses channel and keys; what they come back with waits.
   * Not paused: all who wait are welcome, and fetch what they missed.
   */
  shareAsTold(): void {
    let hasGone = false;
    for (const memberId of this.#parts.sockets.liveMembers()) {
      const socket = this.#parts.sockets.live(memberId);
      const person = this.#parts.roster.get(memberId)?.participantId;
      if (socket === undefined || !isSharingPausedFor(this.#parts.log.state, person)) continue;
      this.#parts.sockets.bye(socket, 'paused');
      this.wentAway(memberId);
      hasGone = true;
    }
    if (hasGone) this.#parts.group.rekey();
    // Those for whom it is still paused are parked again.
    for (const entrant of this.#parts.parking.release()) this.#parts.reception.enter(entrant);
    if (hasGone) this.peopleChanged();
  }

  becameLive(memberId: MemberId): void {
    const device = this.#parts.roster.get(memberId);
    this.#parts.lists.forget(memberId);
    this.#parts.pulls.forget(memberId);
    if (device !== undefined) this.#parts.presence.set(memberId, device.participantId, 'watching');
    this.tellAudience();
  }

  gone(socket: HostSocket): void {
    this.#parts.door.halfOpens.drop(socket.handle);
    const parked = this.#parts.parking.left(socket.handle);
    const device = parked && this.#parts.roster.findByKey(parked.devicePk);
    if (device !== undefined) this.#parts.members.went(device.memberId);
    const state = this.#parts.sockets.forget(socket);
    this.#parts.seat.reviewRetired();
    if (state.name === 'waiting') this.#parts.reception.left(state.cardId);
    if (state.name === 'member' && this.#parts.sockets.live(state.memberId) === undefined)
      this.wentAway(state.memberId);
  }

  wentAway(memberId: MemberId): void {
    this.#parts.chatter.forget(memberId);
    this.#parts.presence.gone(memberId);
    this.#parts.pulls.forget(memberId);
    this.#parts.members.went(memberId);
  }

  peopleChanged(): void {
    for (const memberId of this.#presenceWithoutSocket()) this.#parts.presence.gone(memberId);
    this.tellAudience();
    this.#parts.lists.changed();
    this.#onPeople();
  }

  #presenceWithoutSocket(): MemberId[] {
    return this.#parts.presence.devices().filter((memberId) => this.#parts.sockets.live(memberId) === undefined);
  }

  tellAudience(): void {
    this.#parts.group.setAudience({ isTurnRunning: this.#isTurnRunning, isWatched: this.#parts.presence.isWatched });
  }
}
