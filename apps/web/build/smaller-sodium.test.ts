import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import smallerSodium from './smaller-sodium.mjs';

const wrappers = createRequire(import.meta.url).resolve('libsodium-wrappers');
const source = readFileSync(join(wrappers, '../../../../libsodium/dist/modules-esm/libsodium.mjs'), 'utf8');

const hashing = `
  const { default: load } = await import(process.argv[1]);
  const sodium = await load({ getRandomValue: () => crypto.getRandomValues(new Uint32Array(1))[0] });
  sodium._sodium_init();
  const out = sodium._malloc(32);
  sodium._crypto_generichash(out, 32, 0, 0, 0, 0, 0);
  process.stdout.write(Buffer.from(sodium.HEAPU8.slice(out, out + 32)).toString('hex'));
`;

test('the smaller libsodium is the same one: it hashes to the same bytes, in 29 KB less', () => {
  const smaller = smallerSodium(source);
  expect(gzipSync(source).length - gzipSync(smaller).length).toBeGreaterThan(29_000);
  const folder = mkdtempSync(join(tmpdir(), 'sodium-'));
  const file = join(folder, 'sodium.mjs');
  writeFileSync(file, smaller);
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', hashing, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // BLAKE2b-256 of nothing.
  expect(hash).toBe('0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8');
});

test('a libsodium that looks different is refused, not shipped as it is', () => {
  expect(() => smallerSodium('export default 1')).toThrow(/looks different/);
});
