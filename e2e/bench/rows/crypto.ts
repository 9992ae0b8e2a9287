import { FrameCipher } from '@collagility/protocol/crypto/aead';
import { lib, randomBytes, ready } from '@collagility/protocol/crypto/sodium';
import { decodeHeader, encodeHeader } from '@collagility/protocol/frames/header';
import { decodePlaintext, encodeJson, encodePlaintext, groupFloorBytes } from '@collagility/protocol/plaintext';
import { cpuMs, type Figure, interleaved, median, type Row } from '../row.ts';

const frames = 15_000;
const cases = [
  { what: 'seal + open, 200 B', bytes: 200, goal: 0.7 },
  { what: 'seal + open, 2 KB', bytes: 2048, goal: 0.9 },
];

export const crypto: Row = {
  name: 'crypto',
  title: 'one frame sealed and opened again, padding, header and JSON in it ÷ raw libsodium on the same bytes',
  async run({ rounds }) {
    await ready;
    const figures: Figure[] = [];
    for (const { what, bytes, goal } of cases) {
      const json = encodeJson({ d: [{ k: 'text', b: 'm1:0', o: 0, x: 'a'.repeat(bytes - 50) }] });
      const runs = { ours: () => ours(json), raw: () => raw(json) };
      for (const run of Object.values(runs)) run();
      const results = await interleaved(['raw', 'ours'], rounds + 2, async (kind) => {
        const startedMs = cpuMs();
        runs[kind]();
        return ((cpuMs() - startedMs) * 1000) / frames;
      });
      const [mine, its] = [median(results.ours), median(results.raw)];
      const detail = `${its.toFixed(2)} ÷ ${mine.toFixed(2)} µs of CPU`;
      figures.push({ what, value: its / mine, unit: '×', better: 'higher', goal, detail });
    }
    return figures;
  },
};

const empty = new Uint8Array(0);

function ours(json: Uint8Array): void {
  const key = randomBytes(48);
  const roomId = randomBytes(16);
  const sealing = new FrameCipher(key.slice(), roomId, 1);
  const opening = new FrameCipher(key, roomId, 1);
  for (let ctr = 1; ctr <= frames; ctr++) {
    const header = encodeHeader({ type: 6, step: 0, epoch: 1, ctr });
    const frame = sealing.seal(header, ctr, encodePlaintext(json, empty, groupFloorBytes));
    const read = decodeHeader(frame);
    const plaintext = read && opening.open(frame, read.ctr);
    if (plaintext === undefined || decodePlaintext(plaintext, groupFloorBytes) === undefined)
      throw new Error('not opened');
  }
}

function raw(json: Uint8Array): void {
  const sodium = lib();
  const key = randomBytes(32);
  const nonce = randomBytes(24);
  const additional = randomBytes(36);
  const plaintext = encodePlaintext(json, empty, groupFloorBytes);
  for (let ctr = 1; ctr <= frames; ctr++) {
    nonce[16] = ctr & 255;
    const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plaintext, additional, null, nonce, key);
    sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, additional, nonce, key);
  }
}
