import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import smallerSodium from './smaller-sodium.mjs';
import smallerWrappers, { used } from './smaller-wrappers.mjs';

const wrappersFile = join(
  dirname(createRequire(import.meta.url).resolve('libsodium-wrappers')),
  '../modules-esm/libsodium-wrappers.mjs',
);
const modules = join(dirname(wrappersFile), '../../..');
const source = readFileSync(join(modules, 'libsodium/dist/modules-esm/libsodium.mjs'), 'utf8');

/** Calls every function that is kept, with long and short texts, and prints what came out. */
const program = `
  const { default: sodium } = await import(process.argv[1]);
  await sodium.ready;
  const called = new Set();
  const s = new Proxy({}, { get: (_, name) => (called.add(name), sodium['crypto_' + name]) });
  const bytes = (length, start = 0) => Uint8Array.from({ length }, (_, at) => (at * 7 + start) & 255);
  const key = bytes(32, 3), nonce = bytes(24, 9);
  const said = [];
  for (const length of [0, 1, 31, 64, 129, 1000, 70_000]) {
    const text = bytes(length, length);
    const sealed = s.aead_xchacha20poly1305_ietf_encrypt(text, bytes(40), null, nonce, key);
    said.push(sealed, s.aead_xchacha20poly1305_ietf_decrypt(null, sealed, bytes(40), nonce, key));
    const boxed = s.secretbox_easy(text, nonce, key);
    said.push(boxed, s.secretbox_open_easy(boxed, nonce, key));
    said.push(s.generichash(32, text), s.generichash(64, text, key), s.hash(text));
    const state = s.generichash_init(key, 32);
    s.generichash_update(state, text);
    s.generichash_update(state, text);
    said.push(s.generichash_final(state, 32));
    const pair = s.sign_seed_keypair(bytes(32, length));
    const signature = s.sign_detached(text, pair.privateKey);
    said.push(pair.publicKey, signature, [Number(s.sign_verify_detached(signature, text, pair.publicKey))]);
    signature[5] ^= 1;
    said.push([Number(s.sign_verify_detached(signature, text, pair.publicKey))]);
    const point = s.scalarmult_base(bytes(32, length));
    said.push(point, s.scalarmult(key, point));
    try { sealed[0] ^= 1; s.aead_xchacha20poly1305_ietf_decrypt(null, sealed, bytes(40), nonce, key); } catch (error) { said.push([error.message.length]); }
    try { s.scalarmult(key, new Uint8Array(32)); } catch (error) { said.push([error.message.length]); }
  }
  const random = sodium.randombytes_buf(32);
  said.push([random.length, Number(new Set(random).size > 8)]);
  process.stdout.write(JSON.stringify({ said: said.map((each) => Buffer.from(each).toString('base64')), called: [...called] }));
`;

function run(sodium: string, wrappers: string): { said: string[]; called: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sodium-'));
  mkdirSync(join(folder, 'node_modules/libsodium'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/libsodium/index.mjs'), sodium);
  writeFileSync(join(folder, 'node_modules/libsodium/package.json'), '{"exports":"./index.mjs"}');
  symlinkSync(join(modules, 'libsodium-wrappers'), join(folder, 'node_modules/libsodium-wrappers'));
  writeFileSync(join(folder, 'wrappers.mjs'), wrappers);
  try {
    const args = ['--input-type=module', '-e', program, join(folder, 'wrappers.mjs')];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the smaller libsodium is the same one: every function that is kept gives the same bytes, in 60 KB less', () => {
  const smaller = smallerSodium(source);
  expect(gzipSync(source).length - gzipSync(smaller).length).toBeGreaterThan(60_000);
  const wrappers = readFileSync(wrappersFile, 'utf8');
  const ours = run(smaller, smallerWrappers(wrappers));
  expect(ours).toEqual(run(source, wrappers));
  const names = ours.called.map((name) => `crypto_${name}`);
  expect([...names, 'randombytes_buf'].sort()).toEqual([...used].sort());
}, 30_000);

test('what is not kept is not there, instead of trapping when it is called', () => {
  const module = smallerSodium(source);
  expect(module).toContain('_crypto_generichash_final=');
  expect(module).not.toContain('_crypto_kem_xwing_enc=');
});

test('a libsodium that looks different is refused, not shipped as it is', () => {
  expect(() => smallerSodium('export default 1')).toThrow(/looks different/);
});
