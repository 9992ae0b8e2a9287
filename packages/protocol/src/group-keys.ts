import { u8, wipe } from './bytes.ts';
import { FrameCipher } from './crypto/aead.ts';
import { hash } from './crypto/hash.ts';

/** The types of the group's lanes: durable, ephemeral, check. */
export type GroupType = 5 | 6 | 7;
export const groupTypes: readonly GroupType[] = [5, 6, 7];
/** The last counter used or opened, per type. */
export type GroupCounters = Record<GroupType, number>;

/** E of the next step; nobody who has only that can go back (CLG-46). */
export const nextSecret = (secret: Uint8Array): Uint8Array => hash(32, secret, 'step');

/** The key of one lane: key 32 ‖ iv 16 (CLG-44). */
export const laneKey = (secret: Uint8Array, type: GroupType): Uint8Array => hash(48, secret, 'lane', u8(type));

/** The group secret of one step and the lanes' ciphers made from it. */
export class GroupKeys {
  readonly secret: Uint8Array;
  readonly #ciphers: Record<GroupType, FrameCipher>;

  /** Keeps its own copy of `secret`. */
  constructor(secret: Uint8Array, roomId: Uint8Array, gen: number) {
    if (secret.length !== 32) throw new RangeError('A group secret has 32 bytes.');
    this.secret = secret.slice();
    const cipher = (type: GroupType) => new FrameCipher(laneKey(secret, type), roomId, gen);
    this.#ciphers = { 5: cipher(5), 6: cipher(6), 7: cipher(7) };
  }

  cipher(type: GroupType): FrameCipher {
    return this.#ciphers[type];
  }

  wipe(): void {
    wipe(this.secret);
    for (const type of groupTypes) this.#ciphers[type].wipe();
  }
}
