import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An Ed25519 pair and its raw public key in hex: the independent half of the contract, straight from CLG-03 and 20. */
export type SigningKey = { publicKey: string; privateKey: KeyObject };

export function newKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { publicKey: spki.subarray(-32).toString('hex'), privateKey };
}

const hashOf = (label: string, publicKey: string) =>
  createHash('sha512').update(`${label}\0`).update(Buffer.from(publicKey, 'hex')).digest('hex');

export const roomIdOf = (hostPublicKey: string): string => hashOf('clg1 room', hostPublicKey).slice(0, 32);
export const id8Of = (admissionPublicKey: string): string => hashOf('clg1 aid', admissionPublicKey).slice(0, 16);

function signed(key: SigningKey, label: string, roomId: string, m: Buffer): string {
  const preimage = Buffer.concat([Buffer.from(`${label}\0`), Buffer.from(roomId, 'hex'), m]);
  return sign(null, preimage, key.privateKey).toString('hex');
}

export type SeatOptions = { gen: number; boot: string; auth: string };

export function seatSignature(key: SigningKey, roomId: string, challenge: string, seat: SeatOptions): string {
  const gen = Buffer.alloc(4);
  gen.writeUInt32LE(seat.gen);
  const m = [Buffer.from(challenge, 'hex'), gen, Buffer.from(seat.boot, 'hex'), Buffer.from(seat.auth)];
  return signed(key, 'clg1 seat', roomId, Buffer.concat(m));
}

export function admitSignature(key: SigningKey, roomId: string, challenge: string, auth: string): string {
  const id8 = Buffer.from(id8Of(key.publicKey), 'hex');
  return signed(key, 'clg1 admit', roomId, Buffer.concat([Buffer.from(challenge, 'hex'), id8, Buffer.from(auth)]));
}

export const newBoot = (): string => randomBytes(16).toString('hex');
