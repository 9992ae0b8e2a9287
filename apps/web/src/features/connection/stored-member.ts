import { type DeviceKey, type Membership, newDeviceKey } from '@collagility/protocol/client/member-store';
import { signedBytes } from '@collagility/protocol/crypto/labels';

/** The device's key as it lies on disk: locked inside the browser where that is possible, else its seed. */
type StoredKey = { publicKey: Uint8Array; locked: CryptoKey } | { seed: Uint8Array };
export type StoredMember = Omit<Membership, 'device'> & { device: StoredKey };

/** Keys made here, with what must be stored to have them again. */
const stored = new WeakMap<DeviceKey, StoredKey>();

/** A new key for this browser in one room: its secret cannot be read out, where the browser can do that (CLG-09). */
export async function makeDevice(random: (bytes: number) => Uint8Array): Promise<DeviceKey> {
  const locked = await lockedDevice();
  return locked ?? deviceOf({ seed: random(32) });
}

async function lockedDevice(): Promise<DeviceKey | undefined> {
  // No WebCrypto on plain http beyond loopback, and no Ed25519 in older browsers.
  if (globalThis.crypto?.subtle === undefined) return undefined;
  try {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    if (!('privateKey' in pair)) return undefined;
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    return deviceOf({ publicKey, locked: pair.privateKey });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

function deviceOf(key: StoredKey): DeviceKey {
  const device: DeviceKey = 'seed' in key ? newDeviceKey(key.seed) : lockedKey(key);
  stored.set(device, key);
  return device;
}

const lockedKey = ({ publicKey, locked }: { publicKey: Uint8Array; locked: CryptoKey }): DeviceKey => ({
  publicKey,
  sign: async (label, roomId, m) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', locked, new Uint8Array(signedBytes(label, roomId, m)))),
});

export function toStored(membership: Membership): StoredMember {
  const device = stored.get(membership.device);
  if (device === undefined) throw new Error('A device key that was not made here.');
  return { ...membership, device };
}

export const fromStored = ({ device, ...rest }: StoredMember): Membership => ({ ...rest, device: deviceOf(device) });
