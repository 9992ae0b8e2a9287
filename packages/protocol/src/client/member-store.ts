import { type KeyPair, signKeyPair } from '../crypto/keys.ts';
import { sign } from '../crypto/sign.ts';
import type { MemberId } from '../ids.ts';

/**
 * The device's Ed25519 key. The page keeps a non-extractable WebCrypto key where there is one, hence the promise; it
 * signs `signedBytes(label, roomId, m)` and nothing else (CLG-03).
 */
export interface DeviceKey {
  readonly publicKey: Uint8Array;
  sign(label: 'dev' | 'stmt', roomId: Uint8Array, m: Uint8Array): Promise<Uint8Array>;
}

export const deviceKeyOf = (pair: KeyPair): DeviceKey => ({
  publicKey: pair.publicKey,
  sign: async (label, roomId, m) => sign(pair.secretKey, label, roomId, m),
});

export const newDeviceKey = (seed: Uint8Array): DeviceKey => deviceKeyOf(signKeyPair(seed));

/** What a browser keeps of one room (CLG-09). `R` and `P`: confirmed and unconfirmed resume secret (CLG-30). */
export type Membership = {
  hostPk: Uint8Array;
  relay: string;
  device: DeviceKey;
  R?: Uint8Array;
  P?: Uint8Array;
  /** Seeds of the member's own admission key: confirmed, and of the handshake that is not confirmed yet. */
  pass?: Uint8Array;
  passP?: Uint8Array;
  /** Newest bridge start seen, and the proof of it (CLG-13). */
  gen: number;
  boot: Uint8Array;
  hsPair?: Uint8Array;
  mid?: MemberId;
  /** Device of the host's own page: not offered to links of other rooms (CLG-81). */
  bound?: boolean;
};

/** One room's membership on disk. A `commit` that resolves is durable; one that rejects ends the client as `other_tab`. */
export interface MemberStore {
  /** False: nothing outlives this client, and the host is told so (CLG-09). */
  readonly isDurable: boolean;
  read(): Promise<Membership | undefined>;
  commit(membership: Membership): Promise<void>;
  delete(): Promise<void>;
}

export class MemoryMemberStore implements MemberStore {
  readonly isDurable: boolean;
  #membership: Membership | undefined;

  constructor(membership?: Membership, isDurable = false) {
    this.#membership = membership;
    this.isDurable = isDurable;
  }

  async read(): Promise<Membership | undefined> {
    return this.#membership && { ...this.#membership };
  }

  async commit(membership: Membership): Promise<void> {
    this.#membership = { ...membership };
  }

  async delete(): Promise<void> {
    this.#membership = undefined;
  }

  /** A copied browser profile. */
  copy(): MemoryMemberStore {
    return new MemoryMemberStore(this.#membership && { ...this.#membership }, this.isDurable);
  }
}
