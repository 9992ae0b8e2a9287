import type { CardId, InviteId } from '../ids.ts';
import { lobbyCardMs, maxLobbyCards, maxLobbyCardsPerAddress } from '../limits.ts';
import type { LobbyCard } from '../private.ts';
import type { Timer } from './contract.ts';

/** Somebody who waits, with what their admission needs. `S` is the door's own record of them. */
export type Waiting<S> = { card: LobbyCard; devicePkHex: string; address: string | undefined; at: S };

/** The cards at the door: bounded, each dies with its socket or after half an hour (CLG-37). */
export class Lobby<S> {
  readonly #waiting = new Map<CardId, Waiting<S> & { cancel: () => void }>();
  readonly #timer: Timer;
  readonly #onExpired: (waiting: Waiting<S>) => void;

  constructor(timer: Timer, onExpired: (waiting: Waiting<S>) => void) {
    this.#timer = timer;
    this.#onExpired = onExpired;
  }

  /** The card of the same device that this one replaces, whether it fits at all. */
  hasRoomFor(devicePkHex: string, address: string | undefined): boolean {
    const others = [...this.#waiting.values()].filter((entry) => entry.devicePkHex !== devicePkHex);
    if (others.length >= maxLobbyCards) return false;
    return (
      address === undefined || others.filter((entry) => entry.address === address).length < maxLobbyCardsPerAddress
    );
  }

  add(waiting: Waiting<S>): void {
    const { cardId } = waiting.card;
    const cancel = this.#timer(lobbyCardMs, () => {
      this.#waiting.delete(cardId);
      this.#onExpired(waiting);
    });
    this.#waiting.set(cardId, { ...waiting, cancel });
  }

  get(cardId: CardId): Waiting<S> | undefined {
    return this.#waiting.get(cardId);
  }

  take(cardId: CardId): Waiting<S> | undefined {
    const waiting = this.#waiting.get(cardId);
    waiting?.cancel();
    this.#waiting.delete(cardId);
    return waiting;
  }

  ofDevice(devicePkHex: string): Waiting<S> | undefined {
    return [...this.#waiting.values()].find((entry) => entry.devicePkHex === devicePkHex);
  }

  ofInvite(inviteId: InviteId): Array<Waiting<S>> {
    return [...this.#waiting.values()].filter((entry) => entry.card.inviteId === inviteId);
  }

  all(): Array<Waiting<S>> {
    return [...this.#waiting.values()];
  }

  cards(): LobbyCard[] {
    return [...this.#waiting.values()].map((entry) => entry.card);
  }
}
