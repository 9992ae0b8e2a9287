import { seatMessage } from '../admission.ts';
import { fromHex, toHex } from '../bytes.ts';
import { admissionIdBytes } from '../crypto/keys.ts';
import { sign } from '../crypto/sign.ts';
import { type ControlMessageOf, encodeKeySet } from '../frames.ts';
import type { RoomIdentity } from './contract.ts';
import type { RelayLink } from './relay-link.ts';

type SeatState =
  | { name: 'away' }
  /** Dialled; the relay's challenge is awaited. A second one on the same socket is refused. */
  | { name: 'challenged'; authority: string }
  | { name: 'claimed' }
  | { name: 'seated' };

/** The host's place at the relay: proves the room key, then says who may connect (CLG-20, 21). */
export class Seat {
  readonly #link: RelayLink;
  readonly #identity: RoomIdentity;
  readonly #roomId: Uint8Array;
  readonly #gen: number;
  readonly #boot: Uint8Array;
  readonly #keys: () => Uint8Array[];
  readonly #isInUse: (id8: string) => boolean;
  /** Keys that let nobody in any more by our own judgement, and whose members' sockets the relay must not close yet. */
  readonly #retired = new Map<string, Uint8Array>();
  readonly #listeners: Array<() => void> = [];
  #state: SeatState = { name: 'away' };

  constructor(options: {
    link: RelayLink;
    identity: RoomIdentity;
    roomId: Uint8Array;
    gen: number;
    boot: Uint8Array;
    /** Every admission key there is now: open invites and members' passes. */
    keys: () => Uint8Array[];
    /** Whether a member's live socket came in by this key. */
    isInUse: (id8: string) => boolean;
  }) {
    this.#link = options.link;
    this.#identity = options.identity;
    this.#roomId = options.roomId;
    this.#gen = options.gen;
    this.#boot = options.boot;
    this.#keys = options.keys;
    this.#isInUse = options.isInUse;
  }

  get isSeated(): boolean {
    return this.#state.name === 'seated';
  }

  /** The relay does not know yet who this is. */
  get isStranger(): boolean {
    return this.#state.name === 'challenged';
  }

  onSeated(listener: () => void): void {
    this.#listeners.push(listener);
  }

  dialled(authority: string): void {
    this.#retired.clear();
    this.#state = { name: 'challenged', authority: authority.toLowerCase() };
  }

  lost(): void {
    this.#state = { name: 'away' };
  }

  /** Signs the challenge once per socket, and only 32 bytes under our own label (CLG-03). */
  challenge({ ch }: ControlMessageOf<'ch'>): boolean {
    const challenge = fromHex(ch, 32);
    if (this.#state.name !== 'challenged' || challenge === undefined) return false;
    const { authority } = this.#state;
    const m = seatMessage(challenge, this.#gen, this.#boot, authority);
    this.#link.firstWord({
      t: 'seat',
      pk: toHex(this.#identity.publicKey),
      gen: this.#gen,
      boot: toHex(this.#boot),
      auth: authority,
      sig: toHex(sign(this.#identity.secretKey, 'seat', this.#roomId, m)),
    });
    for (const message of encodeKeySet(this.#keys().map(toHex))) this.#link.controlBytes(message);
    this.#state = { name: 'claimed' };
    return true;
  }

  /** The relay's word that the seat is ours. */
  taken(): void {
    if (this.#state.name !== 'claimed') return;
    this.#state = { name: 'seated' };
    for (const listener of this.#listeners) listener();
  }

  addKey(publicKey: Uint8Array): void {
    if (this.#hasWrittenKeys) this.#link.control({ t: 'key+', pk: toHex(publicKey) });
  }

  /**
   * Takes a key away, which closes its sockets at the relay (CLG-21). Whoever joined by a link that is used up,
   * expired or revoked since is a member on that very socket: for them it waits until they are gone or back by their pass.
   */
  removeKey(publicKey: Uint8Array): void {
    this.#retired.set(Seat.idOf(publicKey), publicKey);
    this.reviewRetired();
  }

  reviewRetired(): void {
    for (const [id8, publicKey] of this.#retired) {
      if (this.#isInUse(id8)) continue;
      this.#retired.delete(id8);
      if (this.#hasWrittenKeys) this.#link.control({ t: 'key-', pk: toHex(publicKey) });
    }
  }

  /** The id under which the relay announces sockets that came in by this key. */
  static idOf(publicKey: Uint8Array): string {
    return toHex(admissionIdBytes(publicKey));
  }

  get #hasWrittenKeys(): boolean {
    return this.#state.name === 'claimed' || this.#state.name === 'seated';
  }
}
